import { at, facets, shade, silver, star, starWith } from './parts.ts';

/** A medal with a scalloped edge on two ribbons. */
export default function SilverMedal() {
  const scallopDegrees = Array.from({ length: 24 }, (_, i) => i * 15);
  return (
    <svg viewBox="-170 -150 340 330" className="celebration-art" aria-hidden="true">
      <g className="c-unroll" style={at(0.5)}>
        <path d="M-70 40 L-108 170 L-72 148 L-42 176 L-10 70Z" fill="#3a78c9" />
        <path d="M-70 40 L-108 170 L-90 159 L-44 60Z" fill="#6aa6ee" />
        <path d="M70 40 L108 170 L72 148 L42 176 L10 70Z" fill="#24508f" />
        <path d="M70 40 L108 170 L90 159 L44 60Z" fill="#173763" />
      </g>
      <g className="c-pop">
        {scallopDegrees.map((degrees) => {
          const angle = degrees * (Math.PI / 180);
          return (
            <circle
              key={degrees}
              cx={116 * Math.cos(angle)}
              cy={116 * Math.sin(angle)}
              r={17}
              fill={shade(silver, (1 + Math.cos(angle - (225 * Math.PI) / 180)) / 2)}
            />
          );
        })}
        {facets(24, 122, 86).map(({ points, light }) => (
          <polygon key={points} points={points} fill={shade(silver, light)} />
        ))}
        <circle r={88} fill={silver.dark} />
        <circle r={82} fill={silver.base} />
        {facets(12, 81, 30, -75).map(({ points, light }) => (
          <polygon key={points} points={points} fill={shade(silver, 0.25 + light * 0.6)} />
        ))}
        <circle r={56} fill="none" stroke={silver.light} strokeWidth={2} opacity={0.8} />
      </g>
      <g className="c-pop" style={at(0.6)}>
        <polygon points={star(52)} fill={silver.dark} transform="translate(2 4)" />
        <polygon points={star(50)} fill="#fff" />
        <path
          d="M0 -50 L0 0 L12 -16Z M0 0 L48 -15 L19 7Z M0 0 L29 40 L0 21Z M0 0 L-29 40 L-19 6Z M0 0 L-48 -15 L-12 -16Z"
          fill={silver.mid}
        />
      </g>
      <g transform="translate(-62 -70)">
        <polygon points={starWith(4, 26, 5)} fill="#fff" className="c-twinkle" />
      </g>
    </svg>
  );
}
