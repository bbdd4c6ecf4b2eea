import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldsOf } from './draft-fields.ts';

interface ResetOptions<T extends FieldValues> {
  form: UseFormReturn<T>;
  schema: z.ZodMiniType | undefined;
  saved: T;
}

/**
 * Resets the invalid fields among `blanks` to their saved values, or to the blanks where these are
 * invalid too. Valid ones keep what was typed.
 */
export function resetInvalid<T extends FieldValues>(
  { form, schema, saved }: ResetOptions<T>,
  blanks: Partial<T>,
) {
  const values = form.getValues();
  for (const field of fieldsOf(blanks)) {
    const fits = (value: unknown) =>
      !schema ||
      !z
        .safeParse(schema, { ...values, [field]: value })
        .error?.issues.some(({ path }) => path[0] === field);
    const value = [values[field], saved[field], blanks[field]].find(fits);
    form.setValue(field as Path<T>, value as PathValue<T, Path<T>>);
    form.clearErrors(field as Path<T>);
  }
}
