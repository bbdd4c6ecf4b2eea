/** Options of a run. */
export interface RunOptions {
  /** The same seed gives the same order and the same values. */
  seed: number;
  /** Number of trials: faults, files or requests. */
  count: number;
  /** Prints a line at once, so that an interrupted run has reported it. */
  print: (line: string) => void;
}
