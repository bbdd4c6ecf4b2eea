import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The Portuguese text is the key: what stands in the code must have its words in the others. */
const src = join(import.meta.dirname, '..');
const contract = join(src, '../../../packages/contract/src');

const files = (await readdir(src, { recursive: true })).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^test\//.test(name),
);

/** `t('…')`, `say('…')`, and the labels of lists that are data. */
const said =
  /(?:\b(?:t|say)\(\s*|\b(?:label|hint|help): )(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g;

async function saidIn(file: string) {
  const text = (await readFile(join(src, file), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(said)].map((found) =>
    (found[1] ?? found[2]!).replace(/\\(['"])/g, '$1'),
  );
}

const keys = new Set(
  (await Promise.all(files.map(saidIn))).flat().filter((text) => /[a-zà-ú]{2}/i.test(text)),
);

async function textsOf(language: string): Promise<Record<string, string>> {
  const own = (await readdir(src, { recursive: true })).filter((name) =>
    name.endsWith(`texts.${language}.json`),
  );
  const shared = (await readdir(contract)).filter((name) => name === `texts.${language}.json`);
  const all = await Promise.all(
    [...own.map((name) => join(src, name)), ...shared.map((name) => join(contract, name))].map(
      async (file) => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>,
    ),
  );
  return Object.assign({}, ...all) as Record<string, string>;
}

test.each(['en', 'es'])('every text of the interface has its words in %s', async (language) => {
  const texts = await textsOf(language);
  const missing = [...keys].filter((key) => !texts[key] && !texts[`${key}_other`]);
  expect(missing.join('\n')).toBe('');
});

test.each(['en', 'es'])('a text in %s asks for no value that nobody gives', async (language) => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String);
  const asking = Object.entries(await textsOf(language)).filter(([key, text]) =>
    valuesIn(text).some((value) => !key.includes(value)),
  );
  expect(asking).toEqual([]);
});

test.each(['pt', 'en', 'es'])(
  'no text in %s stays after what said it is gone',
  async (language) => {
    const rooms = [src, contract, join(src, '../../server/src')];
    const code = (await Promise.all(rooms.map(codeOf))).join('\n').replace(/\\(['"])/g, '$1');
    const keysOf = Object.keys(await textsOf(language)).map((key) => key.replace(plural, ''));
    expect([...new Set(keysOf)].filter((key) => !code.includes(key))).toEqual([]);
  },
);

const plural = /_(?:zero|one|two|few|many|other)$/;

async function codeOf(room: string) {
  const names = (await readdir(room, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  return (await Promise.all(names.map((name) => readFile(join(room, name), 'utf8')))).join('\n');
}
