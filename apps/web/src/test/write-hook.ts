/** A hook that returns the mutation of a write. A table of tests lists hooks of many inputs. */
// oxlint-disable-next-line typescript/no-explicit-any -- each route has its own input
export type WriteHook = () => { mutate: (input: any) => void };
