/** Whether two values of a form say the same. */
export const isEqual = (a: unknown, b: unknown) =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
