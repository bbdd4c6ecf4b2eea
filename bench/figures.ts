/** The middle one. */
export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** One line of a table that a person reads. */
export function line(name: string, ...figures: string[]) {
  console.log(name.padEnd(36) + figures.map((figure) => figure.padEnd(22)).join(''));
}
