/**
 * Whether a key belongs to text that is still composed: Japanese, or an accent before its letter. Its
 * Enter ends the composition and acts on nothing else. Safari ends the composition before that key,
 * so `isComposing` is false there. Every browser gives the key this code.
 */
export const isComposing = ({ keyCode }: { keyCode: number }) => keyCode === 229;
