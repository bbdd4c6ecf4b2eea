import { useId, type ReactNode } from 'react';

/**
 * The default cover: one of six compositions in a shade near the school's colour. The seed selects
 * it, so a course keeps its cover.
 */
export function DrawnCover({ seed }: { seed: string }) {
  const id = useId();
  const number = numberOf(seed);
  const draw = compositions[number % compositions.length]!;
  const angle = angles[Math.floor(number / 8) % angles.length]!;
  const inks = { far: `url(#${id}far)`, mid: `url(#${id}mid)`, near: `url(#${id}near)` };
  return (
    <span className="cover drawn-cover" style={{ '--turn': angle }}>
      <svg viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {(['far', 'mid', 'near'] as const).map((ink) => (
          <linearGradient key={ink} id={id + ink} x2="0.3" y2="1">
            <stop className={`${ink}-from`} />
            <stop className={`${ink}-to`} offset="1" />
          </linearGradient>
        ))}
        {draw(inks, number % 3)}
      </svg>
    </span>
  );
}

/** Degrees away from the school's hue: similar, but distinguishable. */
const angles = [0, -16, 14, -34, -50, 8, -24];

/** FNV-1a with an extra mix, so that consecutive ids get different covers. */
function numberOf(seed: string) {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

type Inks = Record<'far' | 'mid' | 'near', string>;
type Composition = (inks: Inks, variant: number) => ReactNode;

/** A low sun over three ranges. */
const horizon: Composition = ({ far, mid, near }, variant) => (
  <>
    <circle className="glow" cx={[120, 280, 210][variant]} cy="158" r="52" />
    <path fill={far} d="M0 214 Q80 150 172 196 T308 178 T400 190 V400 H0Z" />
    <path fill={mid} d="M0 258 Q96 206 214 254 T400 232 V400 H0Z" />
    <path fill={near} d="M0 306 Q110 262 222 300 T400 284 V400 H0Z" />
  </>
);

/** Rings of a tree, cut at a corner. */
const rings: Composition = ({ far, mid, near }, variant) => (
  <g transform={variant ? `rotate(${variant * 90} 200 200)` : undefined}>
    {[near, mid, far, near, mid, far].map((ink, index) => (
      <circle key={index} fill={ink} cx="308" cy="132" r={340 - index * 54} />
    ))}
    <circle className="glow" cx="308" cy="132" r="28" />
  </g>
);

/** A moon behind two dunes. */
const dunes: Composition = ({ far, mid, near }, variant) => (
  <g transform={variant === 1 ? 'matrix(-1 0 0 1 400 0)' : undefined}>
    <circle fill={far} cx="262" cy="176" r="118" />
    <circle className="glow" cx="262" cy="176" r="62" />
    <path fill={mid} d="M0 232 C120 170 210 330 400 214 V400 H0Z" />
    <path fill={near} d="M0 400 V318 C150 372 250 228 400 300 V400Z" />
  </g>
);

/** Sheets of folded paper. */
const folds: Composition = ({ far, mid, near }, variant) => (
  <g transform={variant === 1 ? 'matrix(-1 0 0 1 400 0)' : undefined}>
    <path fill={near} d="M0 0 H400 V400 H0Z" />
    <path fill={mid} d="M96 0 H400 V96 L210 400 H0 V238Z" />
    <path fill={far} d="M262 0 H400 V232 L296 400 H92Z" />
    <path className="glow" d="M372 0 H400 V132 L268 400 H204Z" />
  </g>
);

/** Doors within doors. */
const arches: Composition = ({ far, mid, near }, variant) => (
  <g transform={`translate(${variant * 52 - 26} 0)`}>
    {[near, mid, far].map((ink, index) => (
      <path key={index} fill={ink} d={arch(176 - index * 46, 52 + index * 40)} />
    ))}
    <path className="glow" d={arch(38, 206)} />
  </g>
);

const arch = (half: number, top: number) =>
  `M${200 - half} 400 V${top + half} a${half} ${half} 0 0 1 ${half * 2} 0 V400Z`;

/** Leaves on a stem. */
const leaves: Composition = ({ far, mid, near }, variant) => (
  <g transform={`rotate(${[18, -14, 40][variant]} 200 200)`}>
    {[far, mid, near, mid].map((ink, index) => (
      <g key={index} fill={ink} transform={`translate(0 ${index * 96 - 24})`}>
        <path d="M200 128 C208 40 290 6 372 12 C366 88 292 128 200 128Z" />
        <path d="M200 152 C192 64 110 30 28 36 C34 112 108 152 200 152Z" />
      </g>
    ))}
    <circle className="glow" cx="316" cy="142" r="24" />
  </g>
);

const compositions = [horizon, rings, dunes, folds, arches, leaves];
