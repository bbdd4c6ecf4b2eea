import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  joinEmbeddedDatabase,
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from './embedded-database.ts';
import { DataDirInUse } from './embedded/lock.ts';
import { binaries } from './embedded/place.ts';
import { readablePrograms } from './embedded/programs.ts';
import { chooseRunner } from './embedded/runner.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let dataDir: string;
let started: EmbeddedDatabase[];
let processes: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine door '));
  dataDir = join(folder, 'with a space', 'data');
  started = [];
  processes = [];
});

afterEach(async () => {
  for (const process of processes) process.kill('SIGKILL');
  await Promise.all(started.map((database) => database.stop()));
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('the first start makes a database that works', async () => {
  const { url } = await start();

  const [row] = await query(
    url,
    `select current_database() as name, current_setting('data_checksums') as checksums,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as synchronous_commit, lower('AÇÃO') as lower,
            to_tsvector('portuguese', 'ÁGUAS')::text as stem`,
  );
  expect(row).toEqual({
    name: 'vitrine',
    checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    lower: 'ação',
    stem: "'águ':1",
  });
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  expect(unfinished()).toEqual([]);
});

test('written rows are there after a restart', async () => {
  const first = await start();
  await query(first.url, 'create table note (text text)');
  await query(first.url, "insert into note values ('kept')");
  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/);

  const second = await start();
  expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('it works where the path is too long for a socket', async () => {
  dataDir = join(folder, 'long'.repeat(30));
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a killed first start does not disturb the next one', async () => {
  const victim = startElsewhere();
  await until(() => existsSync(dataDir) && unfinished().length > 0);
  victim.kill('SIGKILL');
  await ended(victim);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('killing everything loses no committed row', async () => {
  const victim = startElsewhere();
  const url = await urlOf(victim);
  await query(url, 'create table note (text text)');
  await query(url, "insert into note values ('committed')");
  const postmaster = pidInFile();
  process.kill(postmaster, 'SIGSTOP'); // it must not shut down in an orderly way meanwhile
  victim.kill('SIGKILL');
  await ended(victim);
  process.kill(postmaster, 'SIGKILL');

  const next = await start();
  expect(await query(next.url, 'select text from note')).toEqual([{ text: 'committed' }]);
});

test('the database ends with the process that started it', async () => {
  const victim = startElsewhere();
  await urlOf(victim);
  const postmaster = pidInFile();
  victim.kill('SIGKILL');
  await expect.poll(() => alive(postmaster), { timeout: 30_000 }).toBe(false);
});

test('a database that outlived its process is stopped first', async () => {
  const victim = startElsewhere();
  const url = await urlOf(victim);
  await query(url, 'create table note (text text)');
  const postmaster = pidInFile();
  killWatcherOf(postmaster);
  victim.kill('SIGKILL');
  await ended(victim);
  expect(alive(postmaster)).toBe(true);

  const next = await start();
  expect(alive(postmaster)).toBe(false);
  expect(await query(next.url, 'select * from note')).toEqual([]);
});

test("a stale pid file is recognised, also where its pid is another program's now", async () => {
  await (await start()).stop();
  const stranger = spawn('sleep', ['600']);
  processes.push(stranger);

  for (const pid of [stranger.pid, 4_000_000]) {
    const lines = [pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '127.0.0.1', '', ''];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'));
    const database = await start();
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  }
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
});

test('of two starts at once, the second reports the first and ends', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map((outcome) => outcome.reason)).toEqual([expect.any(DataDirInUse)]);

  const other = startElsewhere();
  expect(await ended(other)).toBe(1);
  expect(outputs.get(other)).toMatch(new RegExp(`DataDirInUse.*process ${process.pid}`));
  expect(await query(started[0]!.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database server that is killed comes back at the same address', async () => {
  const { url } = await start();
  await query(url, 'create table note (text text)');
  process.kill(pidInFile(), 'SIGKILL');
  const notes = () => query(url, 'select * from note').catch((error) => String(error));
  await expect.poll(notes, { timeout: 30_000 }).toEqual([]);
});

test('a database server that cannot come back is one line in the log, until it comes back', async () => {
  const log = { info: vi.fn<(line: string) => void>(), error: vi.fn<(line: string) => void>() };
  const database = await startEmbeddedDatabase({ dataDir, log });
  started.push(database);
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  process.kill(pidInFile(), 'SIGKILL');
  const logFile = join(dataDir, 'postgres.log');
  const tries = () => readFileSync(logFile, 'utf8').split('could not find the database system');
  await expect.poll(tries, { timeout: 30_000 }).toHaveProperty('length', 4);
  expect(log.error.mock.calls).toEqual([
    ['The database ended unexpectedly. Starting it again.'],
    [expect.stringMatching(/^PostgreSQL does not start: .+\. Its log is \/.+\. Trying again/)],
  ]);
  renameSync(`${control}.away`, control);
  await expect.poll(() => log.info.mock.lastCall).toEqual(['The database runs again.']);
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe('a lost password', () => {
  const passwordFile = () => join(dataDir, 'postgres.password');
  const startsAndAnswers = async () => {
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  };

  test('is replaced at the next start', async () => {
    await (await start()).stop();
    await rm(passwordFile());
    await startsAndAnswers();
    await started.pop()!.stop();
    await startsAndAnswers();
  });

  test('is replaced where its file is blank', async () => {
    await (await start()).stop();
    writeFileSync(passwordFile(), '\n');
    await startsAndAnswers();
    await started.pop()!.stop();
    await startsAndAnswers();
  });

  test('is replaced by the start after one that was cut off', async () => {
    await (await start()).stop();
    await rm(passwordFile());
    const control = join(dataDir, 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.away`);
    await expect(start()).rejects.toThrow(/could not prepare the database/);
    renameSync(`${control}.away`, control);
    await startsAndAnswers();
  });

  test("is replaced after a kill whose pid is another program's now", async () => {
    await (await start()).stop();
    await rm(passwordFile());
    // PostgreSQL takes a process of its own user for a server. Root sets the password as “nobody”.
    const id = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout;
    const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid: Number(id) } : {});
    processes.push(stranger);
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '', '', ''];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'));
    await startsAndAnswers();
  });

  test('is named to a command that joins a running server', async () => {
    await start();
    await rm(passwordFile());
    await expect(joinEmbeddedDatabase(dataDir)).rejects.toThrow(
      /postgres.password cannot be read. If it is lost, restart the server/,
    );
  });
});

test('the data directory and all in it is closed to other users', async () => {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, 'of an earlier version'), 'x', { mode: 0o644 });
  const { url } = await start();
  await query(url, 'create table note (text text)');
  const all = readdirSync(dataDir, { recursive: true }).map(String);
  expect(all).toEqual(expect.arrayContaining(['vitrine.lock', 'vitrine.pid', 'postgres.log']));
  const isOpen = (name: string) => {
    const found = lstatSync(join(dataDir, name));
    return !found.isSocket() && (found.mode & 0o077) !== 0;
  };
  expect(['.', ...all].filter(isOpen)).toEqual([]);
});

test('only the owner and the logins that Vitrine makes may connect', async () => {
  const { url } = await start();
  await query(
    url,
    "create role stranger login password 'x'; create role vitrine_own_app login password 'x'",
  );
  const as = (role: string) => {
    const other = new URL(url);
    other.username = role;
    other.password = 'x';
    return query(other.href, 'select current_user as me');
  };
  expect(await as('vitrine_own_app')).toEqual([{ me: 'vitrine_own_app' }]);
  await expect(as('stranger')).rejects.toThrow(/no pg_hba.conf entry/);
});

describe.runIf(process.getuid?.() === 0)('started as root', () => {
  const uidOf = (pid: number) =>
    Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);

  test('PostgreSQL runs as a user that owns the cluster and reads nothing of root', async () => {
    const { url } = await start();
    const uid = uidOf(pidInFile());
    expect(uid).toBeGreaterThan(0);
    expect(spawnSync('getent', ['passwd', String(uid)]).status).not.toBe(0);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
    for (const name of ['.', 'postgres.password', 'postgres.log', 'vitrine.lock'])
      expect([name, statSync(join(dataDir, name)).uid]).toEqual([name, 0]);

    const open = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
    onTestFinished(() => rm(open, { recursive: true }));
    chmodSync(open, 0o755);
    const secret = join(open, 'secret');
    writeFileSync(secret, 'of root', { mode: 0o600 });
    // The cluster's superuser may ask for any file; only the operating system refuses.
    const read = () => query(url, `select pg_read_file('${secret}') as text`);
    await expect(read()).rejects.toThrow(/Permission denied/);
    chmodSync(secret, 0o644);
    expect(await read()).toEqual([{ text: 'of root' }]);
    const program = () => query(url, `copy (select 1) to program 'touch "${open}/made"'`);
    await expect(program()).rejects.toThrow(/program .* failed/);
  });

  test('it takes over a cluster that belongs to root', async () => {
    const first = await start();
    await query(first.url, "create table note as select 'kept' as text");
    await first.stop();
    const cluster = join(dataDir, 'postgres');
    spawnSync('chown', ['-R', '0:0', cluster]);

    const second = await start();
    expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    const uid = uidOf(pidInFile());
    expect(uid).toBeGreaterThan(0);
    const owners = readdirSync(cluster, { recursive: true }).map(
      (name) => lstatSync(join(cluster, String(name))).uid,
    );
    expect(new Set(owners)).toEqual(new Set([uid]));
  });

  test('programs in a closed folder are copied to where others can read them', async () => {
    const closed = join(folder, 'node_modules', 'linux');
    const programs = await binaries();
    const source = dirname(dirname(dirname(programs.postgres)));
    cpSync(source, closed, { recursive: true, verbatimSymlinks: true });
    const own = {
      initdb: join(closed, 'native/bin/initdb'),
      postgres: join(closed, 'native/bin/postgres'),
    };
    const runner = await chooseRunner(folder, join(folder, 'postgres'));
    expect(runner.uid).toBeGreaterThan(0);
    const open = await mkdtemp(join(tmpdir(), 'vitrine-programs-'));
    onTestFinished(() => rm(open, { recursive: true }));
    await expect(readablePrograms(own, runner, [join(folder, 'copies')])).rejects.toThrow(
      /ordinary user/,
    );
    chmodSync(open, 0o777); // others could put their own program there
    await expect(readablePrograms(own, runner, [open])).rejects.toThrow(/ordinary user/);
    chmodSync(open, 0o755);

    const copy = await readablePrograms(own, runner, [open]);
    expect(copy.postgres).toMatch(open);
    const { uid, gid } = runner;
    const run = spawnSync(copy.postgres, ['--version'], { uid, gid, encoding: 'utf8' });
    expect(run.stdout).toMatch(/PostgreSQL\) 18/);
    const writable = readdirSync(open, { recursive: true }).filter((name) => {
      const found = lstatSync(join(open, String(name)));
      return !found.isSymbolicLink() && (found.uid !== 0 || (found.mode & 0o022) !== 0);
    });
    expect(writable).toEqual([]);
    expect(await readablePrograms(copy, runner, [])).toEqual(copy);
  });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir });
  started.push(database);
  return database;
}

const outputs = new Map<ChildProcess, string>();

/** Starts the database in another process, so that it can be killed. The process prints the URL. */
function startElsewhere(): ChildProcess {
  const script = `
    const { startEmbeddedDatabase } = await import(process.argv[1]);
    console.log((await startEmbeddedDatabase({ dataDir: process.argv[2] })).url);
    setInterval(() => {}, 1000);`;
  const url = new URL('./embedded-database.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url, dataDir]);
  outputs.set(child, '');
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => outputs.set(child, outputs.get(child) + String(chunk)));
  }
  processes.push(child);
  return child;
}

async function urlOf(child: ChildProcess): Promise<string> {
  await until(() => outputs.get(child)!.includes('\n'));
  return outputs.get(child)!.trim();
}

async function ended(child: ChildProcess): Promise<number | null> {
  await until(() => child.exitCode !== null || child.signalCode !== null);
  return child.exitCode;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text)
    .then((result) => result.rows)
    .finally(() => client.end());
}

function unfinished(): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));
}

function pidInFile(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function alive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return state !== '' && !state.startsWith('Z');
}

/** Kills the shell that ends the database when its process is gone. */
function killWatcherOf(postmaster: number): void {
  const shells = spawnSync('ps', ['-A', '-o', 'pid=,sess=,comm='], { encoding: 'utf8' }).stdout;
  for (const line of shells.split('\n')) {
    const [pid, session, name] = line.trim().split(/\s+/);
    if (session === String(postmaster) && name === 'sh') process.kill(Number(pid), 'SIGKILL');
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

test('a process that joins while PostgreSQL starts gets a clear error', async () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.password'), 'secret');
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
  await expect(joinEmbeddedDatabase(dataDir)).rejects.toThrow(/No database runs in .* yet/);
});
