import { at, gold, star } from './parts.ts';

/** A present that opens: stars fly out of its light. */
export default function Reward() {
  const stars = [
    [-112, -86, 20, '#7fd4e8'],
    [-62, -134, 26, '#ffd257'],
    [0, -156, 32, '#fff3c4'],
    [66, -132, 24, '#ff8f70'],
    [116, -84, 20, '#b59cff'],
    [-30, -96, 15, '#ff9ec4'],
    [36, -92, 17, '#8be6b4'],
  ] as const;
  return (
    <svg viewBox="-170 -190 340 360" className="celebration-art" aria-hidden="true">
      <defs>
        <linearGradient id="reward-light" x1="0" y1="1" x2="0" y2="0">
          <stop offset="0" stopColor="#fff2b8" stopOpacity="0.95" />
          <stop offset="1" stopColor="#fff2b8" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path
        d="M-84 24 L-150 -170 H150 L84 24Z"
        fill="url(#reward-light)"
        className="c-grow"
        style={at(1)}
      />
      <g className="c-up">
        <path d="M-104 20 H0 V158 H-92Z" fill="#c9284f" />
        <path d="M104 20 H0 V158 H92Z" fill="#8f1638" />
        <path d="M-24 20 H0 V158 H-22Z" fill={gold.light} />
        <path d="M24 20 H0 V158 H22Z" fill={gold.mid} />
        <path d="M-104 20 H104 L98 34 H-98Z" fill="#5f0c24" opacity={0.6} />
      </g>
      <g transform="rotate(-11) translate(-6 -30)">
        <g className="c-lid">
          <path d="M-118 10 H0 V46 H-118Z" fill="#e7406a" />
          <path d="M118 10 H0 V46 H118Z" fill="#b32049" />
          <path d="M-26 10 H0 V46 H-26Z" fill="#fff6d8" />
          <path d="M26 10 H0 V46 H26Z" fill={gold.base} />
          <path d="M0 8 C-20 -46 -84 -44 -74 -12 C-68 6 -26 8 0 8Z" fill={gold.base} />
          <path d="M0 8 C20 -46 84 -44 74 -12 C68 6 26 8 0 8Z" fill={gold.mid} />
          <path d="M-4 4 C-20 -22 -54 -26 -54 -12 C-52 0 -22 4 -4 4Z" fill={gold.dark} />
          <path d="M4 4 C20 -22 54 -26 54 -12 C52 0 22 4 4 4Z" fill={gold.dark} />
          <circle cy={4} r={13} fill={gold.light} />
        </g>
      </g>
      {stars.map(([x, y, size, color], i) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <g
            className="c-fly"
            style={at(1 + i * 0.1, { '--from-x': `${-x}px`, '--from-y': `${20 - y}px` })}
          >
            <polygon points={star(size)} fill={color} className="c-float" style={at(i * 0.3)} />
          </g>
        </g>
      ))}
    </svg>
  );
}
