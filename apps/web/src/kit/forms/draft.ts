import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
} from 'react-hook-form';
import { useLocation, type Location } from 'react-router';
import * as z from 'zod/mini';
import { messages as common } from '@vitrine/contract/messages';
import { useTranslation } from '../../ui/translation.ts';
import { ApiError } from '../../platform/api.ts';
import { failureOf } from '../queries/failure.ts';
import { useHistory } from './draft-history.ts';
import { useFormKeys } from './form-keys.ts';
import { useLocalDraft } from './local-draft.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { isEqual } from '../state/is-equal.ts';

/** What there is to say about a save, beside the values. */
interface SaveContext<T> {
  /** The fields that differ from what is saved: for calls that take patches. */
  changes: Partial<T>;
  /** The version to build on, where it is newer than the one the form started from. */
  version?: number;
}

interface DraftOptions<T extends FieldValues> {
  /** Names the draft kept on this device, for this person and school: `custom-link.7`. */
  name: string;
  /** As it is saved. Changes of it reach the fields that nobody has touched. */
  saved: T;
  /** The contract's input shape: its messages stand beside the fields before anything is sent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever shape the contract has
  schema?: any;
  save: (values: T, saving: SaveContext<T>) => Promise<unknown>;
  /**
   * Of a thing that counts versions: how the `data` of an answer, and of a 409, reads as this form.
   * A save on top of somebody else's then goes through where the two touched different fields, and
   * is asked about where they did not (`DraftBar`).
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the contract answers
  asSaved?: (data: any) => T;
  /** What stands in fields though nobody typed it: leaving loses no work by it. */
  automatic?: Partial<T>;
  /** Fields that are never kept on this device: passwords, and what is saved at once. */
  secrets?: readonly (keyof T)[];
  /** The specification's words when saving failed for no fault of the fields. */
  failure: string;
}

/** Somebody else saved the same fields in between (behaviour 12). */
export interface Conflict<T> {
  current: T;
  version: number;
  by: string | null;
  at: string | null;
}

/** What a shape without words of its own refuses is said as the server says it (kit/input.ts there). */
z.config({
  localeError: ({ input }) =>
    input === undefined || Number.isNaN(input) ? common.required : common.invalid,
});

/**
 * A form against what is saved: dirty means different from it, a save that fails keeps every value
 * and shows the server's words beside the fields, a reload finds the draft again, leaving with
 * changes asks first, Ctrl+S saves and Ctrl+Z goes back a step.
 *
 *     const draft = useDraft({ name: 'platform-info', saved, schema: PlatformInfoInput, save, failure })
 *     <form {...draft.formProps}>
 *       <TextField {...draft.form.register('name')} error={draft.errorOf('name')} />
 *     </form>
 *     <DraftBar draft={draft} />
 */
export function useDraft<T extends FieldValues>({
  name,
  saved,
  schema,
  save,
  asSaved,
  automatic,
  secrets = none,
  failure,
}: DraftOptions<T>) {
  const { t } = useTranslation();
  const form = useForm<T>({
    defaultValues: saved as DefaultValues<T>,
    ...(schema && { resolver: zodResolver(schema) }),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as T;
  const [base, setBase] = useState(saved);
  const dirty = !isEqual(values, base);
  /** The person has something to lose. */
  const typed = dirty && !(automatic && isEqual(values, { ...base, ...automatic }));
  const [saving, setSaving] = useState(false);
  const submitting = useRef(false);
  const held = useRef(false);
  const hold = useCallback((on: boolean) => void (held.current = on), []);
  const [saves, setSaves] = useState(0);
  const [failed, setFailed] = useState<Failed<T> | null>(null);
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const kept = useLocalDraft(name, values, typed, secrets);
  const put = (next: T) => form.reset(next, { keepDefaultValues: true });
  const history = useHistory(values, put);

  const [seen, setSeen] = useState(saved);
  if (!isEqual(seen, saved)) {
    setSeen(saved);
    setBase(saved);
  }
  const before = useRef(base);
  useEffect(() => {
    const next = merged(form.getValues(), before.current, base);
    before.current = base;
    if (!isEqual(form.getValues(), next)) form.reset(next);
  }, [base, form]);

  /** Resolves to whether it was saved. */
  async function submit(version?: number): Promise<boolean> {
    // A ref: the second of two quick presses still reads the first one's state.
    if (submitting.current || held.current) return false;
    submitting.current = true;
    let done = false;
    setFailed(null);
    setConflict(null);
    const run = form.handleSubmit(async (given) => {
      const sent = structuredClone(form.getValues());
      // Told once: what others save in between may reach the form before a second try.
      const changed = fieldsOf(base).filter((field) => !isEqual(sent[field], base[field]));
      setSaving(true);
      try {
        const answer = await send({ given, sent, changed }, version);
        const now = asSaved ? asSaved((answer as { data: unknown }).data) : given;
        kept.drop();
        setBase(now);
        form.reset(merged(form.getValues(), sent, now));
        setSaves((times) => times + 1);
        done = true;
      } catch (trouble) {
        if (trouble instanceof Clash) setConflict(trouble.conflict as Conflict<T>);
        else if (!(trouble instanceof Declined)) explain(trouble);
      } finally {
        setSaving(false);
      }
    }, explainShape);
    await run().finally(() => {
      submitting.current = false;
    });
    return done;
  }

  /** Where somebody saved in between, but other fields: once more, on top of theirs. */
  async function send(
    { given, sent, changed }: Sent<T>,
    version: number | undefined,
    tries = 1,
  ): Promise<unknown> {
    const changes = only(given, changed);
    try {
      return await save(given, { changes, ...(version !== undefined && { version }) });
    } catch (trouble) {
      const newer = asSaved && newerThan(trouble, asSaved);
      if (!newer) throw trouble;
      const clash = changed.some(
        (field) =>
          !isEqual(newer.current[field], base[field]) &&
          !isEqual(newer.current[field], given[field]),
      );
      // A call may take the whole form: what the other person changed goes along as they have it.
      const both = { ...newer.current, ...only(sent, changed) };
      const parsed = schema ? z.safeParse(schema, both) : { success: true, data: both };
      if (clash || !parsed.success || tries >= 5) throw new Clash(newer);
      return send({ given: parsed.data as T, sent, changed }, newer.version, tries + 1);
    }
  }

  function explain(trouble: unknown) {
    const fields = trouble instanceof ApiError ? Object.entries(trouble.fields) : [];
    const known = fields.filter(([field]) => field in form.getValues());
    known.forEach(([field, texts], index) =>
      form.setError(field as Path<T>, { message: texts[0]! }, { shouldFocus: index === 0 }),
    );
    tellFailure(failureOf(t, failure, trouble));
  }

  /** Some shapes have a text for several wrong fields together: both blank (A section 5). */
  function explainShape(wrong: FieldErrors<T>) {
    const texts = Object.keys(wrong).map((field) => [
      field,
      [wrong[field as keyof T]?.message as string],
    ]);
    const text = (schema && z.globalRegistry.get(schema)) as WithMessage | undefined;
    const together = text?.messageFor?.(Object.fromEntries(texts));
    if (together) tellFailure({ title: t(failure), text: t(together) });
  }

  const tellFailure = (error: Failed<T>['error']) =>
    setFailed({ error, values: structuredClone(form.getValues()) });

  function discard() {
    setFailed(null);
    kept.drop();
    form.reset(base);
  }

  const order = useLeaveGuard({ dirty: typed, save: submit, discard, staysAt: useStaysAt(typed) });
  useFormKeys({ save: () => dirty && void submit(), ...history });

  return {
    form,
    values,
    /** What the form is compared with: 'Antes #FFB238'. */
    saved: base,
    dirty,
    /** Dirty by more than what is automatic. */
    typed,
    order,
    saving,
    /** How often it was saved since it was opened: a dialog saves once. */
    saves,
    submit: () => submit(),
    /** While an upload runs nothing is saved, by whatever key: the form's foot says so (behaviour 52). */
    hold,
    discard,
    errorOf: (field: Path<T>) => {
      const message = form.getFieldState(field, form.formState).error?.message;
      return message ? t(message) : undefined;
    },
    /** For the form element: the browser's own bubbles stay away, Enter saves. */
    formProps: {
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
    },
    /** A draft of an earlier visit that differs from what is saved; `restore` puts it back. */
    restore: kept.found && !dirty ? () => put({ ...base, ...kept.found }) : null,
    forget: kept.drop,
    /** One step back, one forth; null where there is none. */
    undo: history.undo,
    redo: history.redo,
    conflict: conflict && {
      ...conflict,
      /** What the other person saved takes the form; one's own is a step back. */
      reload() {
        setConflict(null);
        setFailed(null);
        kept.drop();
        setBase(conflict.current);
        form.reset(conflict.current);
      },
      overwrite: () => void submit(conflict.version),
      close: () => setConflict(null),
    },
    bar: {
      dirty,
      saving,
      // Of other values nobody knows yet whether they can be saved.
      error: failed && isEqual(values, failed.values) ? failed.error : null,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

/**
 * A panel of the edit drawer stands while something opens over it: `?editar=footer/termos` over
 * `?editar=footer`. The form's own place is where somebody began to type.
 */
function useStaysAt(typed: boolean) {
  const { pathname, search } = useLocation();
  const place = useRef('');
  useEffect(() => {
    if (!typed) place.current = '';
    else if (search.startsWith('?editar=')) place.current ||= pathname + search;
  }, [typed, pathname, search]);
  return ({ pathname: to, search: asked }: Location) =>
    place.current !== '' && `${to}${asked}/`.startsWith(`${place.current}/`);
}

/** Why a save failed, and of what. */
interface Failed<T> {
  error: { title: string; text?: string };
  values: T;
}

/** What a save sends: as the shape has it, as the form had it, and the fields that differ. */
interface Sent<T> {
  given: T;
  sent: T;
  changed: (keyof T)[];
}

interface WithMessage {
  messageFor?: (errors: Record<string, string[]>) => string | undefined;
}

/** Thrown by `save` where the person was asked, and took it back: nothing failed. */
export class Declined extends Error {}

/** Two people changed the same field. */
class Clash extends Error {
  readonly conflict: Conflict<unknown>;

  constructor(conflict: Conflict<unknown>) {
    super('the same fields were changed');
    this.conflict = conflict;
  }
}

const none: readonly never[] = [];
const only = <T extends object>(values: T, fields: (keyof T)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<T>;
const fieldsOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/** `next` in every field that still stands as in `before`; what was typed since then stays. */
const merged = <T extends object>(typed: T, before: T, next: T) =>
  Object.fromEntries(
    fieldsOf(next).map((field) => [
      field,
      isEqual(typed[field], before[field]) ? next[field] : typed[field],
    ]),
  ) as T;

function newerThan<T>(trouble: unknown, asSaved: (data: unknown) => T): Conflict<T> | null {
  if (!(trouble instanceof ApiError) || trouble.code !== 'stale_version') return null;
  const data = trouble.data as {
    version: number;
    changed_by?: string | null;
    changed_at?: string | null;
  };
  return {
    current: asSaved(data),
    version: data.version,
    by: data.changed_by ?? null,
    at: data.changed_at ?? null,
  };
}
