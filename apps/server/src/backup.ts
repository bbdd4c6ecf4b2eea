// npm run backup -- <new folder>: copies the whole installation (docs/operations.md).
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backUp } from './kit/backup/back-up.ts';
import { BackupProblem } from './kit/backup/manifest.ts';
import { readCommandLine } from './platform/command-line.ts';
import { readConfig } from './platform/config.ts';
import { findOrJoinDatabase } from './platform/find-database.ts';
import { openObjectStore } from './platform/open-object-store.ts';

const usage = 'npm run backup -- <new folder>';
const [folder, ...more] = readCommandLine(usage, {}).positionals;
process.umask(0o077); // new files are closed to other users
try {
  if (!folder || more.length) throw new BackupProblem(usage);
  await run(resolve(process.env['INIT_CWD'] ?? '.', folder));
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof BackupProblem ? message : stack}\n`);
  process.exitCode = 1;
}

async function run(target: string) {
  const config = readConfig();
  if (!config.databaseUrl)
    await access(join(config.dataDir, 'postgres')).catch(() => {
      throw new BackupProblem(`There is no Vitrine in ${config.dataDir}.`);
    });
  const server = await findOrJoinDatabase(config);
  try {
    const { tables, files } = await backUp(server.url, await openObjectStore(config), target);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${target}: ${rows} rows of ${tables.length} tables, ${files.count} files (${files.bytes} bytes)\n`,
    );
    for (const key of files.missing)
      process.stderr.write(`The store has no ${key}, though a row names it.\n`);
  } finally {
    await server.stop();
  }
}
