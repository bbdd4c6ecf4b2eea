import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Documents must name settings as the server reads them: the server ignores a misspelled one. */
const root = join(import.meta.dirname, '../../..');
const paper = (name: string) => readFile(join(root, name), 'utf8');

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1]!).toSorted();

const read = namesIn(
  await paper('apps/server/src/platform/config.ts'),
  /env(?:\['|, ')([A-Z][A-Z0-9_]+)'/g,
);

test('docs/settings.md documents every setting that is read, and no other', async () => {
  const table = (await paper('docs/settings.md')).split('## Variables')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').map((row) => row.split('|')[1] ?? '');
  const documented = namesIn(rows.join('\n'), /`([A-Z][A-Z0-9_]+)`/g);
  expect(documented).toEqual([...new Set(read)].filter((name) => name !== 'NODE_ENV'));
});

test('compose.yaml sets only settings that are read', async () => {
  const [, service] = (await paper('compose.yaml')).split(/^ {2}vitrine:$/m);
  const set = namesIn(service!.split(/^ {2}\w+:$/m)[0]!, /^ {6}([A-Z][A-Z0-9_]+):/gm);
  expect(set).not.toEqual([]);
  expect(set.filter((name) => !read.includes(name))).toEqual([]);
});
