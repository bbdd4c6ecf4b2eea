/** The letter of an option by its place: A, B, C. */
export const optionLetter = (index: number) => String.fromCharCode(65 + index);
