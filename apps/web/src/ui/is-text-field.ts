const notText = new Set(['checkbox', 'radio', 'range', 'color', 'file', 'button', 'submit']);

/** True where somebody types text, which the browser undoes by itself. */
export function isTextField(element: unknown): boolean {
  if (element instanceof HTMLInputElement) return !notText.has(element.type);
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}
