/** A share from 0 to 1 in whole percent. */
export const percentOf = (part: number) => `${Math.round(part * 100)}%`;
