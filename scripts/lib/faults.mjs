// Collects the faults that `npm run mutate` plants. scripts/faults has one file for each domain, and
// for each room that is shared.
import { readdirSync } from 'node:fs';

const folder = new URL('../faults/', import.meta.url);
const files = readdirSync(folder).toSorted();
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

/**
 * The planted faults: `rule` is the broken rule. `from` stands once in `file`, and `to` replaces it.
 * `test` must fail then. `only` is a part of the test's name: what need not run is left out.
 */
export const faults = modules.flatMap((module) => module.faults);
