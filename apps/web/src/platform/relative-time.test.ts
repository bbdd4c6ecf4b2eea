import { expect, test } from 'vitest';
import { createTranslation } from '../ui/translation.ts';
import { fullTime, relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (ms: number, language = 'pt') =>
  relativeTime(new Date(now - ms), createTranslation(language), now);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test.each([
  [0, 'agora'],
  [MINUTE_MS - 1, 'agora'],
  [MINUTE_MS, 'há 1 minuto'],
  [HOUR_MS - 1, 'há 59 minutos'],
  [HOUR_MS, 'há 1 hora'],
  [DAY_MS - 1, 'há 23 horas'],
  [DAY_MS, 'há 1 dia'],
  [2 * DAY_MS - 1, 'há 1 dia'],
  [2 * DAY_MS, '19 de novembro'],
  [365 * DAY_MS, '21 de novembro de 2025'],
  [-5 * MINUTE_MS, 'agora'],
])('%i ms ago is %j', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

test('shows texts in the reader’s language', () => {
  expect(ago(3 * HOUR_MS, 'en')).toBe('3 hours ago');
  expect(ago(3 * HOUR_MS, 'es')).toBe('hace 3 horas');
});

test('an unreadable time is named, and does not break the page', () => {
  expect(relativeTime('ontem', createTranslation('pt'))).toBe('Não foi possível calcular a data.');
  expect(fullTime('ontem', 'pt')).toBe('');
});
