/** The relative luminance of a colour by WCAG, 0 to 1. Its parts go from 0 to 255. */
export const luminance = ([red = 0, green = 0, blue = 0]: number[]) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const linear = (part: number) =>
  part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;

/** The contrast of two luminances by WCAG, 1 to 21. */
export const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The red, green and blue of a computed colour, `rgb(…)`. */
export const partsOf = (color: string) => color.match(/\d+/g)!.slice(0, 3).map(Number);
