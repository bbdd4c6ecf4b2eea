import { useEffect, useRef, useState } from 'react';
import { isTextField } from '../../ui/is-text-field.ts';
import { isEqual } from '../state/is-equal.ts';
import { mergeUntouched } from './draft-fields.ts';

/** More steps than anybody undoes. */
const MAX_STEPS = 100;
/** Keystrokes within this pause form one step. */
const TYPING_PAUSE_MS = 1_000;

/** A pointer press from down to up, however long. A drag in the colour picker is one step. */
const press = { id: 0, down: false };
if (typeof document !== 'undefined') {
  const down = () => {
    press.id += 1;
    press.down = true;
  };
  const up = () => (press.down = false);
  document.addEventListener('pointerdown', down, true);
  document.addEventListener('pointerup', up, true);
  document.addEventListener('pointercancel', up, true);
}

interface Change {
  fields: string;
  press: number | null;
  typed: boolean;
  at: number;
}

/** The undo history of a form. `put` sets its values. */
export function useUndoHistory<T extends object>(values: T, put: (values: T) => void) {
  const [steps, setSteps] = useState({ past: [] as T[], future: [] as T[] });
  const now = useRef(values);
  const last = useRef<Change | null>(null);

  useEffect(() => {
    const previous = now.current;
    if (isEqual(previous, values)) return;
    const change = describe(previous, values);
    const goesOn = last.current !== null && continues(last.current, change);
    last.current = change;
    now.current = values;
    setSteps(({ past }) => ({
      past: goesOn ? past : [...past.slice(1 - MAX_STEPS), previous],
      future: [],
    }));
  }, [values]);

  function step(from: 'past' | 'future', to: 'past' | 'future') {
    const target = steps[from].at(-1);
    if (!target) return;
    const current = now.current;
    now.current = target;
    last.current = null;
    setSteps({
      ...steps,
      [from]: steps[from].slice(0, -1),
      [to]: [...steps[to], current],
    });
    put(target);
  }

  /**
   * Takes over what somebody else has saved, in every step. Otherwise an undo of the viewer's own step
   * would bring back the old values.
   */
  function follow(before: T, next: T) {
    const followed = (one: T) => mergeUntouched(one, before, next);
    now.current = followed(now.current);
    setSteps(({ past, future }) => ({ past: past.map(followed), future: future.map(followed) }));
  }

  return {
    follow,
    undo: steps.past.length ? () => step('past', 'future') : null,
    redo: steps.future.length ? () => step('future', 'past') : null,
  };
}

function describe<T extends object>(before: T, after: T): Change {
  const fields = (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isEqual(before[field], after[field]),
  );
  return {
    fields: fields.join(),
    press: press.down ? press.id : null,
    typed: isTextField(document.activeElement),
    at: Date.now(),
  };
}

function continues(before: Change, after: Change) {
  if (before.fields !== after.fields) return false;
  if (after.press !== null) return before.press === after.press;
  return after.typed && before.typed && after.at - before.at < TYPING_PAUSE_MS;
}
