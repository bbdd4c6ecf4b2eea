import { type Quiz, quizType } from '@vitrine/contract/quizzes';
import type { TFunction } from '../../../../ui/translation.ts';
import { scoreText } from '../../quiz-facts.ts';

/** Titles of the profiles by key. */
export type Titles = ReadonlyMap<string, string>;

/** The score, or the profile of a behavioural quiz. A dash for a deleted profile. */
export const resultText = (
  t: TFunction,
  { type }: Quiz,
  titles: Titles,
  { score, profile }: { score: number | null; profile: string | null },
) =>
  type === quizType.scored ? scoreText(t, score ?? 0) : (profile && titles.get(profile)) || '–';
