import { wholeScore } from '../quiz-facts.ts';
import { useTranslation } from '../../../ui/translation.ts';

const RADIUS = 92;
/** The ring is open at its foot: 270 of 360 degrees. */
const SWEEP = 270;
const LENGTH = 2 * Math.PI * RADIUS * (SWEEP / 360);

interface ScoreRingProps {
  /** From 0 to 100. */
  score: number;
  goal: number;
  passed: boolean;
}

/** A score as a ring, with a mark where the goal is. Only a passed quiz gets the school's colour. */
export function ScoreRing({ score, goal, passed }: ScoreRingProps) {
  const { t } = useTranslation();
  const angle = ((goal / 100) * SWEEP + 135) * (Math.PI / 180);
  const at = (radius: number) => ({
    x: 110 + radius * Math.cos(angle),
    y: 110 + radius * Math.sin(angle),
  });
  const inner = at(RADIUS - 12);
  const outer = at(RADIUS + 12);
  const shown = wholeScore(score);
  return (
    <svg
      viewBox="0 0 220 200"
      className="w-56"
      role="img"
      aria-label={t('Nota {{score}} de 100, mínimo {{goal}}', { score: shown, goal })}
    >
      <g
        fill="none"
        strokeWidth="13"
        strokeLinecap="round"
        transform="rotate(135 110 110)"
        strokeDasharray={`${LENGTH} 1000`}
      >
        <circle cx="110" cy="110" r={RADIUS} className="stroke-line-2" />
        {score > 0 && (
          <circle
            cx="110"
            cy="110"
            r={RADIUS}
            className={passed ? 'stroke-brand' : 'stroke-text-2'}
            strokeDasharray={`${(LENGTH * Math.min(score, 100)) / 100} 1000`}
          />
        )}
      </g>
      <line
        x1={inner.x}
        y1={inner.y}
        x2={outer.x}
        y2={outer.y}
        strokeWidth="4"
        className="stroke-text"
      />
      <text
        x="110"
        y="126"
        textAnchor="middle"
        className="fill-text text-48 font-bold"
        aria-hidden="true"
      >
        {shown}%
      </text>
    </svg>
  );
}
