import * as z from 'zod/mini';

/**
 * A moment in a request: ISO 8601 with its offset, in the years 2000 to 2999. The server reads it in
 * UTC. PostgreSQL accepts fewer offsets and years than ISO 8601.
 */
export const momentIn = (error: string) =>
  z.iso.datetime({ offset: true, error }).check(
    z.overwrite(inUtc),
    z.refine((text: string) => /^2\d{3}-/.test(text), error),
  );

/** Leaves a text that is no moment unchanged; the next check refuses it. */
function inUtc(text: string) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
