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
  goodImage,
  type FileResponse,
  type FileCall,
  type Sender,
} from './file-calls.ts';
import { hostileFiles } from './hostile/hostile-files.ts';
import { family, mutations, type HostileFile } from './hostile/kind.ts';
import { inProcess, type InProcess } from './in-process.ts';
import { asMegabytes, retainedBytes, MAX_GROWTH_BYTES } from './memory.ts';
import { seededRandom, type SeededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

/** Maximum wait of a neighbour while this process computes. */
const STALL_MS = 1_000;
/**
 * Number of requests for each school, because a school limits unused files, communities and levels.
 */
const REQUESTS_OF_SCHOOL = 60;
const WARM_UP = 20;
/** Number of files from which a run first proves that each call accepts a good image. */
const LONG_RUN = 500;
/** Maximum time of a file. A timeout ends the run, because the reader cannot be stopped. */
const MAX_FILE_MS = 180_000;
/** Minimum size of a form whose connection may be reset: twice the smallest limit of a call. */
const MIN_RESET_BYTES = 2 * 1_048_576;
const RESET_STATUS = 0;
const ZIP_SLIP_NAME = 'torture-slip';

/**
 * Sends hostile files to every call that accepts a file: first each kind to a matching call, then
 * any kind to any call. Imports run to their end. Meanwhile a neighbour school sends requests.
 */
export const runFiles = (options: RunOptions) => inProcess((place) => sendAll(place, options));

async function sendAll(place: InProcess, { seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const kinds = await hostileFiles(seed);
  const failures: string[] = [];
  const statuses = new Map<string, number>();
  const report = (line: string) => {
    if (failures.includes(line)) return;
    failures.push(line);
    print(line); // so that an interrupted run has reported it
  };
  const neighbour = await newSender(place);
  const archives = await schoolArchives(place, random);
  const pairs = pairsOf(kinds, random).slice(0, Math.max(0, count - archives.length));
  if (count >= LONG_RUN) for (const line of await refusedGoodImages(place)) report(line);
  let sender = neighbour;
  let baselineBytes = 0;
  for (const [number, { file, call }] of pairs.entries()) {
    if (number % REQUESTS_OF_SCHOOL === 0) sender = await newSender(place);
    if (number === WARM_UP) baselineBytes = retainedBytes();
    const what = `${call.name} with ${file.kind}`;
    const sent = { name: file.name, bytes: await file.bytes() };
    const { result, stall } = await watchingNeighbour(neighbour, () =>
      withTimeout(what, sendOne(place, call, sender, sent)),
    );
    if (stall) report(`${what}: a neighbour waited for ${stall}`);
    for (const problem of result.problems) report(`${what}: ${problem}`);
    const key = `${call.accepts} ${result.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if ((number + 1) % 100 === 0) print(`${number + 1} files, ${failures.length} findings`);
  }
  for (const file of archives.slice(0, count)) {
    const problem = await importArchive(place, file);
    if (problem) report(`a school of ${file.kind}: ${problem}`);
  }
  for (const line of await findLeftovers(place, baselineBytes)) report(line);
  print(
    [...statuses]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, times]) => `${times} × ${key}`)
      .join(', '),
  );
  print(`${kinds.length + archives.length} kinds, ${fileCalls.length + 1} calls`);
  return { passed: pairs.length + archives.length - failures.length, failures };
}

/** Proves that each call reads its file: a form refused for another reason would hide that. */
async function refusedGoodImages(place: InProcess) {
  const sender = await newSender(place);
  const refused: string[] = [];
  for (const call of fileCalls.filter(({ accepts }) => accepts === 'image')) {
    const { status, text } = await call.send(sender, goodImage);
    if (status >= 300) refused.push(`${call.name} refuses a good image: ${status} ${text}`);
  }
  return refused;
}

/** The calls that a family of hostile files suits, by the files that they accept. */
const acceptedByFamily: Record<string, FileCall['accepts'][]> = {
  archive: ['course', 'people'],
  course: ['course'],
  image: ['image'],
  sheet: ['people'],
  captions: ['captions'],
  video: ['video'],
  file: ['file'],
};

/** Each kind with a matching call in random order, then all other pairs. */
function pairsOf(kinds: HostileFile[], random: SeededRandom) {
  const first = kinds.map((file) => {
    const accepted = acceptedByFamily[/^\w+/.exec(file.kind)![0]]!;
    return {
      file,
      call: random.oneOf(fileCalls.filter((call) => accepted.includes(call.accepts))),
    };
  });
  const rest = kinds.flatMap((file) =>
    fileCalls
      .filter((call) => !first.some((pair) => pair.file === file && pair.call === call))
      .map((call) => ({ file, call })),
  );
  return [...random.shuffled(first), ...random.shuffled(rest)];
}

let schoolCount = 0;

/** Makes a school and signs in as its owner. */
async function newSender({ app, platform, client }: InProcess): Promise<Sender> {
  const marker = `arquivos-${(schoolCount += 1)}`;
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
        : { status: RESET_STATUS, text: '', headers: {} };
    },
  };
}

/**
 * Runs `work` while a neighbour school sends requests. Reports a stall that this process caused.
 */
async function watchingNeighbour<T>(neighbour: Sender, work: () => Promise<T>) {
  let running = true;
  let stall = '';
  const requests = (async () => {
    while (running) {
      const startedAt = performance.now();
      const processorBefore = process.cpuUsage();
      await sleep(50);
      const { status } = await neighbour.send('GET', '/api/v1/session');
      const ms = Math.round(performance.now() - startedAt - 50);
      const { user, system } = process.cpuUsage(processorBefore);
      const processorMs = Math.round((user + system) / 1_000);
      // With less processor time, other processes caused the wait.
      if (ms > STALL_MS && processorMs > ms * 0.7)
        stall ||= `${ms} ms, ${processorMs} of them on a processor`;
      if (status !== 200) stall ||= `an answer of ${status}`;
    }
  })();
  try {
    return { result: await work(), stall };
  } finally {
    running = false;
    await requests;
  }
}

function withTimeout<T>(what: string, work: Promise<T>): Promise<T> {
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
  const problems: string[] = [];
  const check = (what: string, { status, text, headers }: FileResponse) => {
    if (status >= 500 && !(status === 503 && headers['retry-after']))
      problems.push(`${what}: ${status} ${text.slice(0, 200)}`);
  };
  const answer = await call.send(sender, file);
  check('sent', answer);
  if (answer.status === RESET_STATUS) {
    if (file.bytes.length < MIN_RESET_BYTES) problems.push('its connection was cut');
  } else if (answer.status < 300) {
    const { url, id } = dataOf(answer) as { url?: string; id?: number };
    if (url?.startsWith('/files/'))
      for (const parameter of ['', 'w=320', 'view=1'])
        check(
          `read ${parameter}`,
          await sender.send(
            'GET',
            parameter ? `${url}${url.includes('?') ? '&' : '?'}${parameter}` : url,
          ),
        );
    if (call.name === 'imports.course file' || call.name === 'imports.members file') {
      await platform.jobs.runAll();
      const shown = await sender.send('GET', `/api/v1/imports/${id}`);
      const { status, report } = dataOf(shown) as { status: string; report: unknown[] };
      if (!['done', 'failed'].includes(status)) problems.push(`its import stays ${status}`);
      if (JSON.stringify(report).includes('interrompida várias vezes'))
        problems.push('its import gave up');
    }
  }
  return { status: answer.status, problems };
}

/** Mutated archives of the installation's school. */
async function schoolArchives({ url, platform, dataDir }: InProcess, random: SeededRandom) {
  const to = join(dataDir, 'archive.zip');
  const { slug } = await platform.database.platform
    .selectFrom('tenants')
    .select('slug')
    .executeTakeFirstOrThrow();
  await exportSchool(url, platform.files.objects, { slug, to });
  return family('archive of a school', 'escola.zip', mutations(await readFile(to), random, 8));
}

/**
 * Imports a mutated archive. A bad one must be refused with a message; a good one makes a school.
 */
async function importArchive({ url, platform, dataDir }: InProcess, file: HostileFile) {
  const path = join(dataDir, 'sent.zip');
  await writeFile(path, await file.bytes());
  return importSchool({
    file: path,
    slug: `chegada-${(schoolCount += 1)}`,
    baseUrl: () => 'http://localhost',
    url,
    objects: platform.files.objects,
    folder: join(dataDir, 'imports'),
  }).then(
    () => null,
    (error: Error) => (error instanceof ArchiveProblem ? null : `${error.name}: ${error.message}`),
  );
}

/**
 * Finds files, processes, memory and transactions that the run left. 0 bytes: nothing to compare.
 */
async function findLeftovers({ dataDir, client }: InProcess, baselineBytes: number) {
  const found: string[] = [];
  await sleep(500); // a closed answer removes its files a moment later
  const files = await readdir(join(dataDir, 'tmp')).catch(() => []);
  if (files.length) found.push(`${files.length} temporary files stay`);
  const imports = await readdir(join(dataDir, 'imports')).catch(() => []);
  if (imports.length) found.push(`${imports.length} folders of imports stay`);
  for (const folder of [tmpdir(), dataDir, process.cwd(), '/'])
    if (existsSync(join(folder, ZIP_SLIP_NAME)))
      found.push(`${ZIP_SLIP_NAME} was written to ${folder}`);
  const workers = childrenOf(process.pid).filter(({ command }) => /-worker\.ts/.test(command));
  if (workers.length) found.push(`${workers.length} processes stay`);
  const growth = baselineBytes ? retainedBytes() - baselineBytes : 0;
  if (growth > MAX_GROWTH_BYTES) found.push(`${asMegabytes(growth)} of memory stay`);
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'",
  );
  if (rows[0]!.count) found.push(`${rows[0]!.count} transactions stay open`);
  return found;
}
