/**
 * Moves the focus to the first invalid field of a form and shows its message (behaviour 11). Without
 * one, it shows the message of the whole form. React Hook Form reaches only the fields that it
 * registered, and scrolls no message into view.
 */
export function showFirstError(form: HTMLElement | null) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A field of a collapsed part takes no focus.
  field?.closest('details')?.setAttribute('open', '');
  // Nor does a group: its first control does.
  const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>(inGroup) : field;
  control?.focus();
  const message = field ? messageOf(field) : form?.querySelector(':scope > [role="alert"]');
  message?.scrollIntoView({ block: 'nearest' });
}

/** A file picker is hidden: the button that opens it takes the focus. */
const inGroup = 'input:not([disabled], [type=file]), button:not([disabled])';

const messageOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
