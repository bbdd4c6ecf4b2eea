import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Whatever a person may read is said in all three languages (contract, decision 12). */
const contract = join(import.meta.dirname, '../../../packages/contract/src');
const features = join(import.meta.dirname, '../src');

async function messagesOf(file: string): Promise<string[]> {
  const module = (await import(join(contract, file))) as { messages?: Record<string, string> };
  return Object.values(module.messages ?? {});
}

/** Sentences that the server says by itself, as `say('…')`, `text: '…'` and their like. */
async function saidByServer(): Promise<string[]> {
  const files = (await readdir(features, { recursive: true })).filter((name) =>
    name.endsWith('.mails.ts'),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(features, name), 'utf8')));
  return texts.flatMap((text) =>
    [
      ...text.matchAll(
        /(?:say\(|subject: |text: |button: |translate\(language, )'((?:[^'\\]|\\.)+)'/g,
      ),
    ].map((found) => found[1]!),
  );
}

const files = (await readdir(contract)).filter((name) => name.endsWith('.ts'));
const said = new Set([
  ...(await Promise.all(files.map(messagesOf))).flat(),
  ...(await saidByServer()),
]);

test.each(['en', 'es'])('every message has its words in %s', async (language) => {
  const texts = JSON.parse(
    await readFile(join(contract, `texts.${language}.json`), 'utf8'),
  ) as Record<string, string>;
  const missing = [...said].filter((text) => !texts[text]?.trim());
  expect(missing.join('\n')).toBe('');
});
