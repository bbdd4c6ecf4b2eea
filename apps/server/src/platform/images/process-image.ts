import { imageWidths } from '@vitrine/contract/file-addresses';
import { limits, messages } from '@vitrine/contract/uploads';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../app-error.ts';
import { fairQueue, type Owner } from '../fair-queue.ts';
import { workerProcess, type WorkerLimits } from '../worker-process/worker-process.ts';
import type { ImageResult, ImageRequest, ImageProblem, ProcessedImage } from './image-work.ts';
import type { ImageCalls } from './image-worker.ts';

/** The pixels that an image must fit into. `exact` crops it to them; `animated` keeps its frames. */
export interface ImageBox {
  width: number;
  height: number;
  exact?: boolean;
  animated?: boolean;
}

/** A decoder that exceeds these limits is killed (safety, Files). */
const WORKER_LIMITS: WorkerLimits = { seconds: 10, memoryBytes: 512 * 1_048_576 };
const decoding = fairQueue({
  concurrency: 2,
  maxQueued: 256,
  maxQueuedPerSchool: 48,
  maxQueuedPerAccount: 12,
});

/**
 * Converts an uploaded image to files in the new folder `into`: upright, without metadata, fitted
 * into the box, in all widths. The content decides the type. Each image gets its own process,
 * because decoders of hostile files must share nothing with the server.
 */
export async function processImage(
  owner: Owner,
  from: string,
  into: string,
  box: ImageBox,
  workerLimits = WORKER_LIMITS,
): Promise<ProcessedImage> {
  await mkdir(into);
  const request: ImageRequest = {
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
  const result = await decoding(owner, () => runWorker(request, workerLimits));
  if (result === 'killed') throw refuse('too_heavy', messages.tooHeavy, 413);
  if ('problem' in result) throw toError(result.problem, request.animated, result.detail);
  return result.made;
}

const refusals = {
  wrong_type: ['wrong_type', messages.wrongImage, 415],
  broken: ['broken_image', messages.brokenImage, 415],
  too_many_pixels: ['too_many_pixels', messages.tooManyPixels, 413],
  too_narrow: ['too_narrow', messages.tooNarrow, 415],
  too_many_frames: ['too_many_frames', messages.tooManyFrames, 413],
} as const satisfies Record<ImageProblem, readonly [string, string, 413 | 415]>;

/** A badge accepts other types than every other image (B section 5). */
const badgeTexts: Partial<Record<ImageProblem, string>> = {
  wrong_type: messages.wrongBadge,
  broken: messages.brokenBadge,
};

function toError(problem: ImageProblem, animated: boolean, detail: string) {
  if (/no space left|ENOSPC/i.test(detail))
    return Object.assign(new Error(detail), { code: 'ENOSPC' });
  const [code, imageText, status] = refusals[problem];
  const text = (animated && badgeTexts[problem]) || imageText;
  return refuse(code, text, status, { cause: new Error(detail) });
}

const worker = join(import.meta.dirname, 'image-worker.ts');

async function runWorker(
  request: ImageRequest,
  workerLimits: WorkerLimits,
): Promise<ImageResult | 'killed'> {
  const decoder = workerProcess<ImageCalls>(worker, workerLimits);
  try {
    return await decoder.call('make', request);
  } catch {
    return 'killed';
  } finally {
    decoder.end();
  }
}
