// npm run backup -- <new folder>: copies the whole installation (docs/operations.md).
import { backUp } from './kit/backup/back-up.ts';
import { BackupProblem } from './kit/backup/manifest.ts';
import { runFolderCommand } from './kit/backup/run-command.ts';
import { readConfigOrExit } from './platform/command-line.ts';
import { findOrJoinDatabase, hasDatabase } from './platform/find-database.ts';
import { openObjectStore } from './platform/open-object-store.ts';

await runFolderCommand('npm run backup -- <new folder>', run);

async function run(target: string) {
  const config = readConfigOrExit();
  if (!(await hasDatabase(config)))
    throw new BackupProblem(`There is no Vitrine in ${config.dataDir}.`);
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
