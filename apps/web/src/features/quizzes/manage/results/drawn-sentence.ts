import type { QuestionScores } from '@vitrine/contract/quizzes';
import type { TFunction } from '../../../../ui/translation.ts';
import { percentOf } from '../../quiz-facts.ts';

/** Shares that differ by less say nothing of the students. */
const MIN_DIFFERENCE = 0.1;

/** Says which students choose a wrong answer. Null where the attempts make no thirds. */
export function drawnSentence(
  t: TFunction,
  { id, letter }: { id: number; letter: string },
  { lowest, highest, options }: QuestionScores,
) {
  const counts = options.find((option) => option.id === id);
  if (!lowest || !highest || !counts) return null;
  const low = counts.lowest / lowest.attempts;
  const high = counts.highest / highest.attempts;
  return {
    says:
      Math.abs(low - high) < MIN_DIFFERENCE
        ? null
        : t(low > high ? '{{letter}} leva quem tirou menos.' : '{{letter}} leva quem tirou mais.', {
            letter,
          }),
    facts: t(
      'Do terço com as menores notas (até {{to}}%), {{low}} marcaram {{letter}}; do terço com as maiores ({{from}}% ou mais), {{high}}.',
      {
        letter,
        to: lowest.score,
        from: highest.score,
        low: percentOf(t, low),
        high: percentOf(t, high),
      },
    ),
  };
}
