/** What a process of its own does for its parent, by name. Input and answers are cloned on the way. */
export type WorkerCalls = Record<string, (...input: never[]) => Promise<unknown>>;

export interface WorkerRequest {
  name: string;
  input: unknown[];
}

export type WorkerResponse = { value: unknown } | { thrown: SerializedError };

/** An error as it crosses: a clone would lose its name and code. */
interface SerializedError {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  cause: unknown;
}

/** The last line of a file that `ownProcess` starts. */
export function serveCalls(calls: WorkerCalls) {
  process.once('disconnect', () => process.exit()); // the parent is gone
  // Whoever stops the server may tell all its processes: it decides itself when it needs us no more.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('message', (order: WorkerRequest) => {
    void answerTo(order, calls).then((answer) => process.send!(answer));
  });
}

const answerTo = ({ name, input }: WorkerRequest, calls: WorkerCalls): Promise<WorkerResponse> =>
  calls[name]!(...(input as never[])).then(
    (value) => ({ value }),
    ({ name: kind, message, stack, code, cause }: SerializedError) => ({
      thrown: { name: kind, message, stack, code, cause },
    }),
  );
