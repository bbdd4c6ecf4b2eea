/** The URL of a list in the management area with its form for a new entry open (`useDialogParam`). */
export const newFormHref = (list: string) => `${list}?novo`;
