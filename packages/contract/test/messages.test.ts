import { expect, test } from 'vitest';
import en from '../src/texts.en.json' with { type: 'json' };
import es from '../src/texts.es.json' with { type: 'json' };
import { modules } from './modules.ts';

const sentences = [...new Set(modules.flatMap(({ messages }) => Object.values(messages ?? {})))];
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

const languages: [string, Record<string, string>][] = [
  ['English', en],
  ['Spanish', es],
];

test.each(languages)('every message has a translation in %s', (_language, texts) => {
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((sentence) => !texts[sentence]?.trim())).toEqual([]);
});

test.each(languages)(
  'a message in %s names the values of the Portuguese one',
  (_language, texts) => {
    const different = sentences.filter(
      (sentence) => String(placeholders(texts[sentence] ?? '')) !== String(placeholders(sentence)),
    );
    expect(different).toEqual([]);
  },
);
