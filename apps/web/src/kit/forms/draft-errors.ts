import { messages as common } from '@vitrine/contract/messages';
import { useEffect, useRef, useState } from 'react';
import type { FieldError, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/api.ts';
import { useTranslation } from '../../ui/translation.ts';
import { failureOf } from '../queries/failure.ts';
import { isEqual } from '../state/is-equal.ts';
import { fieldsOf, pick } from './draft-fields.ts';
import { showFirstError } from './first-error.ts';

/** The error of a failed save, and the values that it was about. */
interface SaveFailure<T> {
  error: { title: string; text?: string };
  values: T;
}

interface WithMessage {
  messageFor?: (errors: Record<string, string[]>) => string | undefined;
}

interface DraftErrorsOptions<T extends FieldValues> {
  form: UseFormReturn<T>;
  /** The id of the form's element. */
  formId: string;
  values: T;
  schema: z.ZodMiniType | undefined;
  /** The specification's text for a failure that no field caused. */
  failure: string;
}

/** A form may also choose other things. */
const goneText =
  'Isto, ou algo escolhido aqui, foi removido enquanto isso. Copie o que quiser guardar.';

/** Shows why a save failed: at the fields that the server named, else for the whole form. */
export function useDraftErrors<T extends FieldValues>({
  form,
  formId,
  values,
  schema,
  failure,
}: DraftErrorsOptions<T>) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<SaveFailure<T> | null>(null);
  /** The values that the server refused. Its message at a field is about them. */
  const refused = useRef<Partial<T>>({});
  useEffect(() => {
    for (const field of fieldsOf(refused.current)) {
      if (isEqual(values[field], refused.current[field])) continue;
      delete refused.current[field];
      form.clearErrors(field as Path<T>);
    }
  }, [values, form]);

  const [failures, setFailures] = useState(0);
  // After the render that shows the messages.
  useEffect(() => {
    if (failures) showFirstError(document.getElementById(formId));
  }, [failures, formId]);

  const show = (error: SaveFailure<T>['error']) =>
    setFailed({ error, values: structuredClone(form.getValues()) });

  return {
    /** An error about other values no longer applies. */
    error: failed && isEqual(values, failed.values) ? failed.error : null,
    clear: () => setFailed(null),
    showFirst: () => setFailures((count) => count + 1),

    /** The translated message at a field. */
    errorOf(field: Path<T>) {
      const message = messageIn(form.getFieldState(field, form.formState).error);
      return message ? t(message) : undefined;
    },

    /** The server refused the values. */
    showRefusal(error: unknown) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const formFields = fields.filter(([field]) => rootOf(field) in form.getValues());
      formFields.forEach(([field, texts], index) =>
        form.setError(field as Path<T>, { message: texts[0]! }, { shouldFocus: index === 0 }),
      );
      refused.current = pick(
        structuredClone(form.getValues()),
        formFields.map(([field]) => rootOf(field)),
      );
      const isGone = error instanceof ApiError && error.message === t(common.notFound);
      show(isGone ? { title: t(failure), text: t(goneText) } : failureOf(t, failure, error));
    },

    /** Some schemas have one text for several wrong fields together: both blank (A section 5). */
    showInvalid(errors: FieldErrors<T>) {
      const texts = Object.keys(errors).map((field) => [
        field,
        [errors[field as keyof T]?.message as string],
      ]);
      const text = (schema && z.globalRegistry.get(schema)) as WithMessage | undefined;
      const message = text?.messageFor?.(Object.fromEntries(texts));
      if (message) show({ title: t(failure), text: t(message) });
    },
  };
}

/** The field of a form that holds this part of it: `files` for `files.0.path`. */
const rootOf = (path: string) => path.split('.', 1)[0]!;

/** The message of a field, else of the first part of it that has one, such as a line of a list. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // Only an error of its own names an element; a list or a group of errors does not.
  if ('ref' in error) return (error as FieldError).message;
  for (const part of Object.values(error)) {
    const message = messageIn(part);
    if (message) return message;
  }
  return undefined;
}
