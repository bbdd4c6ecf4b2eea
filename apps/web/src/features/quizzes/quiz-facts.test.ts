import { expect, test } from 'vitest';
import { percentOf, wholeScore } from './quiz-facts.ts';

test('a score and the same share read as the same percent', () => {
  for (const hundredths of Array.from({ length: 10_001 }, (_, index) => index)) {
    const score = hundredths / 100;
    expect(percentOf(score / 100)).toBe(`${wholeScore(score)}%`);
  }
  expect(percentOf(2 / 3)).toBe('66%');
  expect(wholeScore(66.67)).toBe(66);
});

test('a share of whole hundredths is not rounded down by its fraction', () => {
  for (const percent of Array.from({ length: 101 }, (_, index) => index))
    expect(percentOf(percent / 100)).toBe(`${percent}%`);
});

test('neither a share nor a score below its mark reads as the mark', () => {
  expect(percentOf(0.996)).toBe('99%');
  expect(wholeScore(59.99)).toBe(59);
});
