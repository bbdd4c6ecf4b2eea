import { ChevronDown, ChevronsUpDown } from 'lucide-react';
import { cx } from './cx.ts';
import { controlClass, type FieldTexts } from './field.tsx';

/** A choice of a `Select`. */
export interface SelectOption<V> {
  value: V;
  label: string;
  /** A second line below the label. */
  note?: string;
  disabled?: boolean;
}

/** The props of `Select`. */
export type SelectProps<V extends string | number> = FieldTexts & {
  options: readonly SelectOption<V>[];
  value: V | null;
  onValueChange: (value: V) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Small words without a frame, beside the heading of a list: its order. */
  quiet?: boolean;
  /** Opens at once, because it replaces the pressed button of a `LateSelect`. */
  isPressed?: boolean;
  name?: string;
  onBlur?: () => void;
  id?: string;
  className?: string;
};

/** The classes of the button. */
export const selectClass = (quiet: boolean) =>
  quiet
    ? 'touch-target -mr-2 flex min-h-8 items-center gap-1.5 rounded-control px-2 text-13 text-text-2 transition-colors hover:text-text data-popup-open:text-text'
    : cx(
        controlClass,
        'flex h-control items-center justify-between gap-2 text-left data-popup-open:border-accent',
      );
/** The classes of the chosen option in the button. */
export const selectValueClass = 'min-w-0 truncate data-placeholder:text-text-3';
/** The classes of the place of `SelectIcon`. */
export const selectIconClass = 'shrink-0 text-text-3';

/** The label of the chosen option, or '…' until the options have loaded. */
export const chosenLabel = <V extends string | number>({
  options,
  value,
  placeholder,
}: Pick<SelectProps<V>, 'options' | 'value' | 'placeholder'>) =>
  options.find((option) => option.value === value)?.label ??
  (value === null || value === '' ? placeholder : '…');

/** The chevrons at the end of the button. */
export function SelectIcon({ quiet }: { quiet: boolean }) {
  const Chevron = quiet ? ChevronDown : ChevronsUpDown;
  return <Chevron size={16} strokeWidth={2} aria-hidden="true" />;
}
