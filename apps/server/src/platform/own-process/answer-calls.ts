/** What a process of its own does for its parent, by name. Input and answers are cloned on the way. */
export type Calls = Record<string, (...input: never[]) => Promise<unknown>>;

export interface Order {
  name: string;
  input: unknown[];
}

export type Answer = { value: unknown } | { thrown: Thrown };

/** An error as it crosses: a clone would lose its name and code. */
interface Thrown {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  cause: unknown;
}

/** The last line of a file that `ownProcess` starts. */
export function answerCalls(calls: Calls) {
  process.once('disconnect', () => process.exit()); // the parent is gone
  // Whoever stops the server may tell all its processes: it decides itself when it needs us no more.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('message', (order: Order) => {
    void answerTo(order, calls).then((answer) => process.send!(answer));
  });
}

const answerTo = ({ name, input }: Order, calls: Calls): Promise<Answer> =>
  calls[name]!(...(input as never[])).then(
    (value) => ({ value }),
    ({ name: kind, message, stack, code, cause }: Thrown) => ({
      thrown: { name: kind, message, stack, code, cause },
    }),
  );
