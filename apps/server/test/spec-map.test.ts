import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '@vitrine/contract';
import { expect, test } from 'vitest';

/**
 * docs/spec-map.md says of every call of the specification where it stands, and this test holds it
 * true. `npm run spec-map -w @vitrine/server` writes it anew after a call has been added. With
 * SPECIFICATION=<folder of calls.json> it reads the calls of the specification anew as well.
 */
const file = join(import.meta.dirname, '../../../docs/spec-map.md');
const kept = join(import.meta.dirname, 'spec-calls.txt');

interface SpecCall {
  area: string;
  method: string;
  path: string;
  src?: string;
}

/** One call a line: area, method, path, and the part of the specification that fixes it. */
async function specCalls(): Promise<SpecCall[]> {
  const lines = (await readFile(kept, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [area, method, path, src] = line.split(' ') as [string, string, string, string];
    return { area, method, path, src };
  });
}

async function readSpecification(folder: string): Promise<void> {
  const read = async (name: string): Promise<SpecCall[]> =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as SpecCall[];
  const v1 = await read('calls-v1.json');
  const calls = [...(await read('calls.json')), ...v1.map((call) => ({ ...call, src: 'v1' }))];
  const lines = calls.map(({ area, method, path, src = '' }) =>
    [area, method, path, sourceOf(src)].join(' '),
  );
  await writeFile(kept, `${lines.join('\n')}\n`);
}

/** A call that the specification describes without a path was given one by its contract page. */
const sourceOf = (src: string) => (src.startsWith('ours (') ? 'contract' : src);

const shape = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

function write(calls: SpecCall[]) {
  const mounted = new Map(
    allRoutes.map((named) => [shape(named.route.method, named.route.path), named]),
  );
  const named = new Set(calls.map(({ method, path }) => shape(method, path)));
  const ours = allRoutes
    .filter(({ route }) => !named.has(shape(route.method, route.path)))
    .map(({ domain, route }) => ({
      area: domain,
      method: route.method,
      path: route.path,
      src: 'ours',
    }));
  const rows = [...calls, ...ours].map(({ area, method, path, src = '' }) => {
    const standing = mounted.get(shape(method, path));
    const where = standing ? `\`${standing.name}\` in contract/${standing.domain}` : 'not yet';
    return `| ${area} | ${method} | \`${path}\` | ${src} | ${where} |`;
  });
  const missing = rows.filter((row) => row.endsWith('not yet |')).length;
  return `# Where the specification stands

Every call of the specification and where it stands in this house; written by \`npm run spec-map -w @vitrine/server\` and held true by apps/server/test/spec-map.test.ts. The source is the part that fixes the call: A, B, C, \`contract\` (described there, its path settled by the contract page), \`v1\` (the calls around them), \`ours\` (added here).

${rows.length - missing} calls stand, ${missing} do not stand yet.

| area | method | path | source | where |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

test('the map tells the truth about every call', async () => {
  const folder = process.env['SPECIFICATION'];
  if (process.env['UPDATE_MAP'] && folder) await readSpecification(folder);
  const made = write(await specCalls());
  if (process.env['UPDATE_MAP']) await writeFile(file, made);
  expect(await readFile(file, 'utf8')).toBe(made);
});
