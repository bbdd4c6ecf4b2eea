import { useId, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { focusWithinClass } from './field.tsx';
import { LatePart } from './late-part.tsx';
import { useTranslation } from './translation.ts';

/**
 * A colour field: typed as hex, picked below, or reset to the earlier value. `onChange` gets only
 * complete colours (`#43dfae`), also while the admin types.
 *
 * ```tsx
 * <ColorField label={t('Cor principal')} value={color} before={saved.color} onChange={setColor} alwaysOpen />
 * ```
 */
export function ColorField({
  label,
  hint,
  value,
  before,
  alwaysOpen = false,
  suggestions = [],
  suggestionsLabel,
  onChange,
  children,
}: {
  label: string;
  hint?: ReactNode;
  value: string;
  /** The saved colour. The field offers it once the value differs. */
  before?: string;
  /** Keeps the picker open, for the most important colour. */
  alwaysOpen?: boolean;
  /** Suggested colours, one press each. */
  suggestions?: readonly string[];
  suggestionsLabel?: string;
  onChange: (color: string) => void;
  /** Derived facts below the field: the contrast, a warning. */
  children?: ReactNode;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = alwaysOpen || opened;
  const differs = before !== undefined && before.toLowerCase() !== value.toLowerCase();
  const hexBox = (
    <HexBox
      id={id}
      label={label}
      value={value}
      onChange={onChange}
      open={open}
      onToggle={alwaysOpen ? undefined : () => setOpened(!opened)}
    />
  );
  const pick = (color: string) => onChange(color.toLowerCase());

  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-labelledby={`${id}-label`}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <label id={`${id}-label`} htmlFor={id} className="block text-14 font-semibold text-text">
            {label}
          </label>
          {hint && <p className="text-13 text-text-2">{hint}</p>}
        </div>
        <div className="flex max-w-full shrink-0 flex-wrap items-center gap-3">
          {differs && (
            <SavedColor color={before} showHex={alwaysOpen} onPick={() => pick(before)} />
          )}
          {!alwaysOpen && hexBox}
        </div>
      </div>
      {open && (
        <LatePart
          load={() => import('./color-picker.tsx')}
          fallback={<div className="h-39.5 rounded-card bg-surface-2" />}
        >
          {(ColorPicker) => <ColorPicker value={opaque(value)} onChange={pick} />}
        </LatePart>
      )}
      {(alwaysOpen || suggestions.length > 0) && (
        <div className="flex flex-wrap items-center gap-3">
          {alwaysOpen && hexBox}
          {suggestions.length > 0 && (
            <Suggestions label={suggestionsLabel} colors={suggestions} onPick={pick} />
          )}
        </div>
      )}
      {children}
    </fieldset>
  );
}

/** Offers to return to the saved colour. */
function SavedColor({
  color,
  showHex,
  onPick,
}: {
  color: string;
  /** False shows the colour's digits to screen readers only. */
  showHex: boolean;
  onPick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onPick}
      className="touch-target flex items-center gap-2 rounded-control text-13 text-text-2 hover:text-text"
    >
      {t('Antes')}
      <Dot color={color} className="size-3.5" />
      <span className={cx('tabular-nums', !showHex && 'sr-only')}>{color.toUpperCase()}</span>
    </button>
  );
}

function Suggestions({
  label,
  colors,
  onPick,
}: {
  label: string | undefined;
  colors: readonly string[];
  onPick: (color: string) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2" aria-label={label}>
      <span className="text-13 text-text-2" aria-hidden="true">
        {label}
      </span>
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={color.toUpperCase()}
          onClick={() => onPick(color)}
          className="touch-target grid size-8 place-items-center rounded-full"
        >
          <Dot color={color} className="size-7" />
        </button>
      ))}
    </fieldset>
  );
}

function HexBox({
  id,
  label,
  value,
  open,
  onToggle,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  open: boolean;
  /** Opens the picker. Undefined if the picker is always open. */
  onToggle: (() => void) | undefined;
  onChange: (color: string) => void;
}) {
  const { t } = useTranslation();
  // The unfinished text, until it is a colour or the field loses focus.
  const [typedText, setTypedText] = useState<string | null>(null);
  const parsed = typedText === null ? null : colorIn(typedText);
  const isInvalid = typedText !== null && parsed === null;
  // Drops the unfinished text if the value changed elsewhere, for example by an undo.
  const shownText = isInvalid || parsed === value.toLowerCase() ? typedText : null;
  return (
    <div
      data-invalid={isInvalid ? '' : undefined}
      className={cx(
        focusWithinClass,
        'flex h-control w-[8.25rem] max-w-full items-center gap-2 rounded-control border border-line-2 bg-field px-2.5 transition-colors hover:border-text-3 data-invalid:border-error-line',
      )}
    >
      {onToggle ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('Escolher {{label}}', { label })}
          onClick={onToggle}
          className="touch-target size-6 shrink-0"
        >
          <Dot color={value} className="size-full rounded-[6px]!" />
        </button>
      ) : (
        <Dot color={value} className="size-6 rounded-[6px]!" />
      )}
      <input
        id={id}
        value={shownText ?? value.toUpperCase()}
        aria-invalid={isInvalid || undefined}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={9}
        onChange={(event) => {
          setTypedText(event.target.value);
          const color = colorIn(event.target.value);
          if (color) onChange(color);
        }}
        onBlur={() => setTypedText(null)}
        className="h-full min-w-0 flex-1 bg-transparent text-16 tabular-nums outline-none drawer:text-14"
      />
    </div>
  );
}

function Dot({ color, className }: { color: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block shrink-0 rounded-full ring-1 ring-line-2 ring-inset', className)}
      style={{ backgroundColor: color }}
    />
  );
}

/** Accepts `#rgb`, `#rrggbb` and `#rrggbbaa`, with or without `#`; null for other texts. */
function colorIn(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  return /^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(digits) ? `#${digits}` : null;
}

const opaque = (color: string) => (color.length === 9 ? color.slice(0, 7) : color);
