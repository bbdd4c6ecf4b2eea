import { at } from './parts.ts';

/** A rocket takes off among stars. */
export default function Rocket() {
  return (
    <svg viewBox="-170 -185 340 370" className="celebration-art" aria-hidden="true">
      {Array.from({ length: 16 }, (_, i) => (
        <path
          key={i}
          d={`M${-160 + ((i * 83) % 320)} ${-150 + ((i * 61) % 290)} v${12 + (i % 4) * 9}`}
          stroke={i % 3 ? '#ffffff' : '#8fd3ff'}
          strokeOpacity={0.65}
          strokeWidth={i % 2 ? 2 : 3}
          strokeLinecap="round"
          className="c-streak"
          style={at(-i * 0.21, { '--time': `${0.8 + (i % 5) * 0.18}s` })}
        />
      ))}
      <g transform="rotate(14)">
        <g className="c-launch">
          <g className="c-float">
            <g transform="translate(0 74)">
              <path
                d="M-30 0 C-40 40 -12 60 0 104 C12 60 40 40 30 0Z"
                fill="#ff7a2f"
                className="c-flicker"
              />
              <path
                d="M-18 0 C-24 26 -8 40 0 70 C8 40 24 26 18 0Z"
                fill="#ffd257"
                className="c-flicker"
                style={at(-0.1)}
              />
              <path
                d="M-8 0 C-10 14 -3 22 0 38 C3 22 10 14 8 0Z"
                fill="#fffbe8"
                className="c-flicker"
                style={at(-0.05)}
              />
            </g>
            <path d="M-44 20 C-92 44 -92 86 -84 104 C-70 84 -54 78 -36 76Z" fill="#e2405f" />
            <path d="M44 20 C92 44 92 86 84 104 C70 84 54 78 36 76Z" fill="#96203c" />
            <path d="M0 -160 C58 -112 62 0 38 80 H-38 C-62 0 -58 -112 0 -160Z" fill="#f2f5fb" />
            <path d="M0 -160 C58 -112 62 0 38 80 H8 C30 0 30 -112 0 -160Z" fill="#b7c2d8" />
            <path
              d="M0 -160 C26 -138 41 -112 48 -82 H-48 C-41 -112 -26 -138 0 -160Z"
              fill="#e2405f"
            />
            <path d="M0 -160 C26 -138 41 -112 48 -82 H24 C20 -112 12 -138 0 -160Z" fill="#96203c" />
            <circle cy={-30} r={27} fill="#39455f" />
            <circle cy={-30} r={20} fill="#57b8ff" />
            <path
              d="M-14 -44 A20 20 0 0 1 8 -48 L-18 -22 A20 20 0 0 1 -14 -44Z"
              fill="#fff"
              opacity={0.7}
            />
            <path d="M-7 30 H7 V104 L0 116 L-7 104Z" fill="#e2405f" />
            <path d="M-30 74 H30 L24 86 H-24Z" fill="#39455f" />
          </g>
        </g>
      </g>
    </svg>
  );
}
