import type { Quiz } from '@vitrine/contract/quizzes';
import { wholeScore } from '../../quiz-facts.ts';

/** Titles of the profiles by key. */
export type Titles = ReadonlyMap<string, string>;

/** The score, or the profile of a behavioural quiz. A dash for a deleted profile. */
export const resultText = (
  { type }: Quiz,
  titles: Titles,
  { score, profile }: { score: number | null; profile: string | null },
) => (type === 'comun' ? `${wholeScore(score ?? 0)}%` : (profile && titles.get(profile)) || '–');
