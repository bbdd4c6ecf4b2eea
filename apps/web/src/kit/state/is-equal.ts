/** Whether two form values are equal. An empty text equals `null`, because both mean an empty field. */
export const isEqual = (a: unknown, b: unknown) => a === b || asText(a) === asText(b);

const asText = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (part === null ? '' : part));
