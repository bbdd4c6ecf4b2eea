import type { ReactElement } from 'react';
import {
  useController,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
} from 'react-hook-form';
import type { Draft } from './draft.ts';

interface DraftFieldProps<T extends FieldValues, Name extends FieldPath<T>> {
  draft: Pick<Draft<T>, 'form' | 'errorOf'>;
  name: Name;
  /** The checks of a form without a schema. */
  rules?: UseControllerProps<T, Name>['rules'];
  children: (field: ControllerRenderProps<T, Name> & { error: string | undefined }) => ReactElement;
}

/**
 * Connects a controlled field to a draft: value, changes, focus and error.
 *
 * ```tsx
 * <DraftField draft={draft} name="title">
 *   {(field) => <CounterField label={t('Título')} max={limits.title} {...field} />}
 * </DraftField>
 * ```
 */
export function DraftField<T extends FieldValues, Name extends FieldPath<T>>({
  draft,
  name,
  rules,
  children,
}: DraftFieldProps<T, Name>) {
  const { field } = useController({ name, control: draft.form.control, ...(rules && { rules }) });
  return children({ ...field, error: draft.errorOf(name) });
}
