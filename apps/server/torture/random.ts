/** Random numbers that the same seed gives again (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** From `from` up to, and without, `to`. */
    between: (from: number, to: number) => from + below(to - from),
    oneOf: <T>(list: readonly T[]) => list[below(list.length)]!,
    shuffled: <T>(list: readonly T[]) =>
      list
        .map((value) => ({ value, at: next() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}

export type Random = ReturnType<typeof randomOf>;
