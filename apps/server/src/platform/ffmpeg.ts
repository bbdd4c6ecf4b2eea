import { MINUTE_MS } from '@vitrine/contract/durations';
import { limits } from '@vitrine/contract/uploads';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { detectFile, withFileReader } from './detect-file.ts';
import { spawnGuarded, type ProgramLimits } from './spawn-guarded.ts';

const MAX_MINUTES = 120;
/** An 8K video takes less. */
const MAX_MEMORY_BYTES = 3 * 1024 ** 3;
/** A small file may show the same two images for hours. No honest video grows to four times its size. */
const maxResultBytes = (sourceBytes: number) => sourceBytes * 4 + 256 * 1024 ** 2;

let ffmpegWasFound = false;

/**
 * Tells whether this machine has ffmpeg. It asks until there is one. An overloaded machine may not
 * answer in time: that is no reason to refuse a video.
 */
export async function canConvert(): Promise<boolean> {
  if (ffmpegWasFound) return true;
  const { code } = await run(['-version'], { timeoutMs: 10_000 });
  ffmpegWasFound = code === 0;
  return code === 0 || code === null;
}

const inputOptions = '-nostdin -v error -protocol_whitelist file'.split(' ');
// Each thread of the decoder holds images, and every image of a file may have another size.
const decoderOptions = ['-threads', '2', '-max_pixels', String(limits.pixels)];
const streamOptions = '-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1'.split(' ');
const videoOptions = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -threads 1'.split(' ');
// yuv420p needs an even width and height.
const sizeOptions = ['-vf', "scale='min(1920,trunc(iw/2)*2)':-2"];
const audioOptions = '-c:a aac -b:a 128k'.split(' ');
const outputOptions = '-movflags +faststart -f mp4 -y'.split(' ');

/**
 * Converts a video to an MP4 that every browser plays. The content decides the demuxer: otherwise
 * ffmpeg could take the file for a playlist and open other files. False if the content is no video
 * that ffmpeg reads, or if the conversion fails, takes over two hours, or exceeds memory or size.
 * Throws ENOSPC if the disk is full: the video is as good as before.
 */
export async function convertToMp4(from: string, to: string): Promise<boolean> {
  const bytes = (await stat(from)).size;
  const { demuxer } = await withFileReader(from, (read) => detectFile(read, bytes));
  if (!demuxer) return false;
  const input = [...decoderOptions, '-f', demuxer, '-i', from];
  const args = [
    ...inputOptions,
    ...input,
    ...streamOptions,
    ...videoOptions,
    ...sizeOptions,
    ...audioOptions,
    ...outputOptions,
    to,
  ];
  const { code, diskFull } = await run(args, {
    timeoutMs: MAX_MINUTES * MINUTE_MS,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    maxFileBytes: maxResultBytes(bytes),
  });
  if (diskFull) throw Object.assign(new Error('ffmpeg: no space left'), { code: 'ENOSPC' });
  return code === 0;
}

interface RunLimits extends ProgramLimits {
  timeoutMs: number;
}

/** Runs ffmpeg, which ends with this process. `code` is its exit code; null if it was killed. */
function run(
  args: string[],
  { timeoutMs, ...programLimits }: RunLimits,
): Promise<{ code: number | null; diskFull: boolean }> {
  return new Promise((resolve) => {
    const child = spawnGuarded(['ffmpeg', ...args], {
      endBy: 'KILL',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'] },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      limits: programLimits,
    });
    // A conversion must not slow down page requests.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let diskFull = false;
    child.stderr?.on('data', (lines: Buffer) => {
      diskFull ||= lines.includes('No space left on device');
    });
    child.once('error', () => resolve({ code: null, diskFull }));
    child.once('close', (code) => resolve({ code, diskFull }));
  });
}
