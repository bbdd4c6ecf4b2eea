import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** The stylesheets of pages that share one document. The visitor's pages load nothing else. */
const sheets = globSync('**/*.css', { cwd: source }).filter(
  (file) => !file.includes('login-page/') && !file.endsWith('contrast.css'),
);

/** The classes that a sheet styles wherever they stand: selectors of one class, in no other rule. */
function classesOf(css: string) {
  const classes = new Set<string>();
  const outer: boolean[] = [];
  for (const [, prelude = '', end] of css
    .replace(/\/\*.*?\*\//gs, '')
    .matchAll(/([^{};]*)([{};])/g)) {
    const isRule = !prelude.trim().startsWith('@');
    if (end === '{' && isRule && !outer.includes(true))
      for (const selector of prelude.split(','))
        if (/^\.[\w-]+$/.test(selector.trim())) classes.add(selector.trim());
    if (end === '{') outer.push(isRule);
    if (end === '}') outer.pop();
  }
  return classes;
}

test('a class has one stylesheet: two would mix once both have loaded', () => {
  const owners = new Map<string, string[]>();
  for (const file of sheets)
    for (const name of classesOf(readFileSync(join(source, file), 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), file]);
  expect(owners.size).toBeGreaterThan(300);
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([]);
});
