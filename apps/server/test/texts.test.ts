import en from '@vitrine/contract/texts.en.json' with { type: 'json' };
import es from '@vitrine/contract/texts.es.json' with { type: 'json' };
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// apps/web/src/test/texts.test.ts tests the texts of the contract's code and of the web. This file
// tests the texts that the server writes itself, as in its mails.
const source = join(import.meta.dirname, '../src');

const spoken =
  /(?:\bt\(|say\(|subject: |text: |button: |translate\(language, )'((?:[^'\\]|\\.)+)'/g;

async function saidByServer(): Promise<string[]> {
  // The demo has Portuguese texts only, and commands of the operator have English ones.
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^(demo|isolation)/.test(name),
  );
  const code = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')));
  const found = code.flatMap((text) => [...text.matchAll(spoken)].map(([, texts]) => texts!));
  // `subject:` also names a table (mount).
  return found.filter((text) => !/^[a-z_]+$/.test(text));
}

const spokenTexts = await saidByServer();

test.each([
  ['en', en],
  ['es', es],
])(
  'every sentence of the server has a translation in %s',
  (_language, texts: Record<string, string>) => {
    expect(spokenTexts).toContain('Olá, {{name}}!');
    expect(spokenTexts.filter((text) => !texts[text]?.trim())).toEqual([]);
  },
);
