import { expect, test } from 'vitest';
import type { Language } from '../src/languages.ts';
import es from '../src/texts.es.json' with { type: 'json' };
import { translate } from '../src/texts.ts';

const points = 'Você ganhou {{count}} ponto|Você ganhou {{count}} pontos';

test.each<[Language, number, string]>([
  ['pt', 1, 'Você ganhou 1 ponto'],
  ['pt', 1_000_000, 'Você ganhou 1.000.000 pontos'],
  ['en', 1200, 'You earned 1,200 points'],
  ['en', 0, 'You earned 0 points'],
  ['es', 1200, 'Ganaste 1.200 puntos'],
  ['es', 1_000_000, 'Ganaste 1.000.000 puntos'],
])('in %s, a mail writes %i as its reader does', (language, count, text) => {
  expect(translate(language, points, { count })).toBe(text);
});

test('a value that is a text stays as it is, also where it looks like a number or a place', () => {
  const name = '1200 {{text}}';
  expect(translate('en', 'Olá, {{name}}!', { name })).toBe('Hello, 1200 {{text}}!');
  expect(translate('en', 'Olá, {{name}}!')).toBe('Hello, {{name}}!');
});

test('in Spanish, a date has its article after a preposition', () => {
  const bare = /(?:^|\s)(?:a|de|desde|hasta) \{\{(?:asked|date|due|moment|until|when)\}\}/;
  expect(Object.values(es).filter((text) => bare.test(text))).toEqual([]);
});
