import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isEqual } from '../state/is-equal.ts';
import { followSaved, mergeUntouched } from './draft-fields.ts';

/**
 * The saved values. When they change, fields that nobody has touched follow. `outdated` says that
 * somebody else changed a touched field: the form still begins from the value before. `onFollow` is
 * called with the saved values before and after such a change.
 */
export function useBase<T extends FieldValues>(
  form: UseFormReturn<T>,
  { saved, values, onFollow }: { saved: T; values: T; onFollow: (before: T, next: T) => void },
) {
  const [state, setState] = useState({ base: saved, outdated: false });
  const { base, outdated } = state;
  const [lastSaved, setLastSaved] = useState(saved);
  if (!isEqual(lastSaved, saved)) {
    setLastSaved(saved);
    const next = followSaved(values, base, saved);
    setState({ base: next, outdated: !isEqual(next, saved) });
  }
  const previousBase = useRef(base);
  const tellFollow = useEffectEvent(onFollow);
  useEffect(() => {
    const before = previousBase.current;
    const next = mergeUntouched(form.getValues(), before, base);
    previousBase.current = base;
    if (isEqual(form.getValues(), next)) return;
    form.reset(next);
    tellFollow(before, base);
  }, [base, form]);
  const setBase = (next: T) => setState({ base: next, outdated: false });
  return { base, setBase, outdated };
}

/**
 * The last `save` of a current form. An outdated form saves with it: it sends the version that the
 * viewer began from, so that the server tells of the other person's change.
 */
export function useSaveOf<Args extends unknown[], Answer>(
  save: (...args: Args) => Answer,
  current: boolean,
): (...args: Args) => Answer {
  const last = useRef(save);
  useEffect(() => {
    if (current) last.current = save;
  });
  return (...args) => last.current(...args);
}
