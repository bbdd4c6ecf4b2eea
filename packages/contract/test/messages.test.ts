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

test.each([
  ['English', en, / may have at most [\d,]+ characters\.?$/],
  ['Spanish', es, / puede tener como máximo [\d.]+ caracteres\.?$/],
])('all limits of characters are told in the same words in %s', (_language, texts, words) => {
  const limits = sentences.filter((sentence) => /(no máximo|mais de) [\d.]+ cara/.test(sentence));
  expect(limits.length).toBeGreaterThan(30);
  const translated = limits.map((sentence) => (texts as Record<string, string>)[sentence] ?? '');
  expect(translated.filter((text) => !words.test(text) || /\d{4}/.test(text))).toEqual([]);
});
