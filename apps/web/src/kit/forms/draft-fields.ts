import { isEqual } from '../state/is-equal.ts';

/** The names of the fields, typed as the keys that they are. */
export const fieldsOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/** The values of these fields only. */
export const pick = <T extends object>(values: T, fields: (keyof T)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<T>;

/** Takes `next` for every field that still equals `before`. Fields typed since then stay. */
export const mergeUntouched = <T extends object>(typed: T, before: T, next: T) =>
  Object.fromEntries(
    fieldsOf(next).map((field) => [
      field,
      isEqual(typed[field], before[field]) ? next[field] : typed[field],
    ]),
  ) as T;

/**
 * Takes `next` for every field, but keeps `before` where the viewer and somebody else have set
 * different values.
 */
export const followSaved = <T extends object>(typed: T, before: T, next: T) =>
  Object.fromEntries(
    fieldsOf(next).map((field) => {
      const typedElse = ![before, next].some((one) => isEqual(typed[field], one[field]));
      return [field, typedElse ? before[field] : next[field]];
    }),
  ) as T;
