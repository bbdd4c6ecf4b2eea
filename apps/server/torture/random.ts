/** Random numbers. The same seed gives the same sequence (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** An integer from `from` up to, but not including, `to`. */
    between: (from: number, to: number) => from + below(to - from),
    oneOf: <T>(list: readonly T[]) => list[below(list.length)]!,
    shuffled: <T>(list: readonly T[]) =>
      list
        .map((value) => ({ value, at: next() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}

/** A generator that gives the same numbers for the same seed. */
export type SeededRandom = ReturnType<typeof seededRandom>;
