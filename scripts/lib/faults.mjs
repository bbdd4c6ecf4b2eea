// Collects the faults that `npm run mutate` plants. scripts/faults has one file for each domain, and
// for each room that is shared.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = new URL('../faults/', import.meta.url);
const files = readdirSync(folder).toSorted();
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

/**
 * The planted faults: `rule` is the broken rule. `from` stands once in `file`, and `to` replaces it.
 * `test` must fail then. `only` is a part of the test's name: what need not run is left out.
 */
export const faults = modules.flatMap((module) => module.faults);

/** The file of a fault: its text, and the one with the fault. Null if `from` does not stand there once. */
export function planted({ file, from, to }) {
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const parts = text.split(from);
  return { text, faulty: parts.length === 2 ? parts.join(to) : null };
}
