import { at, facets, regularPolygon, shade, starWith, type Metal } from './parts.ts';

const emerald: Metal = { dark: '#0c4a3c', mid: '#16866a', base: '#35c795', light: '#c9ffe6' };

/** Laurels grow around an emerald, leaf by leaf. */
export default function Trofeu3() {
  return (
    <svg viewBox="-170 -165 340 330" className="celebration-art" aria-hidden="true">
      {[-1, 1].map((side) => (
        <g key={side} transform={`scale(${side} 1)`}>
          <path
            d="M14 140 C118 122 154 20 98 -108"
            fill="none"
            stroke="#b8862d"
            strokeWidth={5}
            strokeLinecap="round"
          />
          {Array.from({ length: 9 }, (_, i) => {
            const angle = (82 - i * 17) * (Math.PI / 180);
            const x = 26 + 96 * Math.cos(angle);
            const y = 16 + 118 * Math.sin(angle);
            return [34, -46].map((turn, j) => (
              <g
                key={turn}
                transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${-i * 15 + turn + 20})`}
              >
                <g className="c-grow" style={at(0.2 + i * 0.12 + j * 0.05)}>
                  <path
                    d="M0 0 C18 -16 38 -12 50 0 C38 12 18 16 0 0Z"
                    fill={j ? '#f3c65b' : '#d99a2a'}
                  />
                  <path d="M0 0 C18 -16 38 -12 50 0Z" fill={j ? '#ffe9a8' : '#f3c65b'} />
                </g>
              </g>
            ));
          })}
        </g>
      ))}
      <g transform="translate(0 4)">
        <g className="c-pop" style={at(0.9)}>
          <polygon
            points={regularPolygon(8, 76, -67.5)}
            fill={emerald.dark}
            transform="translate(0 6)"
          />
          {facets(8, 74, 42, -67.5).map(({ points, light }) => (
            <polygon key={points} points={points} fill={shade(emerald, light)} />
          ))}
          <polygon points={regularPolygon(8, 42, -67.5)} fill={emerald.base} />
          <path d="M-39 -16 L-16 -39 L16 -39 L-39 16Z" fill="#fff" opacity={0.5} />
        </g>
        <g transform="translate(-34 -40)">
          <polygon points={starWith(4, 22, 4)} fill="#fff" className="c-twinkle" />
        </g>
      </g>
    </svg>
  );
}
