// npm run fonts -w @vitrine/web: reduces the font families to the characters that the interface
// shows. The result is committed. It changes only with a new release of a family.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const into = join(import.meta.dirname, 'src/platform/fonts/files');

/** The weights of the interface, for a family with all weights in one file. Others come whole. */
const weights = { wght: { min: 400, max: 700 } };
/** Kerning, ligatures, accents, figures of one width; no hints, which today's screens do not read. */
const keepFeatures = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum'];

const families = {
  '@fontsource-variable/inter': ['inter-latin-wght-normal'],
  '@fontsource-variable/montserrat': ['montserrat-latin-wght-normal'],
  '@fontsource-variable/open-sans': ['open-sans-latin-wght-normal'],
  '@fontsource-variable/oswald': ['oswald-latin-wght-normal'],
  '@fontsource-variable/roboto': ['roboto-latin-wght-normal'],
  '@fontsource/lato': ['lato-latin-400-normal', 'lato-latin-700-normal'],
  '@fontsource/aboreto': ['aboreto-latin-400-normal'],
};

/** The range of the latin faces in src/platform/fonts/*.css. */
const latin = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
];
const letters = latin
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
  .map((code) => String.fromCodePoint(code))
  .join('');

const { resolve } = createRequire(import.meta.url);
await mkdir(into, { recursive: true });
for (const [family, files] of Object.entries(families))
  for (const file of files) {
    const whole = await readFile(resolve(`${family}/files/${file}.woff2`));
    const part = await subsetFont(whole, letters, {
      targetFormat: 'woff2',
      keepFeatures,
      noHinting: true,
      ...(file.includes('wght') && { variationAxes: weights }),
    });
    await writeFile(join(into, `${file}.woff2`), part);
  }
