import * as z from 'zod/mini';
import { viewer } from '../../platform/session.ts';
import { isOutdatedError } from '../queries/edit-mutation.ts';
import { isEqual } from '../state/is-equal.ts';
import { collide, fieldsOf, mergeChanges, pick } from './draft-fields.ts';

/** Maximum number of saves, each on top of what another person has just saved. */
const MAX_TRIES = 5;

/** Facts about a save, beside the values. */
export interface SaveContext<T> {
  /** The fields that differ from the saved values, for calls that take patches. */
  changes: Partial<T>;
  /** The version to save on, if it is newer than the form's version. */
  version?: number;
}

/** Another person saved the same fields meanwhile. */
export interface Conflict<T> {
  current: T;
  /** The version to save on; undefined where the form's version is the newest. */
  version?: number;
  savedBy: string | null;
  /** The viewer saved in another tab, or on another device. */
  isOwnSave: boolean;
  savedAt: string | null;
}

/** Two people changed the same field. */
export class ConflictError<T> extends Error {
  readonly conflict: Conflict<T>;

  constructor(conflict: Conflict<T>) {
    super('the same fields were changed');
    this.conflict = conflict;
  }
}

/** How a draft is saved, and what its values began with. */
export interface SaveOptions<T> {
  /** The saved values that the person began to change. */
  base: T;
  schema?: z.ZodMiniType;
  save: (values: T, saving: SaveContext<T>) => Promise<unknown>;
  asSaved?: (data: unknown) => T;
  reread?: (() => Promise<T | undefined>) | undefined;
  /** The values of saves that got no answer. The server may have stored them. */
  unanswered: readonly T[];
}

/** The viewer's answer to a conflict: save on the other person's version. */
export interface Overwrite {
  version?: number | undefined;
}

interface SaveInput<T> {
  parsedValues: T;
  formValues: T;
  overwrite?: Overwrite | undefined;
}

/**
 * Saves the changed fields. If another person saved other fields meanwhile, saves again on top of
 * theirs. Throws a `ConflictError` if both changed the same field. Returns the answer and the saved
 * values.
 */
export async function saveOnNewest<T extends object>(
  options: SaveOptions<T>,
  input: SaveInput<T>,
): Promise<{ answer: unknown; values: T }> {
  const { base, schema, save, asSaved } = options;
  const { formValues } = input;
  // Computed once: values of others may reach the form before a retry.
  const changed = fieldsOf(base).filter((field) => !isEqual(formValues[field], base[field]));
  let parsedValues: T = await mergeReread<T>(options, input);
  let version = input.overwrite?.version;
  for (let tries = 1; ; tries += 1) {
    try {
      const changes = pick(parsedValues, changed);
      const answer = await save(parsedValues, {
        changes,
        ...(version !== undefined && { version }),
      });
      return { answer, values: parsedValues };
    } catch (error) {
      const newer = asSaved && conflictOf(error, asSaved);
      if (!newer) throw error;
      const known = knownValues(options, newer.current);
      const overlaps = changed.some(
        (field) =>
          !isEqual(newer.current[field], known[field]) &&
          !isEqual(newer.current[field], parsedValues[field]),
      );
      // A call may send the whole form, so it includes the other person's changes.
      const combined = { ...newer.current, ...pick(formValues, changed) };
      const parsed = parseWith(schema, combined);
      if (overlaps || !parsed || tries >= MAX_TRIES) throw new ConflictError(newer);
      parsedValues = parsed;
      version = newer.version;
    }
  }
}

/**
 * The values to save if the thing has no version: the viewer's changes on top of the current
 * values.
 */
async function mergeReread<T extends object>(
  options: SaveOptions<T>,
  { parsedValues, formValues, overwrite }: SaveInput<T>,
): Promise<T> {
  const { base, schema, reread } = options;
  const current = await reread?.();
  if (!current || isEqual(current, base)) return parsedValues;
  const combined = mergeChanges(formValues, base, current);
  const parsed = parseWith(schema, combined);
  if (!parsed || (!overwrite && collide(formValues, knownValues(options, current), current)))
    throw new ConflictError({ current, savedBy: null, isOwnSave: false, savedAt: null });
  return parsed;
}

/**
 * The saved values that the viewer knows. A value that an own save without an answer has stored is no
 * change of somebody else.
 */
function knownValues<T extends object>({ base, unanswered }: SaveOptions<T>, current: T): T {
  const own = fieldsOf(base).filter((field) =>
    unanswered.some((sent) => isEqual(current[field], sent[field])),
  );
  return { ...base, ...pick(current, own) };
}

/** The values as the schema parses them. Null if it refuses them. */
function parseWith<T>(schema: z.ZodMiniType | undefined, values: T): T | null {
  if (!schema) return values;
  const { success, data } = z.safeParse(schema, values);
  return success ? (data as T) : null;
}

/** The conflict of a 409 `stale_version`; null for any other error. */
export function conflictOf<T>(error: unknown, asSaved: (data: unknown) => T): Conflict<T> | null {
  if (!isOutdatedError(error)) return null;
  const data = error.data as {
    version: number;
    changed_by?: string | null;
    changed_by_id?: number | null;
    changed_at?: string | null;
  };
  return {
    current: asSaved(data),
    version: data.version,
    savedBy: data.changed_by ?? null,
    isOwnSave: data.changed_by_id != null && data.changed_by_id === viewer()?.id,
    savedAt: data.changed_at ?? null,
  };
}
