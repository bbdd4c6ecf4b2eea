import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { judgeFile, lookAt } from './judge-file.ts';

const mostMinutes = 120;

let present: Promise<boolean> | null = null;

/** Whether this machine has an ffmpeg; asked once. */
export const canConvert = () => (present ??= run(['-version'], 10_000).then((code) => code === 0));

/**
 * Makes a video an MP4 that every browser plays. The demuxer is named by what the bytes are, so
 * that no list of other files is followed.
 */
export async function convertToMp4(from: string, to: string): Promise<boolean> {
  const { size } = await stat(from);
  const judged = await lookAt(from, (look) => judgeFile(look, size));
  if (!judged.demuxer) return false;
  const code = await run(
    [
      ...[
        '-nostdin',
        '-v',
        'error',
        '-protocol_whitelist',
        'file',
        '-f',
        judged.demuxer,
        '-i',
        from,
      ],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
      // H.264 in this form knows even sizes only.
      ...['-vf', "scale='min(1920,trunc(iw/2)*2)':-2", '-c:a', 'aac', '-b:a', '128k'],
      ...['-movflags', '+faststart', '-threads', '1', '-f', 'mp4', '-y', to],
    ],
    mostMinutes * 60_000,
  );
  return code === 0;
}

function run(args: string[], timeout: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', args, {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
      timeout,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
}
