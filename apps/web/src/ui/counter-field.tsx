import { WARN_FROM_SHARE } from './characters-left.tsx';
import { cx } from './cx.ts';
import { SpokenLimit } from './spoken-limit.tsx';
import { TextArea, type TextAreaProps } from './text-area.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useTranslation } from './translation.ts';

type CounterProps = { /** Maximum number of characters, in code points. */ max: number };
type CounterFieldProps =
  | (Omit<TextFieldProps, 'value' | 'aside' | 'maxLength'> &
      CounterProps & { value: string; multiline?: false })
  | (Omit<TextAreaProps, 'value' | 'aside' | 'maxLength'> &
      CounterProps & { value: string; multiline: true });

/**
 * A text field with a counter: amber from 90 %, red above the limit. Screen readers hear it at 20, 10
 * and 0 left. It never truncates the text; the form refuses it. Controlled: spread a form
 * controller's `field` onto it.
 *
 * ```tsx
 * <CounterField label={t('Nome da comunidade')} max={50} {...field} error={fieldState.error?.message} />
 * ```
 */
export function CounterField(props: CounterFieldProps) {
  const { max, value } = props;
  const { t, number } = useTranslation();
  // Counts code points, like the limits of the contract.
  const length = Array.from(value).length;
  const aside = (
    <>
      <span className={cx('shrink-0 tabular-nums', toneOf(length, max))} aria-hidden="true">
        {number(length)}/{number(max)}
      </span>
      <SpokenLimit left={max - length} />
    </>
  );
  const limit = t('Até {{count}} caractere|Até {{count}} caracteres', { count: max });
  // The hint is the field's description, and replaces any other.
  const described = props.hint
    ? {
        hint: (
          <>
            {props.hint}
            <span className="sr-only"> {limit}</span>
          </>
        ),
      }
    : { 'aria-description': limit };

  if (props.multiline) {
    const { max: _max, multiline: _multiline, ...area } = props;
    return <TextArea {...area} {...described} aside={aside} />;
  }
  const { max: _max, multiline: _multiline, ...input } = props;
  return <TextField {...input} {...described} aside={aside} />;
}

function toneOf(length: number, max: number) {
  if (length > max) return 'font-semibold text-error';
  return length >= max * WARN_FROM_SHARE ? 'text-warn' : 'text-text-3';
}
