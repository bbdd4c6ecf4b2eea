import { cx } from '../../ui/cx.ts';

interface DrawnCoverProps {
  seed: string;
  title?: string | undefined;
  className?: string | undefined;
}

/**
 * A cover for what has none: one of six calm compositions, in a shade beside the school's own
 * colour. The seed decides, so a course keeps its cover.
 */
export function DrawnCover({ seed, title, className }: DrawnCoverProps) {
  const number = numberOf(seed);
  const Composition = compositions[number % compositions.length]!;
  const turn = turns[Math.floor(number / 8) % turns.length]!;
  return (
    <span className={cx('cover drawn-cover', className)} style={{ ['--turn' as string]: turn }}>
      <svg viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Composition turn={number % 3} />
      </svg>
      {title && (
        <span aria-hidden="true" className="drawn-title">
          {title}
        </span>
      )}
    </span>
  );
}

/** Degrees away from the school's hue: near enough to be family, far enough to be told apart. */
const turns = [0, -28, 34, -52, 16, 60, -14];

/** FNV-1a, with its bits stirred once more: neighbours in number are no neighbours in look. */
function numberOf(seed: string) {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

type Composition = (props: { turn: number }) => React.ReactNode;

/** A low sun over three ranges. */
const Horizon: Composition = ({ turn }) => (
  <>
    <circle className="d4" cx={[120, 268, 200][turn]} cy="150" r="64" />
    <path className="d3" d="M0 214 Q90 158 190 206 T400 176 V400 H0Z" />
    <path className="d2" d="M0 262 Q120 206 232 258 T400 236 V400 H0Z" />
    <path className="d1" d="M0 318 Q84 276 190 312 T400 300 V400 H0Z" />
  </>
);

/** Rings of a tree, cut at a corner. */
const Rings: Composition = ({ turn }) => (
  <g transform={`rotate(${turn * 90} 200 200)`}>
    {[340, 270, 205, 145, 90].map((radius, index) => (
      <circle key={radius} className={`d${(index % 4) + 1}`} cx="330" cy="96" r={radius} />
    ))}
    <circle className="d4" cx="330" cy="96" r="40" />
  </g>
);

/** Three discs that lie over each other. */
const Discs: Composition = ({ turn }) => (
  <g transform={`rotate(${turn * 40 - 20} 200 200)`}>
    <circle className="d2" cx="132" cy="168" r="128" />
    <circle className="d3 clear" cx="262" cy="150" r="104" />
    <circle className="d4 clear" cx="206" cy="262" r="84" />
  </g>
);

/** Sheets of folded paper. */
const Folds: Composition = ({ turn }) => (
  <g transform={turn === 1 ? 'scale(-1 1) translate(-400 0)' : undefined}>
    <path className="d2" d="M0 0 H240 L60 400 H0Z" />
    <path className="d3" d="M240 0 H400 V120 L150 400 H60Z" />
    <path className="d4" d="M400 120 V236 L252 400 H150Z" />
    <path className="d1" d="M400 236 V400 H252Z" />
  </g>
);

/** Doors within doors. */
const Arches: Composition = ({ turn }) => (
  <g transform={`translate(${turn * 36 - 36} 0)`}>
    {[168, 130, 92, 54].map((half, index) => (
      <path
        key={half}
        className={`d${index + 1}`}
        d={`M${200 - half} 400 V${60 + index * 46 + half} a${half} ${half} 0 0 1 ${half * 2} 0 V400Z`}
      />
    ))}
  </g>
);

/** The moon on its way. */
const Phases: Composition = ({ turn }) => (
  <g transform={`rotate(${turn * 90} 200 200)`}>
    <path className="d2" d="M0 0 H200 V400 H0Z" />
    <path className="d3" d="M200 72 a128 128 0 0 1 0 256Z" />
    <path className="d4" d="M200 72 a128 128 0 0 0 0 256Z" />
    <circle className="d1" cx="200" cy="200" r="46" />
  </g>
);

const compositions = [Horizon, Rings, Discs, Folds, Arches, Phases];
