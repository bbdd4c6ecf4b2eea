import { useTranslation } from '../../../ui/translation.ts';
import { scoreText, wholeScore } from '../quiz-facts.ts';

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
  const words = at(RADIUS + 24);
  const shown = wholeScore(score);
  return (
    <svg
      viewBox="-60 -20 340 220"
      className="w-86 max-w-full"
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
            className={passed ? 'stroke-brand-ink' : 'stroke-text-2'}
            strokeDasharray={`${(LENGTH * Math.min(score, 100)) / 100} 1000`}
          />
        )}
      </g>
      {/* The ground beside the mark cuts it into the ring. */}
      {(['10', '4'] as const).map((width) => (
        <line
          key={width}
          x1={inner.x}
          y1={inner.y}
          x2={outer.x}
          y2={outer.y}
          strokeWidth={width}
          className={width === '4' ? 'stroke-text' : 'stroke-ground'}
        />
      ))}
      <text
        x={words.x}
        y={words.y + 5}
        textAnchor={anchorAt(words.x)}
        className="fill-text-2 text-14"
        aria-hidden="true"
      >
        {t('mínimo {{goal}}', { goal })}
      </text>
      <text
        x="110"
        y="126"
        textAnchor="middle"
        className="fill-text text-48 font-bold"
        aria-hidden="true"
      >
        {scoreText(t, score)}
      </text>
    </svg>
  );
}

/** Text beside the ring grows away from it. `x` is in units of the drawing, whose middle is 110. */
function anchorAt(x: number) {
  if (x > 130) return 'start';
  return x < 90 ? 'end' : 'middle';
}
