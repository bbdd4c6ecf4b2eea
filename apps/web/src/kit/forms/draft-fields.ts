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

/**
 * The values of others, and the viewer's changes on top of them. Each part of a nested value is a
 * field of its own, and so is each id of a list of ids. Any other list is one value.
 */
export function mergeChanges<T>(typed: T, before: T, next: T): T {
  if (isEqual(typed, before)) return next;
  if (isIds(typed) && isIds(before) && isIds(next)) {
    const added = typed.filter((id) => !before.includes(id) && !next.includes(id));
    const left = next.filter((id) => typed.includes(id) || !before.includes(id));
    return [...left, ...added] as T;
  }
  if (!isRecord(typed) || !isRecord(before) || !isRecord(next)) return typed;
  return Object.fromEntries(
    Object.keys(next).map((part) => [part, mergeChanges(typed[part], before[part], next[part])]),
  ) as T;
}

/** Whether the viewer and somebody else have set different values of the same field. */
export function collide<T>(typed: T, before: T, next: T): boolean {
  if (isEqual(typed, before) || isEqual(typed, next) || isEqual(before, next)) return false;
  if (isIds(typed) && isIds(before) && isIds(next)) return false;
  if (!isRecord(typed) || !isRecord(before) || !isRecord(next)) return true;
  return Object.keys(next).some((part) => collide(typed[part], before[part], next[part]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
