import { zodResolver } from '@hookform/resolvers/zod';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type SetValueConfig,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { usePointerRelease } from './pointer-release.ts';

/** A schema of the contract whose values a form can have. */
export type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

/**
 * The fields of a draft, with their values and checks. `set` sets one field, `put` all of them. Both
 * leave the saved values as they are.
 */
export function useDraftForm<T extends FieldValues>(saved: T, schema: FormSchema | undefined) {
  const released = usePointerRelease();
  const form = useForm<T>({
    defaultValues: saved as DefaultValues<T>,
    ...(schema && { resolver: afterPress(zodResolver(schema) as Resolver<T>, released) }),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as T;
  // Subscribes to it: `set` reads the newest, because an upload may end long after its render.
  void form.formState.isSubmitted;
  const set = <Name extends Path<T>>(
    field: Name,
    value: PathValue<T, Name>,
    options?: SetValueConfig,
  ) =>
    form.setValue(field, value, {
      shouldValidate: form.formState.isSubmitted || Boolean(form.getFieldState(field).error),
      ...options,
    });
  const put = (next: T) => form.reset(next, { keepDefaultValues: true });
  return { form, values, set, put };
}

/** Checks a field once the pointer is up, so that a message moves nothing that is being pressed. */
const afterPress =
  <T extends FieldValues>(resolver: Resolver<T>, released: () => Promise<void>): Resolver<T> =>
  async (values, context, options) => {
    await released();
    return resolver(values, context, options);
  };
