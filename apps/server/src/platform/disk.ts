import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { OperatorProblem } from './operator-problem.ts';

/** Flushes a file's content, or a folder's entries, to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

/** Whether a file or folder exists. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The SHA-256 of a file's content, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const diskRemedies: Record<string, string> = {
  EROFS: 'mount its disk for writing',
  ENOSPC: 'make room on its disk',
  EDQUOT: 'make room on its disk',
};

/** Returns what lets a disk be written again. Undefined if the disk is not the cause. */
export const diskRemedy = (cause: unknown): string | undefined =>
  diskRemedies[(cause as NodeJS.ErrnoException).code ?? ''];

/** The sentence of a command that cannot write into the folder that it was given. */
export const unwritable = (folder: string, cause: Error) =>
  new OperatorProblem(
    `${folder} cannot be written (${cause.message}): ` +
      `${diskRemedy(cause) ?? 'give it to this user'}, or name another folder.`,
    { cause },
  );
