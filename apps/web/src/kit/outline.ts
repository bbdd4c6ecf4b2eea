/**
 * Outlines the part of the page that a section of the drawer sets: whatever carries
 * `data-section="header"`. CSS draws it; `null` takes it away.
 */
export function outline(section: string | null) {
  for (const old of document.querySelectorAll('[data-outlined]'))
    old.removeAttribute('data-outlined');
  if (!section) return;
  document
    .querySelector(`[data-section="${CSS.escape(section)}"]`)
    ?.setAttribute('data-outlined', '');
}
