/** Parts of a video that were really played, in seconds: apart from each other, in order. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Adds a range and joins ranges that touch. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (!(to > from)) return ranges;
  const separate = ranges.filter(([start, end]) => end < from || start > to);
  const overlapping = ranges.filter(([start, end]) => end >= from && start <= to);
  const merged = [
    Math.min(from, ...overlapping.map(([start]) => start)),
    Math.max(to, ...overlapping.map(([, end]) => end)),
  ] as const;
  return [...separate, merged].toSorted(([a], [b]) => a - b);
}

/**
 * Share of the video that was seen, 0 to 1, however often. Ranges of a replaced, longer video may
 * begin after `duration` seconds: they count as nothing.
 */
export function watchedShare(ranges: Ranges, duration: number): number {
  if (!(duration > 0)) return 0;
  const watchedSeconds = ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, duration) - from),
    0,
  );
  return Math.min(1, watchedSeconds / duration);
}
