import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { detectFile, withFileReader } from './detect-file.ts';

const MAX_MINUTES = 120;

let present: Promise<boolean> | null = null;

/** Tells whether this machine has ffmpeg. The check runs once. */
export const canConvert = () => (present ??= run(['-version'], 10_000).then((code) => code === 0));

const safely = '-nostdin -v error -protocol_whitelist file'.split(' ');
const streams = '-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1'.split(' ');
const picture = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -threads 1'.split(' ');
// yuv420p needs an even width and height.
const size = ['-vf', "scale='min(1920,trunc(iw/2)*2)':-2"];
const sound = '-c:a aac -b:a 128k'.split(' ');
const mp4 = '-movflags +faststart -f mp4 -y'.split(' ');

/**
 * Converts a video to an MP4 that every browser plays. The content decides the demuxer: otherwise
 * ffmpeg could take the file for a playlist and open other files.
 */
export async function convertToMp4(from: string, to: string): Promise<boolean> {
  const bytes = (await stat(from)).size;
  const { demuxer } = await withFileReader(from, (read) => detectFile(read, bytes));
  if (!demuxer) return false;
  const input = ['-f', demuxer, '-i', from];
  const args = [...safely, ...input, ...streams, ...picture, ...size, ...sound, ...mp4, to];
  return (await run(args, MAX_MINUTES * 60_000)) === 0;
}

function run(args: string[], timeout: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', args, {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
      timeout,
      killSignal: 'SIGKILL',
    });
    // A conversion must not slow down page requests.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    const done = (code: number | null) => {
      process.off('exit', end);
      resolve(code);
    };
    child.once('error', () => done(null));
    child.once('exit', done);
  });
}
