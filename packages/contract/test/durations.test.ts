import { expect, test } from 'vitest';
import { inWords } from '../src/durations.ts';

test('a duration is in the language of its reader, also after one in another language', () => {
  expect(inWords(3900, 'pt')).toBe('1 h 5 min');
  expect(inWords(3900, 'en')).toBe('1 hr 5 min');
  expect(inWords(3900, 'es')).toBe('1 h 5 min');
  expect(inWords(40, 'en')).toBe('40 sec');
  expect(inWords(40, 'pt')).toBe('40 s');
});
