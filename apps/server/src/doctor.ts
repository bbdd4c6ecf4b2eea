// npm run doctor [-- --isolation | --citus]: checks an installation (docs/operations.md).
import { openOwnerClient } from './kit/backup/owner-client.ts';
import { checkCitus } from './kit/doctor/check-citus.ts';
import { checkDatabase } from './kit/doctor/check-database.ts';
import { checkDisk, checkDns, checkSettings } from './kit/doctor/check-machine.ts';
import { checkMail, checkObjectStore } from './kit/doctor/check-services.ts';
import { findings, type Finding } from './kit/doctor/finding.ts';
import { readCommandLine, readConfigOrExit, sentenceOf } from './platform/command-line.ts';
import { readConfig, SettingsProblem, type Config } from './platform/config.ts';
import {
  findOrJoinDatabase,
  hasDatabase,
  refuseUnfinishedRestore,
} from './platform/find-database.ts';
import { OperatorProblem } from './platform/operator-problem.ts';

const marks = { good: '✓', note: '–', bad: '✗' };
let bad = false;
process.umask(0o077); // new files are closed to other users
const usage = 'npm run doctor [-- --isolation | --citus]';
const { values, positionals } = readCommandLine(usage, {
  isolation: { type: 'boolean' },
  citus: { type: 'boolean' },
});
if (positionals.length || (values.isolation && values.citus)) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
if (values.isolation) await isolate();
else if (values.citus) await examineForCitus();
else await examine();
// A server that does not answer in time may still hold its connection.
process.exit(bad ? 1 : 0);

async function isolate() {
  const config = readConfigOrExit();
  const server = await findOrJoinDatabase(config);
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const { proveIsolation } = await import('./isolation/prove.ts');
    const { cases, leaks, skipped } = await proveIsolation({
      config,
      url: server.url,
      onProgress: printLine,
    });
    for (const line of [...skipped, ...leaks]) printLine(line);
    printLine(`${cases} cases, ${leaks.length} leaks`);
    bad = leaks.length > 0;
  } finally {
    await server.stop();
  }
}

/** Checks whether Citus could distribute the tables over several machines. */
async function examineForCitus() {
  const server = await findOrJoinDatabase(readConfigOrExit());
  try {
    const { client } = await openOwnerClient(server.url);
    try {
      printFindings(await checkCitus(client));
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

async function examine() {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error;
    return printFindings([findings('settings').bad(error.message)]);
  }
  printFindings(checkSettings(config));
  printFindings(await checkDisk(config));
  const hosts = await examineDatabase(config);
  printFindings(await checkMail(config));
  printFindings(await checkObjectStore(config, `https://${hosts[0] ?? config.platformHosts[0]}`));
  printFindings(await checkDns(config, hosts));
}

/** Checks the database, and returns the hosts of the schools. */
async function examineDatabase(config: Config): Promise<string[]> {
  const { bad: no } = findings('database');
  try {
    await refuseUnfinishedRestore(config);
    if (!(await hasDatabase(config))) {
      printFindings([no(`There is none in ${config.dataDir} yet: start the server once.`)]);
      return [];
    }
    const server = await findOrJoinDatabase(config);
    const { client } = await openOwnerClient(server.url);
    try {
      printFindings(await checkDatabase(client, server.url, config));
      const { rows: tables } = await client.query("SELECT to_regclass('tenants') AS it");
      if (!tables[0].it) return [];
      const { rows } = await client.query<{ slug: string; domain: string | null }>(
        'SELECT slug, domain FROM tenants ORDER BY id',
      );
      return rows.map(({ slug, domain }) => domain ?? `${slug}.${config.platformHosts[0]}`);
    } finally {
      await client.end();
      await server.stop();
    }
  } catch (error) {
    printFindings([
      no(
        error instanceof OperatorProblem
          ? error.message
          : `It does not answer: ${sentenceOf(error)}. Check DATABASE_URL, and that it runs.`,
      ),
    ]);
    return [];
  }
}

function printFindings(findings: Finding[]) {
  for (const { level, topic, text } of findings) {
    bad ||= level === 'bad';
    process.stdout.write(`${marks[level]} ${topic}: ${text}\n`);
  }
}
