import type { Job } from 'graphile-worker';
import type { Logger } from 'pino';
import { OperatorProblem } from './operator-problem.ts';
import { rareLines } from './rare-lines.ts';

/** The job library's logger. It logs only the name and number of a job: its payload may hold addresses and links. */
export const jobLogger = (log: Logger) =>
  new (class {
    scope() {
      return this;
    }
    error(text: string, meta?: { error?: unknown }) {
      // Every mail meets a mail server that is away, and every file a store.
      const trouble = meta?.error instanceof OperatorProblem ? meta.error.message : null;
      const leftOut = trouble === null ? 0 : linesOfTroubles(trouble);
      if (leftOut === null) return;
      const [details, message] = failure(text, meta);
      log.error({ ...details, ...(leftOut && { leftOut }) }, message);
    }
    warn = (text: string, meta?: object) => log.warn(...failure(text, meta));
    info = () => {};
    debug = () => {};
  })() as never;

const linesOfTroubles = rareLines();

function failure(text: string, meta: { job?: Job; error?: unknown } = {}): [object, string] {
  const { job, error } = meta;
  const err = error instanceof Error ? error : undefined;
  if (!job) return [{ err }, text.split('\n')[0]!];
  const { id, task_identifier: name, attempts, max_attempts: maxAttempts } = job;
  return [{ err, job: name, id, attempts, maxAttempts }, 'job failed'];
}
