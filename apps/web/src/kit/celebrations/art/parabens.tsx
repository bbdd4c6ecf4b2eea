import { useTranslation } from '../../../ui/translation.ts';
import { at } from './parts.ts';

const balloons = [
  [-126, -58, '#ff6b6b', '#c23b4a'],
  [-74, -118, '#ffd257', '#d98a1c'],
  [-12, -78, '#5ec8d8', '#2b7f93'],
  [54, -126, '#b28dff', '#6f4fc2'],
  [118, -64, '#7fdca0', '#2f9561'],
] as const;

/** Balloons rise, and the word hangs below them letter by letter. */
export default function Parabens() {
  const { t } = useTranslation();
  const letters = [...t('PARABÉNS')];
  const step = Math.min(42, 310 / letters.length);
  return (
    <svg viewBox="-170 -190 340 350" className="celebration-art" aria-hidden="true">
      {balloons.map(([x, y, color, shadow], i) => (
        <g key={x} className="c-up" style={at(i * 0.16)}>
          <g className="c-float" style={at(i * 0.5)}>
            <path
              d={`M${x} ${y + 50} Q${x / 2} ${y + 100} ${x * 0.86} 92`}
              fill="none"
              stroke="#ffffff"
              strokeOpacity={0.5}
              strokeWidth={1.5}
            />
            <path d={`M${x - 7} ${y + 56} L${x} ${y + 44} L${x + 7} ${y + 56}Z`} fill={shadow} />
            <path
              d={`M${x} ${y - 54} C${x + 50} ${y - 54} ${x + 48} ${y + 20} ${x} ${y + 48} C${x - 48} ${y + 20} ${x - 50} ${y - 54} ${x} ${y - 54}Z`}
              fill={color}
            />
            <path
              d={`M${x} ${y - 54} C${x + 50} ${y - 54} ${x + 48} ${y + 20} ${x} ${y + 48} C${x + 26} ${y + 10} ${x + 26} ${y - 40} ${x} ${y - 54}Z`}
              fill={shadow}
              opacity={0.55}
            />
            <ellipse
              cx={x - 17}
              cy={y - 24}
              rx={7}
              ry={13}
              fill="#fff"
              opacity={0.65}
              transform={`rotate(24 ${x - 17} ${y - 24})`}
            />
          </g>
        </g>
      ))}
      {letters.map((letter, i) => {
        const x = (i - (letters.length - 1) / 2) * step;
        const [, , color, shadow] = balloons[i % balloons.length]!;
        return (
          <g key={i} transform={`translate(${x} ${104 - (x / 60) ** 2 * 3}) rotate(${x / 14})`}>
            <g className="c-down" style={at(0.7 + i * 0.09)}>
              <path
                d={`M${-step / 2 + 1} -30 H${step / 2 - 1} V22 L0 40 L${-step / 2 + 1} 22Z`}
                fill={color}
              />
              <path d={`M0 -30 H${step / 2 - 1} V22 L0 40Z`} fill={shadow} opacity={0.35} />
              <text
                y={13}
                textAnchor="middle"
                fontSize={Math.min(31, step * 0.8)}
                fontWeight={800}
                fill="#201326"
              >
                {letter}
              </text>
            </g>
          </g>
        );
      })}
    </svg>
  );
}
