import { expect, test } from 'vitest';
import { newOption, newQuestion, type EditedQuestion } from './builder-state.ts';
import { neverWinning } from './winning-profiles.ts';

type Choice = [profile: string | null, weight?: number];

const question = (kind: EditedQuestion['kind'], ...choices: Choice[]): EditedQuestion => ({
  ...newQuestion(kind),
  text: 'Onde você fotografa?',
  options: choices.map(([profile, weight = 1], at) => ({
    ...newOption(`Resposta ${at}`),
    profile,
    weight,
  })),
});
const single = (...choices: Choice[]) => question('single', ...choices);

const losers = (keys: string, ...questions: EditedQuestion[]) =>
  neverWinning({
    questions,
    profiles: [...keys].map((key) => ({ key, title: key, description: '' })),
  }).map(({ key }) => key);

test('each profile can win if each question has an option for it', () => {
  expect(losers('ab', single(['a'], ['b']), single(['a'], ['b']))).toEqual([]);
});

test('a profile without an option, or with no weight, never wins', () => {
  expect(losers('abc', single(['a'], ['b', 0]))).toEqual(['b', 'c']);
});

test('a profile never wins if every answer leads to another one', () => {
  expect(losers('ab', single(['a'], ['b']), single(['a', 2], ['a', 3]))).toEqual(['b']);
});

test('of equal sums the first profile is the result', () => {
  const questions = [single(['a'], ['b']), single(['a'], ['a'])];
  expect(losers('ab', ...questions)).toEqual(['b']);
  expect(losers('ba', ...questions)).toEqual([]);
});

test('an answer without a profile helps a profile to win', () => {
  expect(losers('ab', single(['b']), single(['a', 5], [null]))).toEqual([]);
});

test('a student chooses for several rivals, so that none gets ahead', () => {
  const rivals = () => single(['a', 2], ['b', 2]);
  expect(losers('abc', single(['c', 3]), rivals(), rivals())).toEqual([]);
  expect(losers('abc', single(['c', 3]), rivals(), rivals(), rivals())).toEqual(['c']);
});

test('all options of a question with several answers add up', () => {
  const rest = single(['a', 3]);
  expect(losers('ab', question('multiple', ['b', 2], ['b', 2]), rest)).toEqual([]);
  expect(losers('ab', single(['b', 2], ['b', 2]), rest)).toEqual(['b']);
});

test('the check of a long quiz ends', () => {
  const long = Array.from({ length: 200 }, (_, at) =>
    single(...[...'abcdefghi'].map((key, index): Choice => [key, 1 + ((at + index) % 7) / 10])),
  );
  expect(losers('abcdefghij', single(['j', 5]), ...long)).toEqual([]);
});
