import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What the server's mails say exists in all three languages; the contract tests its own messages. */
const contract = join(import.meta.dirname, '../../../packages/contract/src');
const features = join(import.meta.dirname, '../src');

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

const said = await saidByServer();

test.each(['en', 'es'])('every sentence of a mail has its words in %s', async (language) => {
  const texts = JSON.parse(
    await readFile(join(contract, `texts.${language}.json`), 'utf8'),
  ) as Record<string, string>;
  expect(said.length).toBeGreaterThan(0);
  const missing = said.filter((text) => !texts[text]?.trim());
  expect(missing.join('\n')).toBe('');
});
