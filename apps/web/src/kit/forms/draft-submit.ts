import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, SubmitErrorHandler, UseFormReturn } from 'react-hook-form';
import { isAnswerLost } from '../../platform/api.ts';
import { isEqual } from '../state/is-equal.ts';
import { mergeUntouched } from './draft-fields.ts';
import {
  ConflictError,
  saveOnNewest,
  type Conflict,
  type Overwrite,
  type SaveOptions,
} from './draft-save.ts';

/** `save` throws this if the viewer cancelled a confirmation. It is not a failure. */
export class Declined extends Error {}

interface SubmitOptions<T extends FieldValues> extends Omit<SaveOptions<T>, 'unanswered'> {
  onBegin: () => void;
  onSaved: (now: T) => void;
  onConflict: (conflict: Conflict<T>) => void;
  onInvalid: SubmitErrorHandler<T>;
  onRefused: (error: unknown) => void;
  /** The form's errors are shown. */
  onFailed: () => void;
  /** The server has stored a save whose answer was lost. */
  onStored: () => void;
}

/** Saves the form, once at a time. */
export function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  {
    onBegin,
    onSaved,
    onConflict,
    onInvalid,
    onRefused,
    onFailed,
    onStored,
    ...options
  }: SubmitOptions<T>,
) {
  const [saving, setSaving] = useState(false);
  // Refs, because the second of two quick presses still sees the old state.
  const running = useRef<Promise<boolean> | null>(null);
  const hasNewer = useRef(false);
  const unanswered = useRef<T[]>([]);
  const saveLocked = useRef(false);
  const lockSave = useCallback((on: boolean) => void (saveLocked.current = on), []);
  const [saves, setSaves] = useState(0);
  const tellStored = useEffectEvent(onStored);
  const { base } = options;
  // What was read again since holds the values of a save without an answer.
  useEffect(() => {
    const left = unanswered.current.filter((sent) => !isEqual(sent, base));
    if (left.length === unanswered.current.length) return;
    unanswered.current = left;
    tellStored();
  }, [base]);

  /**
   * Resolves to whether what is shown is saved. A second press waits for the save that runs, which
   * does not take along what was typed since.
   */
  async function submit(overwrite?: Overwrite): Promise<boolean> {
    if (running.current) return (await running.current) && !hasNewer.current;
    if (saveLocked.current) return false;
    running.current = saveNow(overwrite).finally(() => {
      running.current = null;
    });
    return running.current;
  }

  async function saveNow(overwrite?: Overwrite) {
    let succeeded = false;
    onBegin();
    // The server's message at a field that no schema checks would block every later save.
    form.clearErrors();
    const run = form.handleSubmit(async (parsedValues) => {
      const formValues = structuredClone(form.getValues());
      setSaving(true);
      try {
        const input = { parsedValues, formValues, overwrite };
        const { answer, values } = await saveOnNewest(
          { ...options, unanswered: unanswered.current },
          input,
        );
        unanswered.current = [];
        const { asSaved } = options;
        const now = asSaved ? asSaved((answer as { data: unknown }).data) : values;
        onSaved(now);
        const shown = mergeUntouched(form.getValues(), formValues, now);
        hasNewer.current = !isEqual(shown, now);
        form.reset(shown);
        setSaves((times) => times + 1);
        succeeded = true;
      } catch (error) {
        if (isAnswerLost(error)) unanswered.current.push(parsedValues);
        if (error instanceof ConflictError) onConflict(error.conflict);
        else if (!(error instanceof Declined)) onRefused(error);
      } finally {
        setSaving(false);
      }
    }, onInvalid);
    await run();
    if (!succeeded) onFailed();
    return succeeded;
  }

  return { submit, saving, saves, lockSave };
}
