import type { QuestionScores } from '@vitrine/contract/quizzes';
import { useTranslation } from '../../../../ui/translation.ts';
import { wholeScore } from '../../quiz-facts.ts';

interface ScoreTicksProps {
  letter: string;
  /** The lowest first. */
  scores: QuestionScores['options'][number]['scores'];
  mean: number | null;
  className: string;
}

const HEIGHT = 20;

/** Each attempt that chose an answer as a tick at its score. Ticks of one score are brighter. */
export function ScoreTicks({ letter, scores, mean, className }: ScoreTicksProps) {
  const { t } = useTranslation();
  const highest = Math.max(1, ...scores.map(({ count }) => count));
  return (
    <span
      className={className}
      role="img"
      aria-label={
        mean === null || !scores.length
          ? t('Ninguém marcou {{letter}}', { letter })
          : t('Quem marcou {{letter}} tirou de {{from}}% a {{to}}%, em média {{mean}}%', {
              letter,
              from: scores[0]!.score,
              to: scores.at(-1)!.score,
              mean: wholeScore(mean),
            })
      }
    >
      <svg viewBox={`-1 0 102 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="100" y1={HEIGHT / 2} y2={HEIGHT / 2} className="score-track" />
        {scores.map(({ score, count }) => (
          <line
            key={score}
            x1={score}
            x2={score}
            y1="3"
            y2={HEIGHT - 3}
            className="score-tick"
            style={{ opacity: 0.45 + 0.55 * (count / highest) }}
          />
        ))}
        {mean !== null && scores.length > 0 && (
          <line x1={mean} x2={mean} y1="0" y2={HEIGHT} className="score-mean" />
        )}
      </svg>
    </span>
  );
}
