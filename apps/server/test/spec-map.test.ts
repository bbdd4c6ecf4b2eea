import { allRoutes } from '@vitrine/contract';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * docs/spec-map.md names the route of every call of the specification. This test fails if a call is
 * missing there: `npm run generate -w @vitrine/server` rewrites the file. With
 * SPECIFICATION=<folder of calls.json> it also reads the calls of the specification again.
 */
const file = join(import.meta.dirname, '../../../docs/spec-map.md');
const storedCalls = join(import.meta.dirname, 'spec-calls.txt');

interface SpecCall {
  area: string;
  method: string;
  path: string;
  src?: string;
}

/** A call with who may make it, and the status of its answer. */
interface StoredCall extends SpecCall {
  who: string;
  status: number;
}

/**
 * Reads one call per line: area, method, path, the part of the specification that defines it, who
 * may make it, and its status.
 */
async function specCalls(): Promise<StoredCall[]> {
  const lines = (await readFile(storedCalls, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [area = '', method = '', path = '', src = '', who = '', status] = line.split(' ');
    return { area, method, path, src, who, status: Number(status) };
  });
}

async function readSpecification(folder: string): Promise<void> {
  type Call = SpecCall & { who: string; out?: string };
  const read = async (name: string): Promise<Call[]> =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as Call[];
  const v1 = await read('calls-v1.json');
  const calls = [...(await read('calls.json')), ...v1.map((call) => ({ ...call, src: 'v1' }))];
  const lines = calls.map(({ area, method, path, src = '', who, out = '' }) =>
    [area, method, path, sourceOf(src), who, /^\d{3}/.exec(out)?.[0] ?? '200'].join(' '),
  );
  await writeFile(storedCalls, `${lines.join('\n')}\n`);
}

/** The contract gave a path to each call that the specification describes without one. */
const sourceOf = (src: string) => (src.startsWith('ours (') ? 'contract' : src);

const shape = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

function write(calls: SpecCall[]) {
  const mounted = new Map(
    allRoutes.map((named) => [shape(named.route.method, named.route.path), named]),
  );
  const named = new Set(calls.map(({ method, path }) => shape(method, path)));
  const contractCalls = allRoutes
    .filter(({ route }) => !named.has(shape(route.method, route.path)))
    .map(({ domain, route }) => ({
      area: domain,
      method: route.method,
      path: route.path,
      src: 'ours',
    }));
  const rows = [...calls, ...contractCalls].map(({ area, method, path, src = '' }) => {
    const standing = mounted.get(shape(method, path));
    const where = standing ? `\`${standing.name}\` in contract/${standing.domain}` : 'not yet';
    return `| ${area} | ${method} | \`${path}\` | ${src} | ${where} |`;
  });
  const missing = rows.filter((row) => row.endsWith('not yet |')).length;
  return `# Where the specification stands

Every call of the specification, and the route of the contract that implements it. \`npm run generate -w @vitrine/server\` writes this page; apps/server/test/spec-map.test.ts fails when it is outdated. The source names the part of the specification: A, B, C, \`contract\` (described in a part, its path settled by the contract page), \`v1\` (the calls around them), \`ours\` (added here). [spec-choices.md](spec-choices.md) says what we chose where sentences of the specification differ.

${rows.length - missing} calls are implemented, ${missing} are not yet.

| area | method | path | source | where |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

test('the map names the route of every call', async () => {
  const folder = process.env['SPECIFICATION'];
  if (process.env['UPDATE'] && folder) await readSpecification(folder);
  const generated = write(await specCalls());
  if (process.env['UPDATE']) await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});

/** The contract settles these otherwise: an open showcase, and 401 for a visitor's own session. */
const settledOtherwise: Record<string, string> = {
  'GET /api/auth/tenants/template_settings/{tenant}': 'showcase',
  'GET /api/platform/auth/custom-html/filters/{page}': 'showcase',
  'GET /api/v1/courses/{id}': 'showcase',
  'GET /api/v1/home': 'showcase',
  'GET /api/v1/lessons/{id}': 'showcase',
  'GET /api/v1/session': 'member',
};

test('every call names its source, is open to whom the specification says, and answers its status', async () => {
  const routes = new Map(
    allRoutes.map(({ route }) => [shape(route.method, route.path), route] as const),
  );
  const calls = await specCalls();
  const wanted = calls.map(({ method, path, src, who, status }) => {
    const call = `${method} ${path}`;
    return `${call} ${src} ${settledOtherwise[call] ?? who} ${status}`;
  });
  const declared = calls.map(({ method, path }) => {
    const route = routes.get(shape(method, path));
    return `${method} ${path} ${route?.source} ${route?.access} ${route?.status}`;
  });
  expect(declared).toEqual(wanted);
  const named = new Set(calls.map(({ method, path }) => shape(method, path)));
  for (const [call, route] of routes) if (!named.has(call)) expect(route.source, call).toBe('ours');
});
