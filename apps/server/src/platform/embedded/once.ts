/** Runs `action` at the first call. Later calls get the same result. */
export function once<T>(action: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: action() }).value;
}
