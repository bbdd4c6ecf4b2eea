import { events } from '@vitrine/contract/events';
import { roles, type Role } from '@vitrine/contract/roles';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildApp } from '../app.ts';
import { openOwnerClient } from '../kit/backup/owner-client.ts';
import type { Config } from '../platform/config.ts';
import { openLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { codeOf, sqlState } from '../platform/sql-state.ts';
import { tryCalls, tryFiles } from './calls.ts';
import { tryForeignKeys, tryRowLevelSecurity, type Report } from './rows.ts';
import {
  makeSchool,
  removeSchools,
  signInAs,
  sumOf,
  tableNames,
  type TrialSchool,
} from './schools.ts';

/** The result of all attempts. One leak is a way from one school into another. */
export interface Proof {
  cases: number;
  leaks: string[];
  /** The cases that could not be tried, with the reason. */
  skipped: string[];
}

interface Options {
  config: Config;
  /** Signs in as the owner of the tables. */
  url: string;
  /** Number of the other school's ids that are tried in each place. */
  ids?: number;
  /** The roles of the school `own` that try them. Default: every role. */
  as?: readonly Role[];
  /** Selects the calls that are tried. Default: all. */
  calls?: (name: string) => boolean;
  /** Whether to switch layers off in a copy of the database. */
  copies?: boolean;
  onProgress?: (line: string) => void;
}

/**
 * Creates two schools on an installation, tries to reach one from the other by every call, file,
 * event stream and table, and removes both. In a copy of the empty tables it switches off row-level
 * security, then foreign keys. The other layer alone must keep the schools apart.
 */
export async function proveIsolation({
  config,
  url,
  ids = 1_000,
  as = roles,
  calls = () => true,
  copies = true,
  onProgress = () => {},
}: Options): Promise<Proof> {
  const proof: Proof = { cases: 0, leaks: [], skipped: [] };
  const report: Report = (leak) => {
    proof.cases += 1;
    if (leak) proof.leaks.push(leak);
  };
  const run = { config, url, ids, as, calls, report, onProgress };
  await onInstallation(run);
  if (!copies) return proof;
  try {
    await inCopy(run);
  } catch (error) {
    if (codeOf(error) !== sqlState.insufficientPrivilege) throw error;
    proof.skipped.push('The role may not create a database: no layer was switched off.');
  }
  return proof;
}

type Run = Required<Omit<Options, 'copies'>> & { report: Report };

async function onInstallation({ config, url, ids, as, calls, report, onProgress }: Run) {
  await withSchools({ config, url }, async ({ app, platform, client, appClient, own, other }) => {
    const tables = await tableNames(client);
    const changed = await watchTables(client, tables, other);
    const signIn = (role: Role) => signInAs(client, own, role);
    const trial = { app, own, other, ids, as, calls, report, changed, signIn };
    onProgress('Calls and pages…');
    await tryCalls(trial);
    await withFile(platform, client, other, () =>
      tryFiles(trial, (path) => platform.files.signedUrl(path, 10)),
    );
    await tryEvents(app, client, trial);
    onProgress('Tables…');
    await tryRowLevelSecurity(appClient, tables, { own, other, report });
    await tryForeignKeys(appClient, { own, other, report });
    for (const table of await changed()) report(`${table} of the other school was changed`);
  });
}

/** Returns a function that lists the tables of a school that changed since its last call. */
async function watchTables(client: pg.Client, tables: string[], school: TrialSchool) {
  let checksum = await sumOf(client, tables, school.id);
  return async () => {
    const now = await sumOf(client, tables, school.id);
    const differ = tables.filter((table) => now.get(table) !== checksum.get(table));
    checksum = now;
    return differ;
  };
}

/** Runs the cases in a database beside the installation's, with the same migrations and two schools. */
async function inCopy({ config, url, ids, as, calls, report, onProgress }: Run) {
  const name = `vitrine_doctor_${randomBytes(6).toString('hex')}`;
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  const { client: maker } = await openOwnerClient(url);
  try {
    await maker.query(`CREATE DATABASE ${name}`);
    try {
      await migrate(copy.href);
      for (const layer of ['row-level security', 'foreign keys'] as const) {
        onProgress(`A copy without ${layer}…`);
        await withSchools(
          { config: { ...config, appDatabaseUrl: null }, url: copy.href },
          async (trial) => {
            const { app, client, appClient, own, other } = trial;
            const tables = await tableNames(client);
            if (layer === 'row-level security') {
              for (const table of tables)
                await client.query(
                  `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY`,
                );
              await tryForeignKeys(appClient, { own, other, report });
              for (const table of tables)
                await client.query(
                  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
                );
            } else {
              await dropForeignKeys(client);
              await tryRowLevelSecurity(appClient, tables, { own, other, report });
              const changed = await watchTables(client, tables, other);
              const signIn = (role: Role) => signInAs(client, own, role);
              await tryCalls({ app, own, other, ids, as, calls, report, changed, signIn });
            }
          },
        );
      }
    } finally {
      await maker.query(`DROP DATABASE ${name} WITH (FORCE)`);
      for (const use of ['app', 'jobs'])
        await maker.query(`DROP ROLE IF EXISTS vitrine_${name}_${use}`);
    }
  } finally {
    await maker.end();
  }
}

async function dropForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
       AND confrelid <> 'tenants'::regclass`,
  );
  for (const { sql } of rows) await client.query(sql);
}

interface Schools {
  app: FastifyInstance;
  platform: Platform;
  /** `client` is signed in as the owner of the tables, `appClient` as the application. */
  client: pg.Client;
  appClient: pg.Client;
  own: TrialSchool;
  other: TrialSchool;
}

/** Runs `work` with two schools and a server in this process. Removes them even after an error. */
async function withSchools(
  { config, url }: Pick<Run, 'config' | 'url'>,
  work: (schools: Schools) => Promise<void>,
) {
  const log = openLog({ logLevel: 'silent' });
  const platform = await openPlatform(config, url, log); // also migrates the jobs' tables
  const { logins } = await migrate(url, config.appDatabaseUrl);
  const { client } = await openOwnerClient(url);
  const appClient = new pg.Client({ connectionString: logins.app.url });
  appClient.on('error', () => {});
  const tenantIds: number[] = [];
  let app: FastifyInstance | undefined;
  try {
    await appClient.connect();
    app = await buildApp(platform);
    await app.ready();
    const host = config.platformHosts[0]!;
    const make = async () => {
      const school = await makeSchool(client, platform.database, host);
      tenantIds.push(school.id);
      return school;
    };
    const [own, other] = [await make(), await make()];
    await work({ app, platform, client, appClient, own, other });
  } finally {
    await app?.close();
    await platform.jobs.stop();
    await platform.database.close();
    await appClient.end();
    await client.query('RESET ALL');
    await removeSchools(client, tenantIds);
    await client.end();
  }
}

/** Stores the content of a file's row while `work` runs. */
async function withFile(
  { files }: Platform,
  client: pg.Client,
  school: TrialSchool,
  work: () => Promise<void>,
) {
  const path = await files.tempPath();
  await writeFile(path, school.marker, { mode: 0o600 });
  const key = school.path.replace('/files/', '');
  const size = school.marker.length;
  const name = key.split('/')[1]!;
  await files.objects.put(key, { path, size }, 'application/pdf');
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(school.id)]);
  await client.query(
    `UPDATE files SET state = 'ready', kind = 'file', use = 'lesson_file', type = 'application/pdf', bytes = $2
     WHERE tenant_id = app_tenant() AND name = $1`,
    [name, size],
  );
  await work().finally(() => files.objects.delete(key));
}

const STREAM_MS = 500;

/** Tries events of the other school, and of `own` with its ids. No stream of `own` may get them. */
async function tryEvents(
  app: FastifyInstance,
  client: pg.Client,
  { own, other, report }: { own: TrialSchool; other: TrialSchool; report: Report },
) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = (cookie: string, host: string) => {
    let receivedText = '';
    const status = Promise.withResolvers<number>();
    const stream = request(
      { port, host: '127.0.0.1', path: '/api/v1/events', agent: false, headers: { host, cookie } },
      (answer) => {
        answer.on('data', (chunk: Buffer) => (receivedText += chunk.toString()));
        status.resolve(answer.statusCode!);
      },
    );
    stream.on('error', () => status.resolve(0));
    stream.end();
    return { received: () => receivedText, status: status.promise, close: () => stream.destroy() };
  };
  for (const [cookie, host] of [
    [other.cookie, own.host],
    [own.cookie, other.host],
  ] as const) {
    const foreign = open(cookie, host);
    const status = await foreign.status;
    report(
      status === 401 ? null : `an event stream opens with another school's session: ${status}`,
    );
    foreign.close();
  }
  const stream = open(own.cookie, own.host);
  await stream.status;
  const receivedBefore = stream.received();
  let sentCount = 0;
  for (const kind of Object.keys(events))
    for (const id of other.ids)
      for (const tenant of [other.id, own.id]) {
        sentCount += 1;
        const payload = JSON.stringify({ tenant, kind, id });
        await client.query("SELECT pg_notify('events', $1)", [payload]);
      }
  await sleep(STREAM_MS);
  const leaked = stream.received().slice(receivedBefore.length).includes(other.marker);
  for (let index = 0; index < sentCount; index += 1)
    report(leaked && index === 0 ? 'an event stream tells of the other school' : null);
  stream.close();
}
