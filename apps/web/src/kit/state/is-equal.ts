/** Whether two values of a form say the same. An empty text and `null` do: a field left empty. */
export const isEqual = (a: unknown, b: unknown) => a === b || asText(a) === asText(b);

const asText = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (part === null ? '' : part));
