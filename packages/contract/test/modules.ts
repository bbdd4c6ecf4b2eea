import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const src = join(import.meta.dirname, '../src');

interface Module {
  limits?: Record<string, unknown>;
  messages?: Record<string, string>;
}

const files = (await readdir(src)).filter((name) => name.endsWith('.ts'));

/** Every file of the contract by its name, so that a new one cannot be forgotten. */
export const modules: readonly (Module & { name: string })[] = await Promise.all(
  files.map(async (file) => ({
    ...((await import(join(src, file))) as Module),
    name: file.replace(/\.ts$/, ''),
  })),
);
