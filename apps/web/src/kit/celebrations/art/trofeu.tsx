import { at, gold } from './parts.ts';

/** A cup with two handles; a light goes over it. */
export default function Trofeu() {
  const cup = 'M-82 -128 H82 C82 -40 60 26 14 40 V78 H-14 V40 C-60 26 -82 -40 -82 -128Z';
  return (
    <svg viewBox="-170 -165 340 330" className="celebration-art" aria-hidden="true">
      <defs>
        <linearGradient id="trofeu-metal">
          <stop offset="0" stopColor={gold.base} />
          <stop offset="0.28" stopColor={gold.light} />
          <stop offset="0.5" stopColor={gold.base} />
          <stop offset="1" stopColor={gold.dark} />
        </linearGradient>
        <clipPath id="trofeu-cup">
          <path d={cup} />
        </clipPath>
      </defs>
      <g className="c-up">
        <path
          d="M-80 -104 C-146 -116 -150 -28 -58 -4 M80 -104 C146 -116 150 -28 58 -4"
          fill="none"
          stroke={gold.dark}
          strokeWidth={21}
          strokeLinecap="round"
        />
        <path
          d="M-80 -106 C-146 -118 -150 -30 -58 -6"
          fill="none"
          stroke={gold.base}
          strokeWidth={14}
          strokeLinecap="round"
        />
        <path
          d="M80 -106 C146 -118 150 -30 58 -6"
          fill="none"
          stroke={gold.mid}
          strokeWidth={14}
          strokeLinecap="round"
        />
        <path d={cup} fill="url(#trofeu-metal)" />
        <g clipPath="url(#trofeu-cup)">
          <path
            d="M-20 -150 L14 -150 L-26 90 L-60 90Z"
            fill="#fff"
            opacity={0.55}
            className="c-shine"
          />
        </g>
        <ellipse cy={-128} rx={82} ry={15} fill={gold.dark} />
        <ellipse cy={-130} rx={82} ry={15} fill="none" stroke={gold.light} strokeWidth={5} />
        <path d="M-30 74 H30 L44 100 H-44Z" fill={gold.mid} />
        <path d="M-30 74 H0 V100 H-44Z" fill={gold.base} />
        <path d="M-66 100 H66 L72 152 H-72Z" fill="#2b2036" />
        <path d="M-66 100 H0 V152 H-72Z" fill="#3d2f4d" />
        <path d="M-34 114 H34 V138 H-34Z" fill={gold.base} />
      </g>
      <g className="c-pop" style={at(0.7)}>
        <circle cy={-58} r={37} fill={gold.dark} opacity={0.35} />
        <text y={-36} textAnchor="middle" fontSize={62} fontWeight={800} fill="#fffbe8">
          1
        </text>
      </g>
    </svg>
  );
}
