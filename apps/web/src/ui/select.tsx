import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { Field } from './field.tsx';
import { menuItemClass, menuPopupClass } from './menu.tsx';
import {
  chosenLabel,
  selectClass,
  SelectIcon,
  selectIconClass,
  selectValueClass,
  type SelectOption,
  type SelectProps,
} from './select-face.tsx';

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
  isPressed = false,
  name,
  onBlur,
  id,
  className,
  ...texts
}: SelectProps<V>) {
  return (
    <Field {...texts} id={id} className={className}>
      {(wiring) => (
        <Base.Root
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onValueChange(next)}
          defaultOpen={isPressed}
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
            className={selectClass(quiet)}
          >
            <Base.Value className={selectValueClass}>
              {chosenLabel({ options, value, placeholder })}
            </Base.Value>
            <Base.Icon className={selectIconClass}>
              <SelectIcon quiet={quiet} />
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
