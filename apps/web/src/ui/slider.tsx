import { Field, type FieldTexts } from './field.tsx';

/**
 * A slider with its value beside the label. The arrow keys move it by one step.
 *
 * ```tsx
 * <Slider label={t('Intensidade')} value={60} min={0} max={100} format={(n) => `${n} %`} onValueChange={set} />
 * ```
 */
export function Slider({
  value,
  min,
  max,
  step = 1,
  format = String,
  onValueChange,
  className,
  ...texts
}: Omit<FieldTexts, 'aside' | 'required'> & {
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as text: '60 %', '12 px'. */
  format?: (value: number) => string;
  onValueChange: (value: number) => void;
  className?: string;
}) {
  const words = format(value);
  return (
    <Field
      {...texts}
      className={className}
      aside={<span className="shrink-0 text-text tabular-nums">{words}</span>}
    >
      {(wiring) => (
        <input
          {...wiring}
          type="range"
          className="slider"
          style={{ '--done': `${((value - min) / (max - min)) * 100}%` }}
          aria-valuetext={words}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => onValueChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
