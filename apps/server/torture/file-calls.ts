import { allRoutes } from '@vitrine/contract';
import { banners } from '@vitrine/contract/banners';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { imports } from '@vitrine/contract/imports';
import { levels } from '@vitrine/contract/levels';
import { loginPage } from '@vitrine/contract/login-page';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { rewards } from '@vitrine/contract/rewards';
import { ruleOf, uploads, type FileUse } from '@vitrine/contract/uploads';

/** The answer to an upload. */
export interface FileResponse {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** A signed-in member who sends files. */
export interface Sender {
  tenantId: number;
  send(
    method: string,
    path: string,
    body?: object | Buffer,
    headers?: Record<string, string>,
  ): Promise<FileResponse>;
  /** Ids of objects that earlier calls created, by call. */
  ids: Map<string, number>;
}

interface SentFile {
  name: string;
  bytes: Buffer;
}

/** A call that takes a file. */
export interface FileCall {
  name: string;
  /** The kind of file that the call expects. */
  accepts: 'image' | 'video' | 'captions' | 'file' | 'course' | 'people';
  send(person: Sender, file: SentFile): Promise<FileResponse>;
}

/** Unwraps an answer's data from any envelope of the contract. */
export function dataOf({ text }: FileResponse): Record<string, unknown> {
  const answer = JSON.parse(text) as Record<string, unknown> | [string, number, unknown];
  const envelope = Array.isArray(answer) ? (answer[2] as Record<string, unknown>) : answer;
  return (envelope['data'] ?? envelope) as Record<string, unknown>;
}

const kinds = { image: 'image', video: 'video', captions: 'captions', file: 'file' } as const;

interface Form {
  route: AnyRoute;
  /** Default: an image if the part has types, else any file. */
  accepts?: FileCall['accepts'];
  /** Other fields of a form that the server accepts with a good file. */
  fields?: Record<string, string>;
  /** Creates the object that an update changes. */
  prerequisite?: { route: AnyRoute; fields: Record<string, string>; file?: string };
  /** The field of the body that carries the id, if the path does not. */
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
    prerequisite: { route: banners.create, fields: {}, file: 'url_image' },
  },
  'uploads.image': { route: uploads.image },
  'imports.course': { route: imports.course, accepts: 'course' },
  'imports.members': {
    route: imports.members,
    accepts: 'people',
    fields: { choices: '{"invite":"none"}' },
  },
  'imports.previewMembers': { route: imports.previewMembers, accepts: 'people' },
  'levels.create': { route: levels.create, fields: level },
  'levels.update': {
    route: levels.update,
    prerequisite: { route: levels.create, fields: level },
    idField: 'id',
  },
  'rewards.create': { route: rewards.create, fields: reward },
  'rewards.update': {
    route: rewards.update,
    prerequisite: { route: rewards.create, fields: reward },
  },
  'communities.createConfig': { route: communities.createConfig, fields: { title: 'Clube' } },
  'communities.updateConfig': {
    route: communities.updateConfig,
    prerequisite: { route: communities.createConfig, fields: { title: 'Clube' } },
  },
};

/** Each part of each form that takes a file, and a PUT for each use of a file. */
export const fileCalls: FileCall[] = [
  ...Object.entries(forms).flatMap(([name, form]) =>
    Object.entries(form.route.files).map(([part, { types }]): FileCall => ({
      name: `${name} ${part}`,
      accepts: form.accepts ?? (types.length ? 'image' : 'file'),
      send: (person, file) => sendForm(person, name, form, { [part]: file }),
    })),
  ),
  ...uses().map((use): FileCall => ({
    name: `uploads.send ${use}`,
    accepts: kinds[ruleOf(use).kind],
    send: (person, file) => announceAndSend(person, use, file),
  })),
];

/** Calls of the contract that accept a file but are missing in `fileCalls`. */
export const uncoveredCalls = allRoutes
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

const pathOf = ({ path }: AnyRoute, { tenantId }: Sender, id: number) =>
  path.replace('{tenant}', String(tenantId)).replace(/\{\w+\}/, String(id));

async function sendForm(
  person: Sender,
  name: string,
  { route, fields = {}, prerequisite, idField }: Form,
  files: Record<string, SentFile>,
) {
  if (prerequisite && !person.ids.has(name)) {
    const created = await person.send(
      prerequisite.route.method,
      pathOf(prerequisite.route, person, 0),
      formOf(
        person,
        prerequisite.fields,
        prerequisite.file ? { [prerequisite.file]: goodImage } : {},
      ),
    );
    if (created.status >= 300)
      throw new Error(`${name}: its prerequisite failed: ${created.status} ${created.text}`);
    person.ids.set(name, Number(dataOf(created)['id']));
  }
  const id = person.ids.get(name) ?? 0;
  const idFields = idField ? { [idField]: String(id) } : {};
  return person.send(
    route.method,
    pathOf(route, person, id),
    formOf(person, { ...fields, ...idFields }, files),
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

/** A PNG of one pixel. */
export const goodImage: SentFile = {
  name: 'foto.png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
    'base64',
  ),
};
