/** The ref of a title that gets the focus, because the button that led to it is gone. */
export const takeFocus = (title: HTMLElement | null) => title?.focus({ preventScroll: true });
