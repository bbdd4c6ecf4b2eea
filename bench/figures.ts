/** The median of the values. */
export const median = (values: number[]) => percentile(values, 0.5);

/** The value below which this share of the values lies. `share` is 0 to 1. */
export function percentile(values: number[], share: number) {
  const index = Math.min(Math.floor(values.length * share), values.length - 1);
  return values.toSorted((a, b) => a - b)[index]!;
}

/** A number of bytes for a table, in KB of 1000 bytes. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
/** A number of bytes for a table, in MB of 1,000,000 bytes. */
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
/** A time in µs for a table. */
export const microseconds = (time: number) => `${time.toFixed(0)} µs`;
/** A time in ms for a table. */
export const milliseconds = (time: number) => `${time.toFixed(1)} ms`;
/** A share of 0 to 1 for a table. */
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
/** A ratio for a table: '2.00 ×'. */
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

/** Prints a line of a table. */
export function line(name: string, ...figures: string[]) {
  console.log(name.padEnd(40) + figures.map((figure) => figure.padEnd(22)).join(''));
}

/** Prints a line of a table with many columns. */
export function row(name: string, ...figures: string[]) {
  console.log(name.padEnd(28) + figures.map((figure) => figure.padStart(12)).join(''));
}

/** Prints a figure beside its target, the highest value that still meets it. */
export function printTarget(
  name: string,
  figure: number,
  target: number,
  format: (value: number) => string,
) {
  line(name, format(figure), format(target), figure <= target ? 'met' : 'missed');
}
