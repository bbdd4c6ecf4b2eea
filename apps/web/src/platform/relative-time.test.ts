import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (ms: number, language = 'pt') => relativeTime(new Date(now - ms), language, now);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'agora'],
  [minute - 1, 'agora'],
  [minute, 'há 1 minuto'],
  [hour - 1, 'há 59 minutos'],
  [hour, 'há 1 hora'],
  [day - 1, 'há 23 horas'],
  [day, 'há 1 dia'],
  [2 * day - 1, 'há 1 dia'],
  [2 * day, '19 de novembro'],
  [365 * day, '21 de novembro de 2025'],
  [-5 * minute, 'agora'],
])('%i ms ago is %j', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

test('shows texts in the reader’s language', () => {
  expect(ago(3 * hour, 'en')).toBe('3 hours ago');
  expect(ago(3 * hour, 'es')).toBe('hace 3 horas');
});
