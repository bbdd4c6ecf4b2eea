/** The functions that a worker process offers its parent, by name. Input and results are cloned. */
export type WorkerCalls = Record<string, (...input: never[]) => Promise<unknown>>;

/** A call as it is sent to the process. */
export interface WorkerRequest {
  name: string;
  input: unknown[];
}

/** The answer to a call: a cloned value, or the error that it threw. */
export type WorkerResponse = { value: unknown } | { thrown: SerializedError };

/** An error that is sent between processes. Cloning alone would lose its name and code. */
interface SerializedError {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  cause: unknown;
}

/** Serves calls. It is the last line of a file that `workerProcess` starts. */
export function serveCalls(calls: WorkerCalls) {
  process.once('disconnect', () => process.exit()); // the parent is gone
  // A terminal signals all processes of the group. The server ends this process when it needs it no
  // more.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('message', (request: WorkerRequest) => {
    void answerRequest(request, calls).then((answer) => process.send!(answer));
  });
}

const answerRequest = (
  { name, input }: WorkerRequest,
  calls: WorkerCalls,
): Promise<WorkerResponse> =>
  calls[name]!(...(input as never[])).then(
    (value) => ({ value }),
    ({ name: kind, message, stack, code, cause }: SerializedError) => ({
      thrown: { name: kind, message, stack, code, cause },
    }),
  );
