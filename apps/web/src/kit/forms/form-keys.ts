import { useEffect, useRef } from 'react';
import { useDrawOrder } from './leave-guard.tsx';

interface Keys {
  save: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** The mounted forms in render order: a dialog's form comes after the form of the panel below. */
const forms: { order: number; latest: { current: Keys } }[] = [];

/**
 * Ctrl/⌘+S saves the open form. Ctrl/⌘+Z and Shift+Z undo and redo its steps (behaviour 9). In text
 * fields the browser's own undo wins.
 */
export function useFormKeys(keys: Keys) {
  const order = useDrawOrder();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!forms.length) document.addEventListener('keydown', answer);
    const form = { order, latest };
    // Nested forms mount together, the inner one first. Sorting restores the render order.
    forms.push(form);
    forms.sort((a, b) => a.order - b.order);
    return () => {
      forms.splice(forms.indexOf(form), 1);
      if (!forms.length) document.removeEventListener('keydown', answer);
    };
  }, [order]);
}

function answer(event: KeyboardEvent) {
  const form = forms.at(-1)?.latest.current;
  if (!form || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  const act =
    key === 's' && !event.shiftKey
      ? form.save
      : isTextField(event.target)
        ? undefined
        : key === 'z'
          ? event.shiftKey
            ? form.redo
            : form.undo
          : key === 'y'
            ? form.redo
            : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act?.();
}

const notText = new Set(['checkbox', 'radio', 'range', 'color', 'file', 'button', 'submit']);

/** Whether the browser undoes typing in this element by itself. */
export function isTextField(element: unknown): boolean {
  if (element instanceof HTMLInputElement) return !notText.has(element.type);
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}
