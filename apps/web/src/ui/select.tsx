import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown, ChevronsUpDown } from 'lucide-react';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { controlClass, Field, type FieldTexts } from './field.tsx';
import { menuItemClass, menuPopupClass } from './menu.tsx';

interface SelectOption<V> {
  value: V;
  label: string;
  /** A second line below the label. */
  note?: string;
  disabled?: boolean;
}

/**
 * A dropdown. For two to four short choices use `Segmented`.
 *
 * ```tsx
 * <Select label={t('Fonte')} value={font} onValueChange={setFont}
 *   options={[{ value: 'poppins', label: 'Poppins' }]} />
 * ```
 */
export function Select<V extends string | number>({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  quiet = false,
  name,
  onBlur,
  id,
  className,
  ...texts
}: FieldTexts & {
  options: readonly SelectOption<V>[];
  value: V | null;
  onValueChange: (value: V) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Small words without a frame, beside the heading of a list: its order. */
  quiet?: boolean;
  name?: string;
  onBlur?: () => void;
  id?: string;
  className?: string;
}) {
  const chosen = options.find((option) => option.value === value);
  const Chevron = quiet ? ChevronDown : ChevronsUpDown;
  return (
    <Field {...texts} id={id} className={className}>
      {(wiring) => (
        <Base.Root
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onValueChange(next)}
          disabled={disabled}
          name={name}
          modal={false}
        >
          <Base.Trigger
            id={wiring.id}
            aria-label={texts.label}
            aria-invalid={wiring['aria-invalid']}
            aria-describedby={wiring['aria-describedby']}
            aria-required={wiring.required}
            onBlur={onBlur}
            className={
              quiet
                ? 'touch-target -mr-2 flex min-h-8 items-center gap-1.5 rounded-control px-2 text-13 text-text-2 transition-colors hover:text-text data-popup-open:text-text'
                : cx(
                    controlClass,
                    'flex h-control items-center justify-between gap-2 text-left data-popup-open:border-accent',
                  )
            }
          >
            <Base.Value className="min-w-0 truncate data-placeholder:text-text-3">
              {/* Until the options have loaded: an id or an address means nothing to people. */}
              {chosen?.label ?? (value === null || value === '' ? placeholder : '…')}
            </Base.Value>
            <Base.Icon className="shrink-0 text-text-3">
              <Chevron size={16} strokeWidth={2} aria-hidden="true" />
            </Base.Icon>
          </Base.Trigger>
          <SelectPopup options={options} quiet={quiet} />
        </Base.Root>
      )}
    </Field>
  );
}

function SelectPopup<V extends string | number>({
  options,
  quiet,
}: {
  options: readonly SelectOption<V>[];
  quiet: boolean;
}) {
  const scope = useLayerScope();
  return (
    <Base.Portal className={cx(scope, 'contents')}>
      <Base.Positioner
        sideOffset={6}
        align={quiet ? 'end' : 'center'}
        alignItemWithTrigger={false}
        collisionPadding={12}
        className="z-dialog outline-none"
      >
        <Base.Popup className={cx(menuPopupClass, quiet ? 'w-60' : 'w-(--anchor-width)')}>
          <Base.List>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={cx(menuItemClass, 'justify-between')}
              >
                <span className="min-w-0">
                  <Base.ItemText className="block truncate">{option.label}</Base.ItemText>
                  {option.note && (
                    <span className="block text-13 font-normal text-text-2">{option.note}</span>
                  )}
                </span>
                <Base.ItemIndicator className="shrink-0 text-accent">
                  <Check size={16} strokeWidth={2} aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
