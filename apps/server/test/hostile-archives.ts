import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import yazl from 'yazl';

type Entries = Map<string, Buffer>;

/** The entries of an archive, by their names. */
export async function entriesOf(path: string): Promise<Entries> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const entries: Entries = new Map();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return entries;
}

export async function writeZip(path: string, entries: Entries) {
  const zip = new yazl.ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

interface LooseManifest {
  format: number;
  migrations: { name: string; hash: string }[];
  tables: { name: string; columns: string[]; rows: number; sha256: string }[];
}

function manifestOf(entries: Entries, change: (manifest: LooseManifest) => void) {
  const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as LooseManifest;
  change(manifest);
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
}

/** Changes the lines of a table, with its checksum and count, as an attacker would do it. */
export function linesOf(entries: Entries, table: string, change: (line: string) => string) {
  const name = `tables/${table}.ndjson`;
  const lines = entries.get(name)!.toString().split('\n').slice(0, -1).map(change);
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  entries.set(name, content);
  manifestOf(entries, ({ tables }) => {
    const entry = tables.find((one) => one.name === table)!;
    entry.sha256 = createHash('sha256').update(content).digest('hex');
  });
}

/** Damaged and hostile archives: what is wrong, the sentence that refuses it, and how to make it so. */
export const hostileChanges: [string, RegExp, (entries: Entries) => void][] = [
  [
    'a row that was changed',
    /broken: tables\/products/,
    (entries) => {
      const name = 'tables/products.ndjson';
      entries.set(name, Buffer.from(entries.get(name)!.toString().replace('Plano', 'Plana')));
    },
  ],
  [
    'a table that is gone',
    /tables\/members\.ndjson is missing/,
    (entries) => entries.delete('tables/members.ndjson'),
  ],
  [
    'a file that is gone',
    /files\/\w+ is missing/,
    (entries) => {
      entries.delete([...entries.keys()].find((name) => name.startsWith('files/'))!);
    },
  ],
  [
    'a file that was changed',
    /broken: files\//,
    (entries) => {
      entries.set(
        [...entries.keys()].find((name) => name.startsWith('files/'))!,
        Buffer.from('x'),
      );
    },
  ],
  [
    'a file that nobody named',
    /does not name/,
    (entries) => entries.set(`files/${'0'.repeat(64)}`, Buffer.from('x')),
  ],
  [
    'an entry of another name',
    /holds “run\.sh”/,
    (entries) => entries.set('run.sh', Buffer.from('x')),
  ],
  ['no manifest', /manifest\.json is missing/, (entries) => entries.delete('manifest.json')],
  [
    'another format',
    /has the format 2/,
    (entries) => manifestOf(entries, (one) => (one.format = 2)),
  ],
  [
    'a newer version',
    /newer Vitrine wrote this archive \(9999_new\.sql\)/,
    (entries) =>
      manifestOf(entries, ({ migrations }) => migrations.push({ name: '9999_new.sql', hash: 'x' })),
  ],
  [
    'an older version',
    /older Vitrine wrote this archive/,
    (entries) => manifestOf(entries, ({ migrations }) => void migrations.pop()),
  ],
  [
    'an unknown table',
    /unknown table, sessions/,
    (entries) => manifestOf(entries, ({ tables }) => (tables[0]!.name = 'sessions')),
  ],
  [
    'an unknown column',
    /unknown column, products\.tenant_id/,
    (entries) =>
      manifestOf(entries, ({ tables }) => {
        tables.find(({ name }) => name === 'products')!.columns.push('tenant_id');
      }),
  ],
  [
    'a row of another school',
    /unknown column, products\.tenant_id/,
    (entries) => linesOf(entries, 'products', (line) => line.replace('{', '{"tenant_id":1,')),
  ],
  [
    'a row that leads nowhere',
    /breaks a rule of the database: member_products/,
    (entries) =>
      linesOf(entries, 'member_products', (line) =>
        line.replace(/"product_id":\d+/, '"product_id":987654'),
      ),
  ],
  [
    'a row that breaks a rule',
    /breaks a rule of the database: /,
    (entries) =>
      linesOf(entries, 'products', (line) => line.replace(/"status":"\w+"/, '"status":"nonsense"')),
  ],
  [
    'a look with a font that no page knows',
    /breaks a rule of the database: platform_settings, platform_settings_font_check/,
    (entries) =>
      linesOf(entries, 'platform_settings', (line) =>
        line.replace(/"font_primary":"[^"]+"/, '"font_primary":"constructor"'),
      ),
  ],
  [
    'a look with a colour that is none',
    /breaks a rule of the database: platform_settings, platform_settings_colors_check/,
    (entries) =>
      linesOf(entries, 'platform_settings', (line) =>
        line.replace(/"primary_color":"[^"]+"/, '"primary_color":"red;}"'),
      ),
  ],
  [
    'a number that no server made',
    /products has an id/,
    (entries) =>
      linesOf(entries, 'products', (line) => line.replace(/"id":\d+/, '"id":9007199254740991')),
  ],
  [
    'a file of a kind that is none',
    /breaks a rule of the database: files/,
    (entries) =>
      linesOf(entries, 'files', (line) => line.replace(/"kind":"\w+"/, '"kind":"constructor"')),
  ],
  [
    'an image that is a page',
    /shows a file as what it is not/,
    (entries) =>
      linesOf(entries, 'files', (line) =>
        line.replace(/"type":"image\/\w+"/, '"type":"text/html"'),
      ),
  ],
  [
    'captions that are a page',
    /shows a file as what it is not/,
    (entries) =>
      linesOf(entries, 'files', (line) =>
        line.includes('"kind":"file"')
          ? line
              .replace('"kind":"file"', '"kind":"captions"')
              .replace(/"type":"[^"]+"/, '"type":"text/html"')
          : line,
      ),
  ],
  [
    'a file that lies elsewhere',
    /names a file that no server made/,
    (entries) =>
      linesOf(entries, 'files', (line) =>
        line.replace(/"name":"[^"]+"/, '"name":"../../etc/passwd"'),
      ),
  ],
];
