/**
 * Moves the focus to the first invalid field of a form and shows its message (behaviour 11). Without
 * one, it shows the message of the whole form. React Hook Form reaches only the fields that it
 * registered, and scrolls no message into view.
 */
export function showFirstError(form: HTMLElement | null) {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A field of a collapsed part takes no focus.
  control?.closest('details')?.setAttribute('open', '');
  control?.focus();
  const message = control ? messageOf(control) : form?.querySelector(':scope > [role="alert"]');
  message?.scrollIntoView({ block: 'nearest' });
}

const messageOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
