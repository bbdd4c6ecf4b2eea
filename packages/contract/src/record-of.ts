/** An object with these names: `recordOf(['free', 'paid'], (name) => prices[name] ?? 0)`. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
