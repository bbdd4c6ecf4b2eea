import { Combobox } from '@base-ui/react/combobox';
import { ChevronsUpDown, X } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { cx } from './cx.ts';
import { controlClass, focusWithinClass, type FieldWiring } from './field.tsx';
import { OptionLabel, type PickerOption } from './multi-picker-option.tsx';
import { useTranslation } from './translation.ts';

interface ChipsInputProps {
  chosen: readonly PickerOption[];
  /** Longer names are truncated. */
  maxCharacters: number;
  ref: Ref<HTMLDivElement>;
  wiring: FieldWiring;
  placeholder: string;
  onKeyDown: ComponentProps<typeof Combobox.Input>['onKeyDown'];
}

/** The chips of the chosen options, and the input that searches. */
export function ChipsInput({
  ref,
  wiring,
  chosen,
  maxCharacters,
  placeholder,
  onKeyDown,
}: ChipsInputProps) {
  return (
    <Combobox.Chips
      ref={ref}
      data-invalid={wiring['aria-invalid'] ? '' : undefined}
      className={cx(
        controlClass,
        focusWithinClass,
        'flex min-h-control flex-wrap items-center gap-1.5 py-1 pr-3! pl-1.5! data-invalid:border-error-line',
      )}
    >
      {chosen.map((one) => (
        <Chip key={one.id} option={one} maxCharacters={maxCharacters} />
      ))}
      <Combobox.Input
        id={wiring.id}
        aria-describedby={wiring['aria-describedby']}
        aria-invalid={wiring['aria-invalid']}
        placeholder={chosen.length ? undefined : placeholder}
        enterKeyHint="search"
        onKeyDown={onKeyDown}
        className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
      />
      <ChevronsUpDown
        size={16}
        strokeWidth={2}
        aria-hidden="true"
        className="pointer-events-none shrink-0 text-text-3"
      />
    </Combobox.Chips>
  );
}

function Chip({ option, maxCharacters }: { option: PickerOption; maxCharacters: number }) {
  const { t } = useTranslation();
  return (
    <Combobox.Chip
      aria-label={option.label}
      className="flex min-h-7 max-w-full items-center gap-1 rounded-control bg-surface-3 pl-2.5 text-13 font-medium text-text data-highlighted:bg-press"
    >
      <OptionLabel label={option.label} maxCharacters={maxCharacters} className="truncate" />
      {option.note && <span className="shrink-0 font-normal text-text-3">{option.note}</span>}
      <Combobox.ChipRemove
        aria-label={t('Remover {{name}}', { name: option.label })}
        className="touch-target grid size-7 shrink-0 place-items-center rounded-control text-text-3 hover:text-text"
      >
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}
