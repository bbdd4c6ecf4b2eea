import { Suspense } from 'react';
import { drawings, lights, type AnimationName } from './animations.ts';
import './celebration.css';

/**
 * An animation with its light and confetti. With reduced motion it is a still frame. `none` renders
 * nothing.
 *
 * ```tsx
 * <Celebration animation={reward.animation} confetti />
 * ```
 */
export function Celebration({
  animation,
  confetti = false,
  still = false,
}: {
  animation: AnimationName;
  confetti?: boolean;
  still?: boolean;
}) {
  if (animation === 'none') return null;
  const Drawing = drawings[animation];
  return (
    <div
      data-testid={`animation-${animation}`}
      data-still={still || undefined}
      className="celebration size-full"
      style={{ '--light': lights[animation] }}
    >
      <div className="celebration-glow" />
      <div className="celebration-rays" />
      <Suspense>
        <Drawing />
      </Suspense>
      {confetti && <Confetti />}
    </div>
  );
}

const colors = ['#ffb238', '#e8694f', '#3aa6b0', '#f6f0dc', '#f5cf85'];

/** Three depths; the nearest pieces are large and blurred. The positions are the same each time. */
const pieces = Array.from({ length: 54 }, (_, i) => {
  const near = i % 9 === 0;
  const far = i % 3 === 1;
  const farSize = far ? 6 : 10;
  const size = near ? 30 : farSize;
  return {
    '--x': `${(i * 37.7 + 3) % 98}%`,
    '--y': `${(i * 53.3 + 7) % 96}%`,
    '--size': `${size}px`,
    '--shape': String([0.5, 1, 0.32][i % 3]),
    '--corner': i % 3 === 1 ? '50%' : '2px',
    '--color': colors[i % colors.length]!,
    '--turn': `${(i * 67) % 360}deg`,
    '--blur': near ? '5px' : '0px',
    '--time': `${(2.2 + ((i * 7) % 13) / 6).toFixed(2)}s`,
    '--at': `${(0.15 + ((i * 5) % 11) / 12).toFixed(2)}s`,
  };
});

const Confetti = () => (
  <div className="celebration-confetti" aria-hidden="true">
    {pieces.map((style, i) => (
      <i key={i} style={style} />
    ))}
  </div>
);
