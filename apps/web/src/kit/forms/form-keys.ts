import { useEffect, useRef } from 'react';
import { isTextField } from '../../ui/is-text-field.ts';
import { useRenderOrder } from './leave-guard.tsx';

interface FormActions {
  save: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** The mounted forms in render order: a dialog's form comes after the form of the panel below. */
const forms: { order: number; latest: { current: FormActions } }[] = [];

/**
 * Ctrl/⌘+S saves the open form. Ctrl/⌘+Z and Shift+Z undo and redo its steps. In text
 * fields the browser's own undo wins.
 */
export function useFormKeys(actions: FormActions) {
  const order = useRenderOrder();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!forms.length) document.addEventListener('keydown', onKeyDown);
    const form = { order, latest };
    // Nested forms mount together, the inner one first. Sorting restores the render order.
    forms.push(form);
    forms.sort((a, b) => a.order - b.order);
    return () => {
      forms.splice(forms.indexOf(form), 1);
      if (!forms.length) document.removeEventListener('keydown', onKeyDown);
    };
  }, [order]);
}

function onKeyDown(event: KeyboardEvent) {
  const form = forms.at(-1)?.latest.current;
  if (!form || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const act = actionOf(event, form);
  if (act === undefined) return;
  event.preventDefault();
  act?.();
}

/** Undefined if the key means nothing to the form; null if there is no step to undo or redo. */
function actionOf({ key, shiftKey, target }: KeyboardEvent, { save, undo, redo }: FormActions) {
  const letter = key.toLowerCase();
  if (letter === 's' && !shiftKey) return save;
  if (isTextField(target)) return undefined;
  if (letter === 'z') return shiftKey ? redo : undo;
  return letter === 'y' ? redo : undefined;
}
