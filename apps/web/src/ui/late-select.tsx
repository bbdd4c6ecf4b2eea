import { Field } from './field.tsx';
import { useLatePress } from './late-press.ts';
import { LoadingLine } from './loading-line.tsx';
import {
  chosenLabel,
  selectClass,
  SelectIcon,
  selectIconClass,
  selectValueClass,
  type SelectProps,
} from './select-face.tsx';
import { useTranslation } from './translation.ts';

type LateSelectProps<V extends string | number> = Pick<
  SelectProps<V>,
  'label' | 'hideLabel' | 'options' | 'value' | 'onValueChange' | 'className'
>;

/**
 * A button that becomes its `Select` at the first press. The list's code weighs 60 KB, and few
 * students of a page open it. Where the code does not load, the button stays.
 *
 * ```tsx
 * <LateSelect label={t('Ordem')} value={order} onValueChange={setOrder} options={orders} />
 * ```
 */
export function LateSelect<V extends string | number>(props: LateSelectProps<V>) {
  const { t } = useTranslation();
  const { Loaded, isLoading, press } = useLatePress<SelectProps<V>>(async () => {
    const { Select } = await import('./select.tsx');
    return { default: Select<V> };
  }, t('A lista não carregou'));
  if (Loaded) return <Loaded {...props} isPressed />;
  return (
    <>
      <Field label={props.label} hideLabel={props.hideLabel} className={props.className}>
        {({ id }) => (
          <button
            type="button"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `press` has aria-expanded, and a closed list has no element to name
            role="combobox"
            id={id}
            aria-label={props.label}
            aria-haspopup="listbox"
            className={selectClass(false)}
            {...press}
          >
            <span className={selectValueClass}>{chosenLabel(props)}</span>
            <span className={selectIconClass}>
              <SelectIcon quiet={false} />
            </span>
          </button>
        )}
      </Field>
      {isLoading && <LoadingLine />}
    </>
  );
}
