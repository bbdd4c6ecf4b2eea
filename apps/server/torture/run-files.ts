import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSchool } from '../src/features/tenants/tenants.store.ts';
import { signInAs } from '../src/isolation/schools.ts';
import { exportSchool } from '../src/kit/school-archive/export-school.ts';
import { ArchiveProblem } from '../src/kit/school-archive/format.ts';
import { importSchool } from '../src/kit/school-archive/import-school.ts';
import { childrenOf } from '../test/server-process.ts';
import {
  dataOf,
  fileCalls,
  goodPicture,
  type Answer,
  type FileCall,
  type Sender,
} from './file-calls.ts';
import { hostileFiles } from './hostile/hostile-files.ts';
import { family, mutations, type HostileFile } from './hostile/kind.ts';
import { inProcess, type InProcess } from './in-process.ts';
import { asMegabytes, heldBytes, MAX_GROWTH_BYTES } from './memory.ts';
import { randomOf, type Random } from './random.ts';

interface Options {
  seed: number;
  count: number;
  say: (line: string) => void;
}

/** A neighbour who waits longer, while this process computes, was held up. */
const STALL_MS = 1_000;
/** A school has limits on unused files, communities and levels. */
const REQUESTS_OF_SCHOOL = 60;
const WARM_UP = 20;
/** From so many files on, a run first proves that each call takes a good picture. */
const LONG_RUN = 500;
/** A file that takes longer is told, and ends the run: what reads it cannot be stopped. */
const MAX_FILE_MS = 180_000;
/** A form is cut at twice what its call takes, and each takes at least 1 MB. A smaller one never is. */
const MIN_CUT_BYTES = 2 * 1_048_576;
const CUT = 0;
const SLIP = 'torture-slip';

/**
 * Sends hostile files to every call that takes a file: each kind to a call that is meant for it, then
 * any kind to any call. Imports run to their end. Meanwhile somebody of another school asks.
 */
export const runFiles = (options: Options) => inProcess((place) => sendAll(place, options));

async function sendAll(place: InProcess, { seed, count, say }: Options) {
  const random = randomOf(seed);
  const kinds = await hostileFiles(seed);
  const broken: string[] = [];
  const statuses = new Map<string, number>();
  const report = (line: string) => {
    if (broken.includes(line)) return;
    broken.push(line);
    say(line); // also of a run that is broken off
  };
  const neighbour = await newSender(place);
  const archives = await schoolArchives(place, random);
  const pairs = pairsOf(kinds, random).slice(0, Math.max(0, count - archives.length));
  if (count >= LONG_RUN) for (const line of await goodPictures(place)) report(line);
  let sender = neighbour;
  let before = 0;
  for (const [number, { file, call }] of pairs.entries()) {
    if (number % REQUESTS_OF_SCHOOL === 0) sender = await newSender(place);
    if (number === WARM_UP) before = heldBytes();
    const what = `${call.name} with ${file.kind}`;
    const sent = { name: file.name, bytes: await file.bytes() };
    const { result, stall } = await besides(neighbour, () =>
      withinTime(what, sendOne(place, call, sender, sent)),
    );
    if (stall) report(`${what}: a neighbour waited for ${stall}`);
    for (const trouble of result.troubles) report(`${what}: ${trouble}`);
    const key = `${call.takes} ${result.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if ((number + 1) % 100 === 0) say(`${number + 1} files, ${broken.length} findings`);
  }
  for (const file of archives.slice(0, count)) {
    const trouble = await importArchive(place, file);
    if (trouble) report(`a school of ${file.kind}: ${trouble}`);
  }
  for (const line of await leftovers(place, before)) report(line);
  say(
    [...statuses]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, times]) => `${times} × ${key}`)
      .join(', '),
  );
  say(`${kinds.length + archives.length} kinds, ${fileCalls.length + 1} calls`);
  return { held: pairs.length + archives.length - broken.length, broken };
}

/** Otherwise a form that is refused for another reason would hide that its file is never read. */
async function goodPictures(place: InProcess) {
  const sender = await newSender(place);
  const refused: string[] = [];
  for (const call of fileCalls.filter(({ takes }) => takes === 'picture')) {
    const { status, text } = await call.send(sender, goodPicture);
    if (status >= 300) refused.push(`${call.name} refuses a good picture: ${status} ${text}`);
  }
  return refused;
}

const meantFor: Record<string, FileCall['takes'][]> = {
  archive: ['course', 'people'],
  course: ['course'],
  picture: ['picture'],
  sheet: ['people'],
  captions: ['captions'],
  film: ['film'],
  file: ['file'],
};

/** Each kind with a call that is meant for it, in any order; then all other pairs. */
function pairsOf(kinds: HostileFile[], random: Random) {
  const first = kinds.map((file) => {
    const takes = meantFor[/^\w+/.exec(file.kind)![0]]!;
    return { file, call: random.oneOf(fileCalls.filter((call) => takes.includes(call.takes))) };
  });
  const rest = kinds.flatMap((file) =>
    fileCalls
      .filter((call) => !first.some((pair) => pair.file === file && pair.call === call))
      .map((call) => ({ file, call })),
  );
  return [...random.shuffled(first), ...random.shuffled(rest)];
}

let schools = 0;

/** The owner of a new school. */
async function newSender({ app, platform, client }: InProcess): Promise<Sender> {
  const marker = `arquivos-${(schools += 1)}`;
  const { id } = await createSchool(platform.database, {
    name: marker,
    slug: marker,
    owner: { name: 'Dona', email: `${marker}@example.com`, passwordHash: null },
  });
  const cookie = await signInAs(client, { id, marker }, 'owner');
  const host = `${marker}.${platform.config.platformHosts[0]!}`;
  return {
    tenantId: id,
    ids: new Map(),
    async send(method, path, payload, headers = {}) {
      const answer = await app
        .inject({
          method: method as 'GET',
          url: path,
          headers: { host, cookie, ...headers },
          ...(payload && { payload }),
        })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'LIGHT_ECONNRESET') return null;
          throw error;
        });
      return answer
        ? { status: answer.statusCode, text: answer.body, headers: answer.headers }
        : { status: CUT, text: '', headers: {} };
    },
  };
}

/** Somebody of another school asks until `work` ends. Tells a wait in which this process computed. */
async function besides<T>(neighbour: Sender, work: () => Promise<T>) {
  let running = true;
  let stall = '';
  const asking = (async () => {
    while (running) {
      const begun = performance.now();
      const used = process.cpuUsage();
      await sleep(50);
      const { status } = await neighbour.send('GET', '/api/v1/session');
      const ms = Math.round(performance.now() - begun - 50);
      const { user, system } = process.cpuUsage(used);
      const own = Math.round((user + system) / 1_000);
      // Otherwise the machine was busy with others.
      if (ms > STALL_MS && own > ms * 0.7) stall ||= `${ms} ms, ${own} of them on a processor`;
      if (status !== 200) stall ||= `an answer of ${status}`;
    }
  })();
  try {
    return { result: await work(), stall };
  } finally {
    running = false;
    await asking;
  }
}

function withinTime<T>(what: string, work: Promise<T>): Promise<T> {
  const timeout = sleep(MAX_FILE_MS, null, { ref: false }).then(() => {
    throw new Error(`${what}: not done within ${MAX_FILE_MS / 1_000} s`);
  });
  return Promise.race([work, timeout]);
}

async function sendOne(
  { platform }: InProcess,
  call: FileCall,
  sender: Sender,
  file: { name: string; bytes: Buffer },
) {
  const troubles: string[] = [];
  const check = (what: string, { status, text, headers }: Answer) => {
    if (status >= 500 && !(status === 503 && headers['retry-after']))
      troubles.push(`${what}: ${status} ${text.slice(0, 200)}`);
  };
  const answer = await call.send(sender, file);
  check('sent', answer);
  if (answer.status === CUT) {
    if (file.bytes.length < MIN_CUT_BYTES) troubles.push('its connection was cut');
  } else if (answer.status < 300) {
    const { url, id } = dataOf(answer) as { url?: string; id?: number };
    if (url?.startsWith('/files/'))
      for (const more of ['', 'w=320', 'view=1'])
        check(
          `read ${more}`,
          await sender.send('GET', more ? `${url}${url.includes('?') ? '&' : '?'}${more}` : url),
        );
    if (call.name === 'imports.course file' || call.name === 'imports.members file') {
      await platform.jobs.runAll();
      const shown = await sender.send('GET', `/api/v1/imports/${id}`);
      const { status, report } = dataOf(shown) as { status: string; report: unknown[] };
      if (!['done', 'failed'].includes(status)) troubles.push(`its import stays ${status}`);
      if (JSON.stringify(report).includes('interrompida várias vezes'))
        troubles.push('its import gave up');
    }
  }
  return { status: answer.status, troubles };
}

/** Archives of a school, mutated. */
async function schoolArchives({ url, platform, dataDir }: InProcess, random: Random) {
  const to = join(dataDir, 'archive.zip');
  const { slug } = await platform.database.platform
    .selectFrom('tenants')
    .select('slug')
    .executeTakeFirstOrThrow();
  await exportSchool(url, platform.files.objects, { slug, to });
  return family('archive of a school', 'escola.zip', mutations(await readFile(to), random, 8));
}

/** A bad archive is refused with a sentence. A changed one may still be good: then it is a school. */
async function importArchive({ url, platform, dataDir }: InProcess, file: HostileFile) {
  const path = join(dataDir, 'sent.zip');
  await writeFile(path, await file.bytes());
  return importSchool({
    file: path,
    slug: `chegada-${(schools += 1)}`,
    baseUrl: () => 'http://localhost',
    url,
    objects: platform.files.objects,
    tempFolder: dataDir,
  }).then(
    () => null,
    (error: Error) => (error instanceof ArchiveProblem ? null : `${error.name}: ${error.message}`),
  );
}

/** What a run must not leave behind. */
async function leftovers({ dataDir, client }: InProcess, before: number) {
  const found: string[] = [];
  await sleep(500); // a closed answer removes its files a moment later
  const files = await readdir(join(dataDir, 'tmp')).catch(() => []);
  if (files.length) found.push(`${files.length} temporary files stay`);
  const imports = (await readdir(dataDir)).filter((name) => name.startsWith('import-'));
  if (imports.length) found.push(`${imports.length} folders of imports stay`);
  for (const folder of [tmpdir(), dataDir, process.cwd(), '/'])
    if (existsSync(join(folder, SLIP))) found.push(`${SLIP} was written to ${folder}`);
  const workers = childrenOf(process.pid).filter(({ command }) => /-worker\.ts/.test(command));
  if (workers.length) found.push(`${workers.length} processes stay`);
  const growth = before ? heldBytes() - before : 0;
  if (growth > MAX_GROWTH_BYTES) found.push(`${asMegabytes(growth)} of memory stay`);
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'",
  );
  if (rows[0]!.count) found.push(`${rows[0]!.count} transactions stay open`);
  return found;
}
