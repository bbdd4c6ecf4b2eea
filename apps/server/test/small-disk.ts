import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** Mounts a disk of this size, such as `64k`, at a new folder until the test ends. Needs `mayMount()`. */
export async function mountSmallDisk(folder: string, size: string) {
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
  onTestFinished(async () => {
    await run('umount', [folder]);
  });
  return folder;
}
