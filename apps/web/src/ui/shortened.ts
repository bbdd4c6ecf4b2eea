/** A text cut to a number of code points, with an ellipsis. No space comes before it. */
export function shortened(text: string, maxCharacters: number) {
  const letters = Array.from(text);
  if (letters.length <= maxCharacters) return text;
  return `${letters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
