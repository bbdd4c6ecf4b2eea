import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** A reader that is slow for this long costs lines. */
const MAX_WAIT_MS = 1_000;
const POLL_MS = 20;
const STANDARD_OUTPUT = 1;

/**
 * Opens standard output for the lines of the log. A line that it does not take is lost: its disk may
 * be full. pino's own stream would try again for ever, and the server would answer nobody. The first
 * line after that says how many were lost.
 */
export function openLogOutput(fd = STANDARD_OUTPUT): DestinationStream {
  let lostLines = 0;
  let isCut = false;
  return {
    write(line) {
      const begin = isCut ? '\n' : '';
      const bytes = Buffer.from(begin + (lostLines ? noticeOf(lostLines) : '') + line);
      // After a loss, the server does not wait for each line.
      const written = writeAll(fd, bytes, lostLines ? 0 : MAX_WAIT_MS);
      const isWhole = written === bytes.length;
      lostLines = isWhole ? 0 : lostLines + 1;
      isCut = !isWhole && (isCut || written > 0);
    },
  };
}

/** Writes what the output takes, and returns the number of bytes. */
function writeAll(fd: number, bytes: Buffer, maxWaitMs: number) {
  let written = 0;
  for (let waitedMs = 0; written < bytes.length;)
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!isSlow || waitedMs >= maxWaitMs) break;
      Atomics.wait(clock, 0, 0, POLL_MS);
      waitedMs += POLL_MS;
    }
  return written;
}

/** Nobody changes it: waiting for it only lets time pass. */
const clock = new Int32Array(new SharedArrayBuffer(4));

const noticeOf = (lostLines: number) =>
  `${JSON.stringify({
    level: 40,
    time: Date.now(),
    pid: process.pid,
    lostLines,
    msg: 'standard output did not take these lines: look at the disk of the log',
  })}\n`;
