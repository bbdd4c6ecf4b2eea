import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { useWholeNumber } from '../../ui/numbers-only.ts';
import { useTranslation } from '../../ui/translation.ts';

interface NumberCellProps {
  label: string;
  value: number;
  max: number;
  /** Differs from the saved value. */
  changed: boolean;
  /** Within a sentence. */
  narrow?: boolean;
  onChange: (value: number) => void;
}

/** A number field of a table, with spinner and keyboard. Blank becomes 0 on blur. */
export function NumberCell({
  label,
  value,
  max,
  changed,
  narrow = false,
  onChange,
}: NumberCellProps) {
  const { t } = useTranslation();
  const [blank, setBlank] = useState(false);
  const { note, ...wholeNumber } = useWholeNumber();
  return (
    <>
      <span className={cx('shrink-0', narrow ? 'w-[3.5rem]' : 'w-[4.5rem]')}>
        <input
          {...wholeNumber}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={1}
          aria-label={changed ? t('{{label}}, não salvo', { label }) : label}
          value={blank ? '' : value}
          onChange={({ target }) => {
            setBlank(target.value === '');
            onChange(Math.min(max, Math.max(0, Math.trunc(Number(target.value) || 0))));
          }}
          onBlur={() => setBlank(false)}
          className={cx(
            controlClass,
            'h-control px-2 text-center font-semibold tabular-nums md:h-8.5',
            // The spinner lies over the field: beside the number, it would push it to the left.
            'relative [appearance:textfield] [&::-webkit-inner-spin-button]:absolute [&::-webkit-inner-spin-button]:inset-y-0 [&::-webkit-inner-spin-button]:right-0',
            changed && 'border-warn',
          )}
        />
      </span>
      {/* Below the row or the sentence. */}
      {note && changed && (
        <span role="alert" className="order-last w-full text-right text-13 text-warn">
          {note}
        </span>
      )}
    </>
  );
}
