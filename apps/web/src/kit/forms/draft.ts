import { messages as common } from '@vitrine/contract/messages';
import { useId, type FormEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { isEqual } from '../state/is-equal.ts';
import { useBase, useSaveOf } from './draft-base.ts';
import { useDraftErrors } from './draft-errors.ts';
import { useDraftForm, type FormSchema } from './draft-form.ts';
import { useUndoHistory } from './draft-history.ts';
import { useStaysAt } from './draft-place.ts';
import type { SaveContext } from './draft-save.ts';
import { useSubmit } from './draft-submit.ts';
import { useFormKeys } from './form-keys.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { isOvertaken, useLocalDraft, type StoredDraft } from './local-draft.ts';
import { resetInvalid } from './reset-invalid.ts';
import { useConflict } from './use-conflict.ts';

interface DraftOptions<T extends FieldValues> {
  /** The key of the local draft, per person and school: `custom-link.7`. */
  name: string;
  /** The saved values. Changes of them reach the fields that nobody has touched. */
  saved: T;
  /** The contract's input schema. Its messages show at the fields before anything is sent. */
  schema?: FormSchema | undefined;
  save: (values: T, saving: SaveContext<T>) => Promise<unknown>;
  /**
   * For versioned things: converts the `data` of an answer or of a 409 to form values. If somebody
   * else saved other fields, the form saves again on top of them. If both changed the same field,
   * it asks (`DraftBar`). A method, so that a form may name the type of its data.
   */
  asSaved?(data: unknown): T;
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

/** The default messages of schemas, equal to the server's (kit/http/input.ts there). */
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
  const { t } = useTranslation();
  const formId = useId();
  const { form, values, set, put } = useDraftForm(saved, schema);
  const { follow, undo, redo } = useUndoHistory(values, put);
  const { base, setBase, outdated } = useBase(form, { saved, values, onFollow: follow });
  const saveOnBase = useSaveOf(save, !outdated);
  const dirty = !isEqual(values, base);
  /** The viewer has typed something that leaving would lose. */
  const typed = dirty && !(automatic && isEqual(values, { ...base, ...automatic }));
  const { conflict, setConflict } = useConflict<T>({
    // Undo brings back the viewer's own values.
    onReload: load,
    onOverwrite: ({ version }) => void submit({ version }),
  });
  const localDraft = useLocalDraft(name, { values, base, dirty: typed, secrets });
  const errors = useDraftErrors({ form, formId, values, schema, failure });

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
    onStored: () => toast.success(t('Alterações salvas com sucesso')),
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

  const { found } = localDraft;
  const isRestorable = found && !dirty && !isEqual({ ...base, ...found.typed }, base);
  const order = useLeaveGuard({ dirty: typed, save: submit, discard, staysAt: useStaysAt(typed) });
  useFormKeys({ save: () => dirty && void submit(), undo, redo });

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
    /**
     * Resets fields that a switch hides or disables, if they are invalid. Otherwise they would block
     * every save, where nobody can mend them. Each comes with its blank value.
     */
    resetInvalid: (blanks: Partial<T>) => resetInvalid({ form, schema, saved: base }, blanks),
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
    restore: isRestorable ? () => restore(found) : null,
    forget: localDraft.drop,
    /** Undo and redo; null if there is no step. */
    undo,
    redo,
    conflict,
    bar: {
      dirty,
      saving,
      error: errors.error,
      onSave: () => void submit(),
      onDiscard: discard,
    },
  };
}

const noFields: readonly never[] = [];
