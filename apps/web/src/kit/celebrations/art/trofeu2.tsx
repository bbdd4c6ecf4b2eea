import { at, regularPolygon, star, starWith } from './parts.ts';

/** A star of crystal on a column, with sparks around it. */
export default function Trofeu2() {
  return (
    <svg viewBox="-170 -185 340 350" className="celebration-art" aria-hidden="true">
      <g className="c-up">
        <path d="M-22 6 H0 V108 H-34Z" fill="#9fb8ff" />
        <path d="M22 6 H0 V108 H34Z" fill="#5570c9" />
        <path d="M-64 106 H0 V126 H-72Z" fill="#c7d6ff" />
        <path d="M64 106 H0 V126 H72Z" fill="#7189da" />
        <path d="M-86 126 H0 V156 H-94Z" fill="#2c3566" />
        <path d="M86 126 H0 V156 H94Z" fill="#1c2347" />
      </g>
      <g transform="translate(0 -66)">
        <g className="c-pop" style={at(0.5)}>
          <polygon points={star(112)} fill="#33439b" transform="translate(3 6)" />
          <polygon points={star(110)} fill="#7d97ff" />
          {Array.from({ length: 5 }, (_, i) => (
            <g key={i} transform={`rotate(${i * 72})`}>
              <path d="M0 -110 L0 0 L-27 -37Z" fill={i === 0 || i === 4 ? '#f3f7ff' : '#b9c9ff'} />
              <path d="M0 -110 L0 0 L27 -37Z" fill={i < 3 ? '#5b78ee' : '#8fa6ff'} />
            </g>
          ))}
          <polygon points={regularPolygon(5, 40, 90)} fill="#dce6ff" opacity={0.5} />
        </g>
        <g className="c-spin">
          <circle
            r={142}
            fill="none"
            stroke="#b9c9ff"
            strokeOpacity={0.35}
            strokeDasharray="2 14"
            strokeWidth={3}
            strokeLinecap="round"
          />
          {[0, 72, 144, 216, 288].map((angle) => (
            <g key={angle} transform={`rotate(${angle}) translate(0 -142)`}>
              <polygon
                points={starWith(4, 13, 4)}
                fill="#fff"
                className="c-twinkle"
                style={at(angle / 200)}
              />
            </g>
          ))}
        </g>
      </g>
    </svg>
  );
}
