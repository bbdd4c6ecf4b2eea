import { MINUTE_MS } from '@vitrine/contract/durations';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { detectFile, withFileReader } from './detect-file.ts';
import { spawnGuarded } from './spawn-guarded.ts';

const MAX_MINUTES = 120;

let ffmpegPresent: Promise<boolean> | null = null;

/** Tells whether this machine has ffmpeg. The check runs once. */
export const canConvert = () =>
  (ffmpegPresent ??= run(['-version'], 10_000).then((code) => code === 0));

const inputOptions = '-nostdin -v error -protocol_whitelist file'.split(' ');
const streamOptions = '-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1'.split(' ');
const videoOptions = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -threads 1'.split(' ');
// yuv420p needs an even width and height.
const sizeOptions = ['-vf', "scale='min(1920,trunc(iw/2)*2)':-2"];
const audioOptions = '-c:a aac -b:a 128k'.split(' ');
const outputOptions = '-movflags +faststart -f mp4 -y'.split(' ');

/**
 * Converts a video to an MP4 that every browser plays. The content decides the demuxer: otherwise
 * ffmpeg could take the file for a playlist and open other files. False if the content is no video
 * that ffmpeg reads, or if the conversion fails or takes over two hours.
 */
export async function convertToMp4(from: string, to: string): Promise<boolean> {
  const bytes = (await stat(from)).size;
  const { demuxer } = await withFileReader(from, (read) => detectFile(read, bytes));
  if (!demuxer) return false;
  const input = ['-f', demuxer, '-i', from];
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
  return (await run(args, MAX_MINUTES * MINUTE_MS)) === 0;
}

/** Runs ffmpeg, which ends with this process. Returns its exit code; null if it was killed. */
function run(args: string[], timeoutMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawnGuarded(['ffmpeg', ...args], {
      endBy: 'KILL',
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'] },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    // A conversion must not slow down page requests.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
}
