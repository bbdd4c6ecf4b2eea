import { at, facets, regularPolygon, shade, starWith, type Metal } from './parts.ts';

/** A facetted emblem with chevrons. The number of sides and chevrons distinguishes the levels. */
export function LevelEmblem({
  metal,
  sides,
  chevrons,
  crown = false,
}: {
  metal: Metal;
  sides: number;
  chevrons: number;
  crown?: boolean;
}) {
  return (
    <svg viewBox="-170 -180 340 360" className="celebration-art" aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <g key={i} className="c-up" style={at(0.2 + i * 0.14)}>
          {[-1, 1].map((side) => (
            <path
              key={side}
              d={`M0 ${-34 + i * 34} L${side * (152 - i * 26)} ${-70 + i * 44} L${side * (138 - i * 24)} ${-38 + i * 44} L0 ${10 + i * 34}Z`}
              fill={shade(metal, side < 0 ? 0.72 - i * 0.16 : 0.42 - i * 0.12)}
            />
          ))}
        </g>
      ))}
      <g className="c-pop">
        <polygon points={regularPolygon(sides, 118)} fill={metal.dark} transform="translate(0 7)" />
        {facets(sides, 116, 88).map(({ points, light }) => (
          <polygon key={points} points={points} fill={shade(metal, light)} />
        ))}
        <polygon points={regularPolygon(sides, 88)} fill="#1d1a2b" />
        {facets(sides, 88, 76).map(({ points, light }) => (
          <polygon key={points} points={points} fill={shade(metal, 0.5 - light / 2)} />
        ))}
      </g>
      {Array.from({ length: chevrons }, (_, i) => {
        const y = (chevrons - 1) * 17 - i * 34;
        return (
          <g key={i} className="c-up" style={at(0.7 + i * 0.22)}>
            <path d={`M-46 ${y + 20} L0 ${y - 14} V${y + 6} L-46 ${y + 40}Z`} fill={metal.light} />
            <path d={`M46 ${y + 20} L0 ${y - 14} V${y + 6} L46 ${y + 40}Z`} fill={metal.base} />
          </g>
        );
      })}
      {crown && (
        <g className="c-down" style={at(1.3)}>
          <path
            d="M-58 -104 L-70 -164 L-34 -138 L0 -176 L34 -138 L70 -164 L58 -104Z"
            fill={metal.base}
          />
          <path d="M0 -176 L34 -138 L70 -164 L58 -104 H0Z" fill={metal.mid} />
          <path d="M-58 -104 H58 V-92 H-58Z" fill={metal.light} />
          {[-70, 0, 70].map((x) => (
            <circle key={x} cx={x} cy={x ? -166 : -178} r={8} fill={metal.light} />
          ))}
        </g>
      )}
      {[
        [-128, -112],
        [132, -96],
        [-146, 96],
        [140, 110],
      ].map(([x, y], i) => (
        <g key={i} transform={`translate(${x} ${y})`}>
          <polygon
            points={starWith(4, 15, 4)}
            fill={metal.light}
            className="c-twinkle"
            style={at(i * 0.4)}
          />
        </g>
      ))}
    </svg>
  );
}
