import { shortened } from './shortened.ts';

/** An option of a picker. */
export type PickerOption = {
  id: number;
  label: string;
  /** A remark about the option: 'inativo'. */
  note?: string | undefined;
};

interface OptionLabelProps {
  label: string;
  /** Longer names are truncated, with the full name as a tooltip. */
  maxCharacters: number;
  className: string;
}

/** The name of an option, cut to a number of code points. */
export function OptionLabel({ label, maxCharacters, className }: OptionLabelProps) {
  const shownLabel = shortened(label, maxCharacters);
  return (
    <span className={className} title={shownLabel === label ? undefined : label}>
      {shownLabel}
    </span>
  );
}
