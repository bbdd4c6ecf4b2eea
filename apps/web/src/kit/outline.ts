/**
 * Outlines the part of the page that a section of the drawer sets: whatever carries
 * `data-section="header"`. CSS draws it; `null` takes it away.
 */
export function outline(section: string | null) {
  outlineElement(
    section === null ? null : document.querySelector(`[data-section="${CSS.escape(section)}"]`),
  );
}

/** The same for one thing of many: a row of the page, a slide. */
export function outlineElement(element: Element | null) {
  for (const old of document.querySelectorAll('[data-outlined]'))
    old.removeAttribute('data-outlined');
  if (element) element.setAttribute('data-outlined', '');
}
