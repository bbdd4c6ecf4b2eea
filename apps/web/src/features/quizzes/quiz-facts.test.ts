import { inWords } from '@vitrine/contract/durations';
import en from '@vitrine/contract/texts.en.json' with { type: 'json' };
import es from '@vitrine/contract/texts.es.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createTranslation } from '../../ui/translation.ts';
import { durationText, percentOf, quizFacts, scoreText, wholeScore } from './quiz-facts.ts';

const { t } = createTranslation('pt');

test('a score and the same share read as the same percent', () => {
  for (const hundredths of Array.from({ length: 10_001 }, (_, index) => index)) {
    const score = hundredths / 100;
    expect(percentOf(t, score / 100)).toBe(`${wholeScore(score)}%`);
  }
  expect(percentOf(t, 2 / 3)).toBe('66%');
  expect(wholeScore(66.67)).toBe(66);
});

test('a share of whole hundredths is not rounded down by its fraction', () => {
  for (const percent of Array.from({ length: 101 }, (_, index) => index))
    expect(percentOf(t, percent / 100)).toBe(`${percent}%`);
});

test('neither a share nor a score below its mark reads as the mark', () => {
  expect(percentOf(t, 0.996)).toBe('99%');
  expect(wholeScore(59.99)).toBe(59);
});

test('a score has the percent sign of its reader’s language', () => {
  expect(scoreText(createTranslation('en', en).t, 60)).toBe('60%');
  expect(scoreText(createTranslation('es', es).t, 60)).toBe('60\u00a0%');
});

test.each(['pt', 'en', 'es'])('a quiz and a course write an hour alike in %s', (language) => {
  const texts = { pt: {}, en, es }[language] as Record<string, string>;
  expect(durationText(5_400, language)).toBe(inWords(5_400, language));
  const quiz = { type: 'comun', goal: 70, time_limit: '01:00:00', questions_count: 2 } as const;
  expect(quizFacts(createTranslation(language, texts), quiz)).toContain(
    ` · ${inWords(3_600, language)}`,
  );
});

test('a duration of a quiz tells its seconds', () => {
  expect(durationText(552, 'pt')).toBe('9 min 12 s');
  expect(durationText(0, 'en')).toBe('0 sec');
});
