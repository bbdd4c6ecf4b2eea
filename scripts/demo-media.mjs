// Renders the videos and the handout of the demo school into apps/server/src/demo/media. Run it by
// hand after a change of a scene, and commit the result: `node scripts/demo-media.mjs`. It needs
// ffmpeg and Chromium, and takes four minutes.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { scenes } from '../apps/server/src/demo/scenes.ts';
import { chromiumPath } from './lib/chromium.mjs';
import { root } from './lib/run.mjs';

// Resolved from the server, because the root does not depend on sharp.
const sharp = createRequire(join(root, 'apps/server/src/main.ts'))('sharp');
const FRAMES_PER_SECOND = 15;
const media = join(root, 'apps/server/src/demo/media');

/** A quiet chord per video, in hertz, so that the volume control has an effect. */
const chords = {
  ridges: [110, 164.8, 277.2],
  dew: [130.8, 196, 329.6],
  portrait: [116.5, 174.6, 293.7],
  windowLight: [98, 146.8, 246.9],
  stream: [123.5, 185, 311.1],
  table: [103.8, 155.6, 261.6],
};

printHandout();
for (const [name, notes] of Object.entries(chords))
  await video({
    name,
    canvas: { width: 640, height: 360 },
    seconds: 12,
    scene: scenes[name],
    quality: 27,
    notes,
  });
// A banner's video loops: it plays forwards, then backwards.
await video({
  name: 'banner',
  canvas: { width: 1280, height: 720 },
  seconds: 10,
  scene: (canvas, at) => scenes.ridges(canvas, 0.5 - 0.5 * Math.cos(at * 2 * Math.PI)),
  quality: 28,
});

async function video({ name, canvas, seconds, scene, quality, notes }) {
  const { width, height } = canvas;
  const tones = notes?.map((hertz) => `0.05*sin(2*PI*${hertz}*t)`).join('+');
  const fade = `afade=t=in:d=1.5,afade=t=out:st=${seconds - 2}:d=2`;
  const sound = tones
    ? ['-f', 'lavfi', '-t', seconds, '-i', `aevalsrc=${tones}:s=24000,${fade}`, '-c:a', 'aac']
    : ['-an'];
  const image = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`];
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      ...image,
      '-r',
      FRAMES_PER_SECOND,
      '-i',
      '-',
      ...sound,
      ...(tones ? ['-b:a', '24k', '-ac', '1'] : []),
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-crf',
      quality,
      '-pix_fmt',
      'yuv420p',
      // Without the index at the front, a browser first reads the end of the file.
      '-map_metadata',
      '-1',
      '-movflags',
      '+faststart',
      join(media, `${name}.mp4`),
    ].map(String),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'close');
  const frames = seconds * FRAMES_PER_SECOND;
  for (let frame = 0; frame < frames; frame += 1) {
    // Without grain, which would cost most of the video's bytes.
    const svg = scene(canvas, frame / frames).replace(/<rect [^>]*url\(#grain\)[^>]*>/, '');
    const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  await finished(ffmpeg.stdin);
  const [code] = await ended;
  if (code) throw new Error(`ffmpeg ended with ${code}`);
  console.log(`${name}.mp4`);
}

/** A page to print and fill in. */
function printHandout() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-handout-'));
  const page = join(folder, 'caderno.html');
  const row = '<tr>' + '<td></td>'.repeat(4) + '</tr>';
  writeFileSync(
    page,
    `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Caderno de campo</title>
    <style>body { font: 15px sans-serif; margin: 2cm } h1 { font-size: 30px } td, th { border: 1px solid #999; height: 34px; text-align: left; padding: 0 8px } table { width: 100%; border-collapse: collapse }</style>
    <h1>Caderno de campo</h1>
    <p>Olhe para o oeste uma hora antes. Anote o que viu, volte depois e anote o que aconteceu.</p>
    <table><tr><th>Dia</th><th>Nuvens às cinco</th><th>O que eu espero</th><th>O que veio</th></tr>${row.repeat(14)}</table>
    <p>Contraluz, escola de fotografia</p></html>`,
  );
  try {
    execFileSync(chromiumPath(), [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${join(folder, 'profile')}`,
      `file://${page}`,
      `--print-to-pdf=${join(media, 'caderno-de-campo.pdf')}`,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
