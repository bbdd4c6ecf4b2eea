// Composes the songs of rewards and writes apps/web/public/sounds/{name}.mp3. Run it by hand after a
// change, and commit the result: `node scripts/songs.mjs`. It needs ffmpeg with libmp3lame.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RATE = 44_100;
const SECONDS = 5;
const out = join(import.meta.dirname, '../apps/web/public/sounds');

const semitones = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
/** The frequency of a note in Hz: 'c4', 'f#5'. */
function pitch(name) {
  const [, letter, sharp, octave] = /^([a-g])(#?)(\d)$/.exec(name);
  const key = semitones[letter] + (sharp ? 1 : 0) + (Number(octave) + 1) * 12;
  return 440 * 2 ** ((key - 69) / 12);
}

// Seeded noise, so that every run writes the same files.
let seed = 7;
const noise = () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 31 - 1;
};
const sine = (cycles) => Math.sin(2 * Math.PI * cycles);
const rise = (time, seconds) => Math.min(1, time / seconds);

/** The amplitude of each instrument, `t` seconds after its note began, at `f` Hz, for `d` seconds. */
const instruments = {
  brass(t, f, d) {
    const swell = rise(t, 0.05);
    const vibrato = t > 0.3 ? 0.004 * sine(5.5 * t) : 0;
    let sum = 0;
    for (let n = 1; n <= 9; n += 1)
      sum += (sine(n * f * (t + vibrato / 10)) / n) * swell ** (n / 3);
    return sum * 0.4 * swell * (t < d ? 1 : Math.exp(-(t - d) * 14));
  },
  bell(t, f) {
    const partials = [
      [1, 1, 1.4],
      [2.01, 0.6, 2],
      [2.76, 0.5, 2.8],
      [5.4, 0.25, 5],
      [8.9, 0.12, 9],
    ];
    return (
      partials.reduce(
        (sum, [n, loud, fade]) => sum + sine(n * f * t) * loud * Math.exp(-fade * t),
        0,
      ) * 0.5
    );
  },
  harp(t, f) {
    let sum = 0;
    for (let n = 1; n <= 7; n += 1)
      sum += (sine(n * f * t) / n ** 1.4) * Math.exp(-t * (1.3 + n * 0.9));
    return sum * rise(t, 0.003) * 0.8;
  },
  pluck: (t, f) =>
    (sine(f * t) + 0.35 * sine(2 * f * t) * Math.exp(-t * 6)) * Math.exp(-t * 5) * rise(t, 0.004),
  coin: (t, f) =>
    Math.sign(sine(f * t)) * 0.25 * Math.exp(-t * 7) + sine(2 * f * t) * 0.4 * Math.exp(-t * 5),
  drum: (t, f) =>
    sine(f * t + 0.9 * (1 - Math.exp(-t * 28))) * Math.exp(-t * 7) +
    noise() * 0.25 * Math.exp(-t * 60),
  snare: (t, f) => noise() * 0.55 * Math.exp(-t * 22) + sine(f * t) * 0.3 * Math.exp(-t * 26),
  cymbal: (t) => (noise() - noise()) * 0.3 * Math.exp(-t * 1.6) * rise(t, 0.01),
  pad: (t, f, d) =>
    (sine(f * t) + sine(1.004 * f * t) + 0.5 * sine(0.5 * f * t)) *
    0.25 *
    rise(t, 0.4) *
    (t < d ? 1 : Math.exp(-(t - d) * 3)),
  glass: (t, f) =>
    (sine(f * t + 0.6 * sine(3.5 * f * t) * Math.exp(-t * 4)) + 0.3 * sine(2 * f * t)) *
    Math.exp(-t * 2.2) *
    rise(t, 0.006),
};

const note = (instrument, at, name, length = 0.3, loud = 1) => ({
  instrument,
  at,
  f: pitch(name),
  length,
  loud,
});
const run = (instrument, start, step, names, length, loud) =>
  names.split(' ').map((name, i) => note(instrument, start + i * step, name, length, loud));
const chord = (instrument, at, names, length, loud) =>
  names.split(' ').map((name) => note(instrument, at, name, length, loud));

const songs = {
  fanfarra: [
    ...run('brass', 0, 0.16, 'g4 g4 g4', 0.1, 0.7),
    note('brass', 0.48, 'c5', 0.5),
    note('brass', 1.06, 'g4', 0.22, 0.8),
    ...chord('brass', 1.36, 'c4 e4 g4 c5 e5', 1.7, 0.55),
    ...chord('drum', 0.48, 'c2', 1, 1.1),
    ...chord('drum', 1.36, 'c2', 1, 1.4),
    note('cymbal', 1.36, 'c4', 2, 0.7),
  ],
  sinos: [
    ...run('bell', 0, 0.34, 'e5 c5 d5 g4', 1, 0.8),
    ...run('bell', 1.5, 0.34, 'g4 d5 e5 c5', 1, 0.8),
    ...chord('bell', 2.95, 'c4 g4 c5 e5', 2, 0.6),
  ],
  subida: [
    ...run('pluck', 0, 0.11, 'c4 d4 e4 g4 a4 c5 d5 e5 g5 a5 c6 d6 e6', 0.2, 0.8),
    ...chord('pad', 0, 'c3 g3', 1.6, 0.7),
    ...chord('glass', 1.5, 'c5 e5 g5 c6', 2, 0.5),
    ...chord('pad', 1.5, 'c4 g4', 1.8, 0.6),
  ],
  moedas: [0, 0.42, 0.7, 0.9, 1.05, 1.17, 1.27, 1.36, 1.46, 1.6, 1.95]
    .flatMap((at, i) => [
      note('coin', at, 'b5', 0.1, 0.6 - (i % 3) * 0.1),
      note('coin', at + 0.075, i % 2 ? 'e6' : 'f#6', 0.4, 0.8 - (i % 3) * 0.1),
    ])
    .concat(chord('glass', 2.3, 'e5 g#5 b5 e6', 2, 0.45)),
  harpa: [
    ...run('harp', 0, 0.062, 'f3 a3 c4 d4 f4 g4 a4 c5 d5 f5 g5 a5 c6 d6 f6', 1, 0.8),
    ...run('harp', 1.25, 0.07, 'f6 d6 c6 a5 g5 f5 d5 c5 a4 g4', 1, 0.7),
    ...run('harp', 2.1, 0.09, 'f3 c4 f4 a4 c5 f5', 2, 0.95),
  ],
  tambor: [
    ...Array.from({ length: 22 }, (_, i) => note('snare', i * 0.075, 'g3', 0.1, 0.25 + i * 0.032)),
    note('drum', 1.75, 'e2', 1, 1.5),
    note('drum', 2.1, 'e2', 1, 1.1),
    note('drum', 2.28, 'g2', 1, 1.2),
    note('drum', 2.46, 'c2', 1, 1.6),
    note('cymbal', 1.75, 'c4', 2, 0.6),
    note('cymbal', 2.46, 'c4', 2, 0.9),
  ],
  estrela: [
    ...run('glass', 0, 0.19, 'a5 e6 c#6 g#6 f#6 e6', 1, 0.6),
    ...run('glass', 1.3, 0.13, 'a5 b5 c#6 e6 f#6 a6', 1, 0.55),
    ...chord('pad', 0, 'a3 e4 c#5', 3.2, 0.6),
    ...chord('bell', 2.2, 'a5 e6', 2, 0.35),
  ],
  vitoria: [
    ...run('brass', 0, 0.2, 'c5 c5 c5', 0.14, 0.7),
    note('brass', 0.6, 'c5', 0.42, 0.9),
    note('brass', 1.06, 'g#4', 0.42, 0.9),
    note('brass', 1.52, 'a#4', 0.42, 0.9),
    note('brass', 1.98, 'c5', 0.22, 0.9),
    note('brass', 2.26, 'a#4', 0.14, 0.8),
    ...chord('brass', 2.46, 'c4 e4 g4 c5 g5', 1.4, 0.5),
    ...chord('bell', 2.46, 'c6 e6', 2, 0.25),
    ...[0, 0.6, 1.06, 1.52, 2.46].map((at) => note('drum', at, 'c2', 1, 1)),
    note('cymbal', 2.46, 'c4', 2, 0.7),
  ],
};

/** Mixes the notes with a small reverb, normalises the loudness and fades the end. */
function rendered(notes) {
  const dry = new Float64Array(RATE * SECONDS);
  for (const { instrument, at, f, length, loud } of notes) {
    const play = instruments[instrument];
    for (let i = Math.round(at * RATE), k = 0; i < dry.length; i += 1, k += 1)
      dry[i] += play(k / RATE, f, length) * loud;
  }
  const wet = Float64Array.from(dry);
  for (const [ms, part] of [
    [29, 0.24],
    [47, 0.2],
    [71, 0.17],
    [113, 0.13],
    [167, 0.1],
    [241, 0.07],
  ]) {
    const delay = Math.round((ms * RATE) / 1000);
    for (let i = delay; i < wet.length; i += 1) wet[i] += dry[i - delay] * part;
  }
  const peak = wet.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  const fade = RATE * 0.8;
  return wet.map((one, i) => (one / peak) * 0.85 * Math.min(1, (wet.length - i) / fade));
}

/** A 16-bit mono WAV file. */
function wav(samples) {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((one, i) => file.writeInt16LE(Math.round(one * 32_767), 44 + i * 2));
  return file;
}

mkdirSync(out, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'songs-'));
for (const [name, notes] of Object.entries(songs)) {
  const source = join(scratch, `${name}.wav`);
  writeFileSync(source, wav(rendered(notes)));
  const options = ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '96k', '-map_metadata', '-1'];
  const target = join(out, `${name}.mp3`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, ...options, target]);
  console.log(`${name}.mp3`);
}
rmSync(scratch, { recursive: true });
