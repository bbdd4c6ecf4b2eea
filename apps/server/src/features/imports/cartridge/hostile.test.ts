import { Buffer } from 'node:buffer';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { rawZip, type RawEntry } from '../../../../test/cartridges/raw-zip.ts';
import {
  entriesOf,
  item,
  manifest,
  onDisk,
  read,
  refusal,
  resource,
} from '../../../../test/cartridges/written-cartridges.ts';
import { readCartridge } from './read-cartridge.ts';

const good = manifest(item('M', '', item('Aula', 'p')), resource('p', 'webcontent', 'p.html'));
const files = { 'imsmanifest.xml': good, 'p.html': '<p>Oi</p>' };

function refused(...extra: RawEntry[]): Promise<string> {
  return refusal(read([...entriesOf(files), ...extra]));
}

test('the plain cartridge is accepted', async () => {
  expect(await refused()).toBe('accepted');
});

test.each(['', 'PK', 'isto não é um zip', '%PDF-1.7 …'.repeat(5000)])(
  'a file that is no zip is refused: %.20j',
  async (bytes) => {
    expect(await refusal(readCartridge(await onDisk(bytes)))).toBe('not_zip');
  },
);

test('a missing file is no fault of the cartridge', async () => {
  await expect(readCartridge('/no/such/file')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a cut zip, and one with a broken directory, are damaged', async () => {
  const zip = rawZip(entriesOf(files));
  expect(await refusal(readCartridge(await onDisk(zip.subarray(0, zip.length - 30))))).toBe(
    'damaged',
  );
  const broken = Buffer.from(zip);
  broken.fill(0, broken.indexOf(Buffer.from('504b0102', 'hex')), broken.length - 40);
  expect(await refusal(readCartridge(await onDisk(broken)))).toBe('damaged');
});

test('every cut and every flipped byte ends in a cartridge or a named refusal', async () => {
  const zip = rawZip(entriesOf(files));
  const outcomes = new Set<string>();
  for (let offset = 0; offset < zip.length; offset += 3) {
    const flipped = Buffer.from(zip);
    flipped[offset] = (flipped[offset] ?? 0) ^ 0xff;
    outcomes.add(await refusal(readCartridge(await onDisk(flipped)).then((one) => one.close())));
    outcomes.add(
      await refusal(
        readCartridge(await onDisk(zip.subarray(0, offset))).then((one) => one.close()),
      ),
    );
  }
  expect(outcomes).toContain('damaged');
});

test('a zip without a manifest, or with two folders, is refused', async () => {
  expect(await refusal(read([]))).toBe('no_manifest');
  expect(await refusal(read({ 'a.txt': 'x' }))).toBe('no_manifest');
  expect(await refusal(read({ 'a/imsmanifest.xml': good, 'b/x.txt': '' }))).toBe('no_manifest');
  expect(await refusal(read({ 'a/b/imsmanifest.xml': good }))).toBe('no_manifest');
});

test.each([
  ['cut off', good.slice(0, 300)],
  ['not XML', 'olá'],
  ['empty', ''],
  ['another root', '<html/>'],
  ['unknown entity', good.replace('Aula', '&x;')],
  [
    'declared entity',
    `<!DOCTYPE manifest [<!ENTITY x "y">]>${good.slice(good.indexOf('<manifest'))}`,
  ],
  [
    'external entity',
    `<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><manifest>&x;</manifest>`,
  ],
  ['parameter entity', `<!DOCTYPE m [<!ENTITY % x SYSTEM "http://x.test/"> %x;]><manifest/>`],
  ['too deep', `<manifest>${'<a>'.repeat(201)}${'</a>'.repeat(201)}</manifest>`],
])('a bad manifest is refused: %s', async (_name, xml) => {
  expect(await refusal(read({ 'imsmanifest.xml': xml }))).toBe('bad_manifest');
});

test('a DOCTYPE without entities is read, and never fetched', async () => {
  const xml = `<!DOCTYPE manifest SYSTEM "http://x.test/m.dtd">${good.slice(good.indexOf('<manifest'))}`;
  expect((await read({ ...files, 'imsmanifest.xml': xml })).title).toBe('Curso de teste');
});

test.each(['../x', '/x', 'C:/x', 'a/../../x', '..\\x', 'C:\\x', '\\x', 'a\0b'])(
  'the unsafe entry %j is refused',
  async (name) => {
    expect(await refused({ name })).toBe('unsafe_path');
  },
);

test.each(['../../etc/passwd', '%2e%2e/x', 'a/..\\..\\x', 'C:\\x'])(
  'the unsafe reference %j in the manifest is refused',
  async (href) => {
    const xml = manifest(item('M', '', item('Aula', 'p')), resource('p', 'webcontent', href));
    expect(await refusal(read({ 'imsmanifest.xml': xml }))).toBe('unsafe_path');
  },
);

test('links and devices are refused, folders are not', async () => {
  expect(await refused({ name: 'l', data: '/etc/passwd', mode: 0o120777 })).toBe('unsafe_path');
  expect(await refused({ name: 'd', mode: 0o020666 })).toBe('unsafe_path');
  expect(await refused({ name: 'folder/', mode: 0o040755, store: true })).toBe('accepted');
});

test('an encrypted entry is refused', async () => {
  expect(await refused({ name: 'a', data: 'x', flags: 0x801 })).toBe('encrypted');
  expect(await refused({ name: 'a', data: 'x', flags: 0x841 })).toBe('encrypted');
});

test('a zip bomb is refused by its stated ratio', async () => {
  expect(await refused({ name: 'zeros.bin', data: Buffer.alloc(3 * 1024 * 1024) })).toBe(
    'too_large',
  );
  expect(await refused({ name: 'small.bin', data: Buffer.alloc(1024 * 1024) })).toBe('accepted');
});

test('a zip bomb that states a small size is refused while it unpacks', async () => {
  const bomb: RawEntry = { name: 'p.html', data: Buffer.alloc(30 * 1024 * 1024, 'a'), size: 100 };
  expect(await refusal(read([{ name: 'imsmanifest.xml', data: good }, bomb]))).toBe('too_large');

  const xml = manifest(item('M', '', item('Aula', 'p')), resource('p', 'webcontent', 'p.bin'));
  const zip = rawZip([
    { name: 'imsmanifest.xml', data: xml },
    { ...bomb, name: 'p.bin' },
  ]);
  const cartridge = await readCartridge(await onDisk(zip));
  expect(await refusal(text(await cartridge.openFile('p.bin')))).toBe('too_large');
  await cartridge.close();
});

test('a zip bomb of entries that share their bytes is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251));
  const shared = Array.from({ length: 50 }, (_, index): RawEntry => ({
    name: `n${index}`,
    data: noise,
    ...(index > 0 && { same_as: 2 }),
  }));
  expect(await refused(...shared)).toBe('too_large');
});

test('total size, entries, items and characters have limits', async () => {
  const entries = [...entriesOf(files), { name: 'x', data: 'y'.repeat(500) }];
  expect(await refusal(read(entries, { total_bytes: 600 }))).toBe('too_large');
  expect(await refusal(read(entries, { entries: 2 }))).toBe('too_large');
  expect(await refusal(read(entries, { items: 2 }))).toBe('too_large');
  expect(await refusal(read(entries, { text_total: 5 }))).toBe('too_large');
  expect(await refusal(read(entries, { text_bytes: 400 }))).toBe('too_large');
});

test('one page that every item opens counts each time', async () => {
  const items = Array.from({ length: 100 }, (_, index) => item(`Aula ${index}`, 'p')).join('');
  const xml = manifest(item('M', '', items), resource('p', 'webcontent', 'p.html'));
  const entries = { 'imsmanifest.xml': xml, 'p.html': `<p>${'a'.repeat(993)}</p>` };
  expect(await refusal(read(entries, { text_total: 100_000 }))).toBe('accepted');
  expect(await refusal(read(entries, { text_total: 99_999 }))).toBe('too_large');
});

test('a page of more tags or texts than a lesson holds is named and the rest comes', async () => {
  for (const piece of [(index: number) => `<i>${index}</i>`, (index: number) => `${index}<br>`]) {
    const cartridge = await read({
      'imsmanifest.xml': manifest(
        item('M', '', item('Boa', 'a') + item('Ruim', 'b')),
        resource('a', 'webcontent', 'a.html') + resource('b', 'webcontent', 'b.html'),
      ),
      'a.html': '<p>a</p>',
      'b.html': Array.from({ length: 130_000 }, (_, index) => piece(index)).join(''),
    });
    expect(cartridge.modules[0]?.lessons.map(({ title }) => title)).toEqual(['Boa']);
    expect(cartridge.report.map((line) => line.item)).toEqual(['Ruim']);
  }
});

test('a stated size of 4 GiB is refused', async () => {
  expect(await refused({ name: 'x', data: 'y', size: 0xfffffffe })).toBe('too_large');
});

test('a tag named as a property of every object is read like any other tag', async () => {
  const page = '<p>Oi</p><constructor>e tchau</constructor><__proto__></__proto__>';
  expect(await refusal(read({ ...files, 'p.html': page }))).toBe('accepted');
});

test('a damaged page is named and the rest comes', async () => {
  const xml = manifest(
    item(
      'M',
      '',
      item('Boa', 'a') +
        item('Ruim', 'b') +
        item('Tipo', 'c') +
        item('XML', 'd') +
        item('Funda', 'e') +
        item('Tarefa', 'f') +
        item('Sumida', 'g'),
    ),
    resource('a', 'webcontent', 'a.html') +
      resource('b', 'webcontent', 'b.html') +
      resource('c', 'webcontent', 'c.html') +
      resource('d', 'imsdt_xmlv1p1', 'd.xml') +
      resource('e', 'webcontent', 'e.html') +
      resource('f', 'assignment_xmlv1p0', 'f.xml') +
      resource('g', 'imswl_xmlv1p1', 'g.xml'),
  );
  const cartridge = await read([
    { name: 'imsmanifest.xml', data: xml },
    { name: 'a.html', data: '<p>a</p>' },
    { name: 'b.html', data: '<p>b</p>', crc: 1 },
    { name: 'c.html', data: '<p>c</p>', method: 12, size: 8 },
    { name: 'd.xml', data: '<!DOCTYPE t [<!ENTITY a "b">]><topic><title>&a;</title></topic>' },
    { name: 'e.html', data: '<b>'.repeat(200_000) },
    { name: 'f.xml', data: '<assignment>' },
  ]);
  expect(cartridge.modules[0]?.lessons.map((lesson) => lesson.title)).toEqual(['Boa']);
  expect(cartridge.report.map((line) => line.item)).toEqual([
    'Ruim',
    'Tipo',
    'XML',
    'Funda',
    'Tarefa',
    'Sumida',
  ]);
  expect(cartridge.report[2]?.message).toMatch(/entidades XML/);
});

test('a damaged file fails while it is read', async () => {
  const xml = manifest(item('M', '', item('Arquivo', 'f')), resource('f', 'webcontent', 'f.pdf'));
  const zip = rawZip([
    { name: 'imsmanifest.xml', data: xml },
    { name: 'f.pdf', data: 'abc', crc: 1 },
  ]);
  const cartridge = await readCartridge(await onDisk(zip));
  expect(cartridge.modules[0]?.lessons[0]?.files).toEqual([
    { path: 'f.pdf', name: 'f.pdf', size: 3 },
  ]);
  expect(await refusal(text(await cartridge.openFile('f.pdf')))).toBe('damaged');
  expect(await refusal(cartridge.openFile('../../etc/passwd'))).toBe('damaged');
  await cartridge.close();
});

test('the report of a hostile cartridge ends', async () => {
  const many = Array.from({ length: 300 }, (_, index) => item(`Aula ${index}`, `r${index}`)).join(
    '',
  );
  const cartridge = await read(
    { 'imsmanifest.xml': manifest(item('M', '', many), '') },
    { report_lines: 100 },
  );
  expect(cartridge.report).toHaveLength(101);
  expect(cartridge.report.at(-1)?.values).toEqual({ count: 200 });
});
