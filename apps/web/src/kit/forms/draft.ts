import { zodResolver } from '@hookform/resolvers/zod';
import { messages as common } from '@vitrine/contract/messages';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type SetValueConfig,
  type UseFormReturn,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { isEqual } from '../state/is-equal.ts';
import { useDraftErrors } from './draft-errors.ts';
import { followSaved, mergeUntouched } from './draft-fields.ts';
import { useUndoHistory } from './draft-history.ts';
import { useStaysAt } from './draft-place.ts';
import type { Conflict, SaveContext } from './draft-save.ts';
import { useSubmit } from './draft-submit.ts';
import { useFormKeys } from './form-keys.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { isOvertaken, useLocalDraft, type StoredDraft } from './local-draft.ts';
import { usePointerRelease } from './pointer-release.ts';

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
   * else saved other fields, the form saves again on top of them. If both changed the same field,
   * it asks (`DraftBar`).
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the contract answers
  asSaved?: (data: any) => T;
  /**
   * For things without a version: reads the saved values again, before a save. It merges and asks as
   * `asSaved` does. Undefined if the thing is gone, or new.
   */
  reread?: (() => Promise<T | undefined>) | undefined;
  /** Prefilled values that nobody typed. Leaving does not ask about them. */
  automatic?: Partial<T>;
  /** Fields that are never stored on this device: passwords, and fields that save at once. */
  secrets?: readonly (keyof T)[];
  /** The specification's text for a failure that no field caused. */
  failure: string;
}

/** A form with saved values, as `useDraft` returns it. */
export type Draft<T extends FieldValues> = ReturnType<typeof useDraft<T>>;

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
 * ```tsx
 * const draft = useDraft({ name: 'platform-info', saved, schema: PlatformInfoInput, save, failure })
 * <form {...draft.formProps}>
 *   <TextField {...draft.form.register('name')} error={draft.errorOf('name')} />
 * </form>
 * <DraftBar draft={draft} />
 * ```
 */
export function useDraft<T extends FieldValues>({
  name,
  saved,
  schema,
  save,
  asSaved,
  reread,
  automatic,
  secrets = noFields,
  failure,
}: DraftOptions<T>) {
  const released = usePointerRelease();
  const formId = useId();
  const form = useForm<T>({
    defaultValues: saved as DefaultValues<T>,
    ...(schema && { resolver: afterPress(zodResolver(schema), released) }),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as T;
  const { base, setBase, outdated } = useBase(form, saved, values);
  const saveOnBase = useSaveOf(save, !outdated);
  const dirty = !isEqual(values, base);
  /** The viewer has typed something that leaving would lose. */
  const typed = dirty && !(automatic && isEqual(values, { ...base, ...automatic }));
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const localDraft = useLocalDraft(name, { values, base, dirty: typed, secrets });
  const errors = useDraftErrors({ form, formId, values, schema, failure });
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
  const history = useUndoHistory(values, put);

  const { submit, saving, saves, lockSave } = useSubmit(form, {
    base,
    schema,
    save: saveOnBase,
    asSaved,
    reread,
    onBegin() {
      errors.clear();
      setConflict(null);
    },
    onSaved(now) {
      localDraft.drop();
      setBase(now);
    },
    onConflict: setConflict,
    onInvalid: errors.showInvalid,
    onRefused: errors.showRefusal,
    onFailed: errors.showFirst,
  });

  /** Replaces what was typed by saved values. */
  function load(values: T) {
    errors.clear();
    localDraft.drop();
    setBase(values);
    form.reset(values);
  }

  const discard = () => load(outdated ? saved : base);

  /** Asks at once if somebody has saved the same fields since the draft began. */
  function restore(stored: StoredDraft<T>) {
    put({ ...base, ...stored.typed });
    if (isOvertaken(stored, base))
      setConflict({ current: base, savedBy: null, isOwnSave: false, savedAt: null });
  }

  const order = useLeaveGuard({ dirty: typed, save: submit, discard, staysAt: useStaysAt(typed) });
  useFormKeys({ save: () => dirty && void submit(), ...history });

  return {
    /** Without `setValue`: it leaves the message of a mended field until the next save. */
    form: form as Omit<typeof form, 'setValue'>,
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
    /**
     * Sets a field that is no native input. It also validates the field after a failed save, or if
     * the field has a message.
     */
    set,
    submit: () => submit(),
    /** Blocks saving by any means while an upload runs. The footer says so. */
    lockSave,
    discard,
    errorOf: errors.errorOf,
    /** Props of the form element: no native validation bubbles, and Enter saves. */
    formProps: {
      id: formId,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
    },
    /**
     * Restores the draft of an earlier visit if it differs from the saved values; null otherwise.
     */
    restore: localDraft.found && !dirty ? () => restore(localDraft.found!) : null,
    forget: localDraft.drop,
    /** Undo and redo; null if there is no step. */
    undo: history.undo,
    redo: history.redo,
    conflict: conflict && {
      ...conflict,
      /** Loads the other person's values. Undo brings back the viewer's own. */
      reload() {
        setConflict(null);
        load(conflict.current);
      },
      overwrite: () => void submit({ version: conflict.version }),
      close: () => setConflict(null),
    },
    bar: {
      dirty,
      saving,
      error: errors.error,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

const afterPress =
  <T extends FieldValues>(resolver: Resolver<T>, released: () => Promise<void>): Resolver<T> =>
  async (values, context, options) => {
    await released();
    return resolver(values, context, options);
  };

/**
 * The saved values. When they change, fields that nobody has touched follow. `outdated` says that
 * somebody else changed a touched field: the form still begins from the value before.
 */
function useBase<T extends FieldValues>(form: UseFormReturn<T>, saved: T, values: T) {
  const [state, setState] = useState({ base: saved, outdated: false });
  const { base, outdated } = state;
  const [lastSaved, setLastSaved] = useState(saved);
  if (!isEqual(lastSaved, saved)) {
    setLastSaved(saved);
    const next = followSaved(values, base, saved);
    setState({ base: next, outdated: !isEqual(next, saved) });
  }
  const previousBase = useRef(base);
  useEffect(() => {
    const next = mergeUntouched(form.getValues(), previousBase.current, base);
    previousBase.current = base;
    if (!isEqual(form.getValues(), next)) form.reset(next);
  }, [base, form]);
  const setBase = (next: T) => setState({ base: next, outdated: false });
  return { base, setBase, outdated };
}

/**
 * The last `save` of a current form. An outdated form saves with it: it sends the version that the
 * viewer began from, so that the server tells of the other person's change.
 */
function useSaveOf<Args extends unknown[], Answer>(
  save: (...args: Args) => Answer,
  current: boolean,
): (...args: Args) => Answer {
  const last = useRef(save);
  useEffect(() => {
    if (current) last.current = save;
  });
  return (...args) => last.current(...args);
}

const noFields: readonly never[] = [];
