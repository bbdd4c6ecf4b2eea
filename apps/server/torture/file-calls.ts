import { allRoutes } from '@vitrine/contract';
import { banners } from '@vitrine/contract/banners';
import { communities } from '@vitrine/contract/communities';
import { imports } from '@vitrine/contract/imports';
import { levels } from '@vitrine/contract/levels';
import { loginPage } from '@vitrine/contract/login-page';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { rewards } from '@vitrine/contract/rewards';
import type { AnyRoute } from '@vitrine/contract/core';
import { ruleOf, uploads, type FileUse } from '@vitrine/contract/uploads';

export interface Answer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** One person of a school, who sends files. */
export interface Sender {
  tenantId: number;
  send(
    method: string,
    path: string,
    body?: object | Buffer,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Ids of things that were made before. */
  ids: Map<string, number>;
}

export interface SentFile {
  name: string;
  bytes: Buffer;
}

export interface FileCall {
  name: string;
  /** What it is meant to take. */
  takes: 'picture' | 'film' | 'captions' | 'file' | 'course' | 'people';
  send(person: Sender, file: SentFile): Promise<Answer>;
}

/** The thing that a call answers, in one of the envelopes of the contract. */
export function dataOf({ text }: Answer): Record<string, unknown> {
  const answer = JSON.parse(text) as Record<string, unknown> | [string, number, unknown];
  const envelope = Array.isArray(answer) ? (answer[2] as Record<string, unknown>) : answer;
  return (envelope['data'] ?? envelope) as Record<string, unknown>;
}

const kinds = { image: 'picture', video: 'film', captions: 'captions', file: 'file' } as const;

interface Form {
  route: AnyRoute;
  takes?: FileCall['takes'];
  /** The rest of a form that is accepted with a good file. */
  fields?: Record<string, string>;
  /** Makes the thing that an update changes, and returns its id. */
  make?: { route: AnyRoute; fields: Record<string, string>; file?: string };
  idField?: string;
}

const level = { name: 'Nível', needed_score: '10' };
const reward = { name: 'Prêmio', criteria: 'score', needed_score: '10' };
const forms: Record<string, Form> = {
  'platform-settings.update': { route: platformSettings.update },
  'login-page.update': { route: loginPage.update },
  'banners.create': { route: banners.create },
  'banners.update': {
    route: banners.update,
    make: { route: banners.create, fields: {}, file: 'url_image' },
  },
  'uploads.image': { route: uploads.image },
  'imports.course': { route: imports.course, takes: 'course' },
  'imports.members': {
    route: imports.members,
    takes: 'people',
    fields: { choices: '{"invite":"none"}' },
  },
  'imports.previewMembers': { route: imports.previewMembers, takes: 'people' },
  'levels.create': { route: levels.create, fields: level },
  'levels.update': {
    route: levels.update,
    make: { route: levels.create, fields: level },
    idField: 'id',
  },
  'rewards.create': { route: rewards.create, fields: reward },
  'rewards.update': { route: rewards.update, make: { route: rewards.create, fields: reward } },
  'communities.createConfig': { route: communities.createConfig, fields: { title: 'Clube' } },
  'communities.updateConfig': {
    route: communities.updateConfig,
    make: { route: communities.createConfig, fields: { title: 'Clube' } },
  },
};

/** Each part of each form that takes a file, and a PUT for each use of a file. */
export const fileCalls: FileCall[] = [
  ...Object.entries(forms).flatMap(([name, form]) =>
    Object.entries(form.route.files).map(([part, { types }]): FileCall => ({
      name: `${name} ${part}`,
      takes: form.takes ?? (types.length ? 'picture' : 'file'),
      send: (person, file) => sendForm(person, name, form, { [part]: file }),
    })),
  ),
  ...uses().map((use): FileCall => ({
    name: `uploads.send ${use}`,
    takes: kinds[ruleOf(use).kind],
    send: (person, file) => announceAndSend(person, use, file),
  })),
];

/** The calls of the contract that take a file, and are not tried here. */
export const untriedCalls = allRoutes
  .filter(({ name, route }) => Object.keys(route.files).length && forms[name]?.route !== route)
  .map(({ name }) => name);

function uses() {
  const { use } = (uploads.announce.body as unknown as { shape: { use: { options: FileUse[] } } })
    .shape;
  return use.options;
}

function formOf(person: Sender, fields: Record<string, string>, files: Record<string, SentFile>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ tenant_id: String(person.tenantId), ...fields }))
    form.set(name, value);
  for (const [name, { name: filename, bytes }] of Object.entries(files))
    form.set(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return form;
}

const addressOf = ({ path }: AnyRoute, { tenantId }: Sender, id: number) =>
  path.replace('{tenant}', String(tenantId)).replace(/\{\w+\}/, String(id));

async function sendForm(
  person: Sender,
  name: string,
  { route, fields = {}, make, idField }: Form,
  files: Record<string, SentFile>,
) {
  if (make && !person.ids.has(name)) {
    const made = await person.send(
      make.route.method,
      addressOf(make.route, person, 0),
      formOf(person, make.fields, make.file ? { [make.file]: goodPicture } : {}),
    );
    if (made.status >= 300) throw new Error(`${name} needs a thing: ${made.status} ${made.text}`);
    person.ids.set(name, Number(dataOf(made)['id']));
  }
  const id = person.ids.get(name) ?? 0;
  const own = idField ? { [idField]: String(id) } : {};
  return person.send(
    route.method,
    addressOf(route, person, id),
    formOf(person, { ...fields, ...own }, files),
  );
}

async function announceAndSend(person: Sender, use: FileUse, { name, bytes }: SentFile) {
  const announced = await person.send('POST', uploads.announce.path, {
    filename: name,
    size: bytes.length,
    use,
  });
  if (announced.status !== 201) return announced;
  const { url, type } = dataOf(announced) as { url: string; type: string };
  return person.send('PUT', new URL(url).pathname, bytes, { 'content-type': type });
}

/** One pixel. */
export const goodPicture: SentFile = {
  name: 'foto.png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
    'base64',
  ),
};
