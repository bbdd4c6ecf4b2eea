import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { diskRemedy } from './disk.ts';
import { OperatorProblem } from './operator-problem.ts';

const STICKY = 0o1000;

/** Names of what a server writes here. Other files are of no concern. */
const ownEntries = new Set([
  'files',
  'files.secret',
  'imports',
  'postgres',
  'postgres.log',
  'postgres.password',
  'tmp',
  'vapid.json',
  'vitrine.lock',
]);

/**
 * Creates the data directory if it is missing. Closes it and its entries to other users. Returns
 * its real path.
 */
export async function openDataDir(path: string): Promise<string> {
  const realPath = await makeFolder(path).catch((cause: Error) => {
    if (cause instanceof OperatorProblem) throw cause;
    throw dataDirProblem(path, cause);
  });
  // Earlier versions left files here that others could read. Closed folders protect deeper files.
  for (const entry of await fs.readdir(realPath, { withFileTypes: true })) {
    if (entry.isDirectory()) await closeToOthers(join(realPath, entry.name), 0o700);
    if (entry.isFile()) await closeToOthers(join(realPath, entry.name), 0o600);
    if (ownEntries.has(entry.name)) await requireAccess(realPath, entry.name);
  }
  return realPath;
}

/** The sentence of a folder that this process cannot write. */
export const dataDirProblem = (path: string, cause: Error) =>
  new OperatorProblem(
    `DATA_DIR ${path} cannot be used (${cause.message}): ` +
      `${diskRemedy(cause) ?? 'make it, or give it to this user'}.`,
    { cause },
  );

/** A folder that was copied, or used by another user before, keeps the owners of its entries. */
async function requireAccess(dataDir: string, name: string) {
  await fs.access(join(dataDir, name), fs.constants.R_OK | fs.constants.W_OK).catch((cause) => {
    throw new OperatorProblem(
      `DATA_DIR ${dataDir} cannot be used: ${name} in it belongs to another user. Give all of it to this ` +
        `one: chown -R ${process.getuid?.()} ${dataDir}`,
      { cause },
    );
  });
}

async function makeFolder(path: string) {
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  const realPath = await fs.realpath(path);
  if ((await fs.stat(realPath)).mode & STICKY)
    throw new OperatorProblem(
      `DATA_DIR must be a folder of its own: ${realPath} is shared by all users.`,
    );
  await closeToOthers(realPath, 0o700);
  await fs.access(realPath, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  return realPath;
}

/** Ignores a refusal: a mounted folder may belong to another user, who alone can set its mode. */
async function closeToOthers(path: string, mode: number): Promise<void> {
  await fs.chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOENT', 'EROFS', 'ENOTSUP'].includes(error.code!)) throw error;
  });
}
