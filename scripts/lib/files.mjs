import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** @returns {string[]} the files of a folder of the repository, without installed and built ones */
export function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
