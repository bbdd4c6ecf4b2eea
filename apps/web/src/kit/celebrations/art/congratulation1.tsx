import { at, star } from './parts.ts';

const bursts = [
  [0, -62, 96, 18, '#ffd257', '#ff8f5a'],
  [-102, -8, 58, 14, '#7fd4e8', '#4a90ff'],
  [104, 6, 62, 14, '#ff8fc0', '#c45cff'],
  [-62, 106, 46, 12, '#8be6b4', '#2fb980'],
  [72, 112, 50, 12, '#ffb86b', '#ff5a5a'],
] as const;

/** Fireworks, one after another. */
export default function Congratulation1() {
  return (
    <svg viewBox="-170 -170 340 340" className="celebration-art" aria-hidden="true">
      {bursts.map(([x, y, radius, rays, color, tipColor], b) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <g className="c-burst" style={at(b * 0.45)}>
            {Array.from({ length: rays }, (_, i) => (
              <g key={i} transform={`rotate(${(i * 360) / rays})`}>
                <path
                  d={`M-1.4 ${-radius * 0.28} L0 ${-radius * 0.92} L1.4 ${-radius * 0.28}Z`}
                  stroke={color}
                  strokeWidth={1.6}
                  fill={color}
                />
                <circle
                  cy={-radius * (i % 2 ? 1 : 0.82)}
                  r={radius * 0.045}
                  fill={i % 2 ? tipColor : '#fff'}
                />
                <circle
                  cy={-radius * 0.58}
                  r={radius * 0.026}
                  fill={tipColor}
                  transform={`rotate(${180 / rays})`}
                />
              </g>
            ))}
            <polygon points={star(radius * 0.2)} fill="#fff" />
          </g>
        </g>
      ))}
    </svg>
  );
}
