import { fork } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { imageWidths, limits, messages } from '@vitrine/contract/uploads';
import { turns } from '../in-turn.ts';
import { refuse } from '../refusals.ts';
import type { ImageAnswer, ImageOrder, ImageTrouble, MadeImage } from './image-work.ts';

export type { MadeFile, MadeImage } from './image-work.ts';

export interface ImageBox {
  width: number;
  height: number;
  exact?: boolean;
  animated?: boolean;
}

/**
 * Safety, Files: a decoder may be killed. Its ten seconds are those in which it worked, so that
 * nobody's picture is refused because the machine is busy; thirty by the clock.
 */
const most = { seconds: 10, memory: 512 * 1_048_576 };
const inTurn = turns({ atOnce: 2, longestQueue: 32 });

/**
 * Makes an image that a person sent into files of our own, in `into`, an empty folder to be: judged
 * by content, upright, without metadata, fitted into the box, in all widths in which it is shown.
 * A process each: 70 ms of start, for decoders that share nothing with us.
 */
export async function processImage(
  from: string,
  into: string,
  box: ImageBox,
  allowed = most,
): Promise<MadeImage> {
  await mkdir(into);
  const order: ImageOrder = {
    from,
    into,
    maxPixels: limits.pixels,
    maxFrames: limits.frames,
    width: box.width,
    height: box.height,
    exact: box.exact ?? false,
    animated: box.animated ?? false,
    widths: imageWidths,
  };
  const answer = await inTurn(() => ask(order, allowed));
  if (answer === 'killed') throw refuse('too_heavy', messages.tooHeavy, 413);
  if ('trouble' in answer) throw asRefusal(answer.trouble, answer.detail);
  return answer.made;
}

const refusals = {
  wrong_type: ['wrong_type', messages.wrongImage, 415],
  broken: ['broken_image', messages.brokenImage, 415],
  too_many_pixels: ['too_many_pixels', messages.tooManyPixels, 413],
  too_many_frames: ['too_many_frames', messages.tooManyFrames, 413],
} as const satisfies Record<ImageTrouble, readonly [string, string, 413 | 415]>;

function asRefusal(trouble: ImageTrouble, detail: string) {
  if (/no space left|ENOSPC/i.test(detail))
    return Object.assign(new Error(detail), { code: 'ENOSPC' });
  const [code, text, status] = refusals[trouble];
  return refuse(code, text, status, { cause: new Error(detail) });
}

const worker = join(import.meta.dirname, 'image-worker.ts');

async function ask(order: ImageOrder, allowed: typeof most): Promise<ImageAnswer | 'killed'> {
  const child = fork(worker, {
    execArgv: [],
    env: { PATH: process.env['PATH'] }, // none of our secrets beside a decoder
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const done = new AbortController();
  try {
    return await Promise.race([
      new Promise<ImageAnswer | 'killed'>((resolve) => {
        child.once('message', (answer) => resolve(answer as ImageAnswer));
        child.once('exit', () => resolve('killed'));
        child.once('error', () => resolve('killed'));
        child.send(order, () => {}); // a child that is gone says so by its exit
      }),
      outgrown(child.pid, allowed, done.signal),
    ]);
  } finally {
    done.abort();
    child.kill('SIGKILL');
  }
}

/** Comes back when the child took too long or too much memory; looks where Linux tells it. */
async function outgrown(
  pid: number | undefined,
  { seconds, memory }: typeof most,
  signal: AbortSignal,
): Promise<'killed'> {
  const since = Date.now();
  const elapsed = () => (Date.now() - since) / 1000;
  while (elapsed() < seconds * 3) {
    await sleep(20, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    if (Number(pages.split(' ')[1]) * 4096 > memory) break;
    if (elapsed() > seconds && (await worked(pid)) > seconds) break;
  }
  return 'killed';
}

/** The seconds that a process has had of the processors; all of them where nobody tells. */
async function worked(pid: number | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // After its name, which may hold anything: from there the 12th and 13th, in hundredths.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return user === undefined || system === undefined ? Infinity : (user + system) / 100;
}
