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

/** Facts about a save, beside the values. */
interface SaveContext<T> {
  /** The fields that differ from the saved values, for calls that take patches. */
  changes: Partial<T>;
  /** The version to save on, if it is newer than the form's version. */
  version?: number;
}

interface DraftOptions<T extends FieldValues> {
  /** The key of the local draft, per person and school: `custom-link.7`. */
  name: string;
  /** The saved values. Changes of them reach the fields that nobody has touched. */
  saved: T;
  /** The contract's input schema. Its messages show at the fields before anything is sent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever shape the contract has
  schema?: any;
  save: (values: T, saving: SaveContext<T>) => Promise<unknown>;
  /**
   * For versioned things: converts the `data` of an answer or of a 409 to form values. If somebody
   * else saved other fields, the form saves again on top of them. If both changed the same field, it
   * asks (`DraftBar`).
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the contract answers
  asSaved?: (data: any) => T;
  /** Prefilled values that nobody typed. Leaving does not ask about them. */
  automatic?: Partial<T>;
  /** Fields that are never stored on this device: passwords, and fields that save at once. */
  secrets?: readonly (keyof T)[];
  /** The specification's text for a failure that no field caused. */
  failure: string;
}

/** Another person saved the same fields meanwhile (behaviour 12). */
interface Conflict<T> {
  current: T;
  version: number;
  savedBy: string | null;
  savedAt: string | null;
}

/** The default messages of schemas, equal to the server's (kit/input.ts there). */
z.config({
  localeError: ({ input }) =>
    input === undefined || Number.isNaN(input) ? common.required : common.invalid,
});

/**
 * A form with saved values to compare with. A failed save keeps all values and shows the server's
 * messages at the fields. A reload restores the draft. Leaving with changes asks first. Ctrl+S saves
 * and Ctrl+Z undoes a step.
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
  secrets = noFields,
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
  /** The viewer has typed something that leaving would lose. */
  const typed = dirty && !(automatic && isEqual(values, { ...base, ...automatic }));
  const [saving, setSaving] = useState(false);
  const submitting = useRef(false);
  const saveLocked = useRef(false);
  const lockSave = useCallback((on: boolean) => void (saveLocked.current = on), []);
  const [saves, setSaves] = useState(0);
  const [failed, setFailed] = useState<SaveFailure<T> | null>(null);
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const localDraft = useLocalDraft(name, values, typed, secrets);
  /** The values that the server refused. Its message at a field is about them. */
  const refused = useRef<Partial<T>>({});
  useEffect(() => {
    for (const field of fieldsOf(refused.current)) {
      if (isEqual(values[field], refused.current[field])) continue;
      delete refused.current[field];
      form.clearErrors(field as Path<T>);
    }
  }, [values, form]);
  const put = (next: T) => form.reset(next, { keepDefaultValues: true });
  const history = useHistory(values, put);

  const [lastSaved, setLastSaved] = useState(saved);
  if (!isEqual(lastSaved, saved)) {
    setLastSaved(saved);
    setBase(saved);
  }
  const previousBase = useRef(base);
  useEffect(() => {
    const next = mergeUntouched(form.getValues(), previousBase.current, base);
    previousBase.current = base;
    if (!isEqual(form.getValues(), next)) form.reset(next);
  }, [base, form]);

  /** Resolves to whether the save succeeded. */
  async function submit(version?: number): Promise<boolean> {
    // A ref, because the second of two quick presses still sees the old state.
    if (submitting.current || saveLocked.current) return false;
    submitting.current = true;
    let succeeded = false;
    setFailed(null);
    setConflict(null);
    // The server's message at a field that no schema checks would block every later save.
    form.clearErrors();
    const run = form.handleSubmit(async (parsedValues) => {
      const formValues = structuredClone(form.getValues());
      // Computed once: values of others may reach the form before a retry.
      const changed = fieldsOf(base).filter((field) => !isEqual(formValues[field], base[field]));
      setSaving(true);
      try {
        const answer = await send({ parsedValues, formValues, changed }, version);
        const now = asSaved ? asSaved((answer as { data: unknown }).data) : parsedValues;
        localDraft.drop();
        setBase(now);
        form.reset(mergeUntouched(form.getValues(), formValues, now));
        setSaves((times) => times + 1);
        succeeded = true;
      } catch (error) {
        if (error instanceof ConflictError) setConflict(error.conflict as Conflict<T>);
        else if (!(error instanceof Declined)) explain(error);
      } finally {
        setSaving(false);
      }
    }, explainShape);
    await run().finally(() => {
      submitting.current = false;
    });
    return succeeded;
  }

  /** If another person saved other fields meanwhile, saves again on top of theirs. */
  async function send(
    { parsedValues, formValues, changed }: SaveInput<T>,
    version: number | undefined,
    tries = 1,
  ): Promise<unknown> {
    const changes = pick(parsedValues, changed);
    try {
      return await save(parsedValues, { changes, ...(version !== undefined && { version }) });
    } catch (error) {
      const newer = asSaved && newerThan(error, asSaved);
      if (!newer) throw error;
      const overlaps = changed.some(
        (field) =>
          !isEqual(newer.current[field], base[field]) &&
          !isEqual(newer.current[field], parsedValues[field]),
      );
      // A call may send the whole form, so it includes the other person's changes.
      const combined = { ...newer.current, ...pick(formValues, changed) };
      const parsed = schema ? z.safeParse(schema, combined) : { success: true, data: combined };
      if (overlaps || !parsed.success || tries >= 5) throw new ConflictError(newer);
      return send(
        { parsedValues: parsed.data as T, formValues, changed },
        newer.version,
        tries + 1,
      );
    }
  }

  function explain(error: unknown) {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const formFields = fields.filter(([field]) => field in form.getValues());
    formFields.forEach(([field, texts], index) =>
      form.setError(field as Path<T>, { message: texts[0]! }, { shouldFocus: index === 0 }),
    );
    refused.current = pick(
      structuredClone(form.getValues()),
      formFields.map(([field]) => field),
    );
    showFailure(failureOf(t, failure, error));
  }

  /** Some schemas have one text for several wrong fields together: both blank (A section 5). */
  function explainShape(errors: FieldErrors<T>) {
    const texts = Object.keys(errors).map((field) => [
      field,
      [errors[field as keyof T]?.message as string],
    ]);
    const text = (schema && z.globalRegistry.get(schema)) as WithMessage | undefined;
    const message = text?.messageFor?.(Object.fromEntries(texts));
    if (message) showFailure({ title: t(failure), text: t(message) });
  }

  const showFailure = (error: SaveFailure<T>['error']) =>
    setFailed({ error, values: structuredClone(form.getValues()) });

  function discard() {
    setFailed(null);
    localDraft.drop();
    form.reset(base);
  }

  const order = useLeaveGuard({ dirty: typed, save: submit, discard, staysAt: useStaysAt(typed) });
  useFormKeys({ save: () => dirty && void submit(), ...history });

  return {
    form,
    values,
    /** The saved values, for 'Antes #FFB238'. */
    saved: base,
    dirty,
    /** Whether the form differs by more than the prefilled values. */
    typed,
    order,
    saving,
    /** Number of saves since the form opened. A dialog saves once. */
    saves,
    submit: () => submit(),
    /** Blocks saving by any means while an upload runs. The footer says so (behaviour 52). */
    lockSave,
    discard,
    errorOf: (field: Path<T>) => {
      const message = form.getFieldState(field, form.formState).error?.message;
      return message ? t(message) : undefined;
    },
    /** Props of the form element: no native validation bubbles, and Enter saves. */
    formProps: {
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
    },
    /** Restores the draft of an earlier visit if it differs from the saved values; null otherwise. */
    restore: localDraft.found && !dirty ? () => put({ ...base, ...localDraft.found }) : null,
    forget: localDraft.drop,
    /** Undo and redo; null if there is no step. */
    undo: history.undo,
    redo: history.redo,
    conflict: conflict && {
      ...conflict,
      /** Loads the other person's values. Undo brings back the viewer's own. */
      reload() {
        setConflict(null);
        setFailed(null);
        localDraft.drop();
        setBase(conflict.current);
        form.reset(conflict.current);
      },
      overwrite: () => void submit(conflict.version),
      close: () => setConflict(null),
    },
    bar: {
      dirty,
      saving,
      // An error about other values no longer applies.
      error: failed && isEqual(values, failed.values) ? failed.error : null,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

/**
 * A drawer panel stays mounted under its sub-panels: `?editar=footer` under `?editar=footer/termos`.
 * The form's place is the URL where typing began.
 */
function useStaysAt(typed: boolean) {
  const { pathname, search } = useLocation();
  const startUrl = useRef('');
  useEffect(() => {
    if (!typed) startUrl.current = '';
    else if (search.startsWith('?editar=')) startUrl.current ||= pathname + search;
  }, [typed, pathname, search]);
  return ({ pathname: to, search: nextSearch }: Location) =>
    startUrl.current !== '' && `${to}${nextSearch}/`.startsWith(`${startUrl.current}/`);
}

/** The error of a failed save, and the values that it was about. */
interface SaveFailure<T> {
  error: { title: string; text?: string };
  values: T;
}

/** The parts of a save: the parsed values, the raw form values, and the changed fields. */
interface SaveInput<T> {
  parsedValues: T;
  formValues: T;
  changed: (keyof T)[];
}

interface WithMessage {
  messageFor?: (errors: Record<string, string[]>) => string | undefined;
}

/** `save` throws this if the viewer cancelled a confirmation. It is not a failure. */
export class Declined extends Error {}

/** Two people changed the same field. */
class ConflictError extends Error {
  readonly conflict: Conflict<unknown>;

  constructor(conflict: Conflict<unknown>) {
    super('the same fields were changed');
    this.conflict = conflict;
  }
}

const noFields: readonly never[] = [];
const pick = <T extends object>(values: T, fields: (keyof T)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<T>;
const fieldsOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/** Takes `next` for every field that still equals `before`. Fields typed since then stay. */
const mergeUntouched = <T extends object>(typed: T, before: T, next: T) =>
  Object.fromEntries(
    fieldsOf(next).map((field) => [
      field,
      isEqual(typed[field], before[field]) ? next[field] : typed[field],
    ]),
  ) as T;

function newerThan<T>(error: unknown, asSaved: (data: unknown) => T): Conflict<T> | null {
  if (!(error instanceof ApiError) || error.code !== 'stale_version') return null;
  const data = error.data as {
    version: number;
    changed_by?: string | null;
    changed_at?: string | null;
  };
  return {
    current: asSaved(data),
    version: data.version,
    savedBy: data.changed_by ?? null,
    savedAt: data.changed_at ?? null,
  };
}
