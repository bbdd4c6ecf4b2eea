import { filePath } from '@vitrine/contract/file-addresses';
import { textOn } from '@vitrine/contract/theme';
import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileName, objectKey } from '../../kit/files/file-names.ts';
import { drawIcon } from '../../platform/images/draw-icon.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { letterOutlines } from './letter-outlines.ts';
import { perSchool } from './per-school.ts';

interface IconShape {
  size: number;
  purpose: 'any' | 'maskable';
  /** Draws the school's background colour behind its image. */
  hasBackground: boolean;
  /** The image's share of the width. A mask may cut all but the inner 80 %. */
  share: number;
}

/** The icons of an installed school, by the name in their address. */
export const appIcons: Readonly<Record<string, IconShape>> = {
  '192': { size: 192, purpose: 'any', hasBackground: false, share: 1 },
  '512': { size: 512, purpose: 'any', hasBackground: false, share: 1 },
  'maskable-512': { size: 512, purpose: 'maskable', hasBackground: true, share: 0.62 },
  // iOS paints transparent pixels black.
  'apple-180': { size: 180, purpose: 'any', hasBackground: true, share: 0.78 },
};

const MAX_ICON_BYTES = 16 * 1_048_576;

/** The address changes with the icon, so a browser may keep it for good. */
export const iconUrl = (school: School, name: string) =>
  `/app-icon/${name}.png?v=${hash('sha256', JSON.stringify(iconSettings(school))).slice(0, 12)}`;

/** The settings that change an icon. Its address is their hash. */
function iconSettings({ tenant, settings }: School) {
  const { logo_square, favicon, primary_color, background_color_primary } = settings;
  return {
    image: logo_square ?? favicon,
    letter: letterOf(tenant.name),
    // Opaque, because an icon lies on any background.
    brand: opaque(primary_color),
    ground: opaque(background_color_primary),
  };
}

const opaque = (color: string) => (color.length === 9 ? color.slice(0, 7) : color);

const letterOf = (name: string) =>
  [...name.normalize('NFD').toUpperCase()].find((character) => character in letterOutlines) ?? '';

/** The fallback for a name without a known letter: a play triangle. */
const TRIANGLE = 'M-20 -27L30 0L-20 27Z';

/** Serves icons by school and by their name in `appIcons`. Each is drawn once per change. */
export function openAppIcons({ schools, files, log }: Platform) {
  const cachedIcon = perSchool<{ png: Buffer }>(schools, {
    maxBytes: MAX_ICON_BYTES,
    bytes: ({ png }) => png.length,
  });

  async function draw(school: School, shape: IconShape): Promise<Buffer> {
    const { image } = iconSettings(school);
    const storedPath = image && filePath(image);
    if (storedPath) {
      try {
        return await drawImage(school, storedPath, shape);
      } catch (error) {
        log.warn({ err: error, tenant: school.tenant.id }, 'icon drawn without the image');
      }
    }
    return drawLetter(school, shape);
  }

  async function drawImage(
    school: School,
    path: string,
    { size, hasBackground, share }: IconShape,
  ) {
    const { id } = school.tenant;
    const source = await files.objects.get(objectKey({ tenant_id: id, name: fileName(path) }));
    if (!source) throw new Error(`no file at ${path}`);
    const tempFile = await files.tempPath();
    try {
      await pipeline(source.stream, createWriteStream(tempFile, { flags: 'wx', mode: 0o600 }));
      const ground = hasBackground ? iconSettings(school).ground : null;
      return await drawIcon(id, { size, ground, image: { path: tempFile }, share });
    } finally {
      await rm(tempFile, { force: true });
    }
  }

  const drawLetter = (school: School, { size, purpose, hasBackground }: IconShape) =>
    drawIcon(school.tenant.id, {
      size,
      ground: null,
      image: { svg: letterMark(school, { hasBackground, small: purpose === 'maskable' }) },
      share: 1,
    });

  return async (school: School, name: string): Promise<Buffer> => {
    const shape = appIcons[name]!;
    const icon = await cachedIcon(school, name, async () => ({
      png: await draw(school, shape),
    }));
    return icon.png;
  };
}

/** The first letter of the school's name, on its colour. */
function letterMark(
  school: School,
  { hasBackground, small }: { hasBackground: boolean; small: boolean },
) {
  const { brand, letter } = iconSettings(school);
  const outline = letterOutlines[letter] ?? TRIANGLE;
  const corner = hasBackground ? 0 : 22;
  const scale = small ? 0.6 : 0.78;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="-50 -50 100 100">
<rect x="-50" y="-50" width="100" height="100" rx="${corner}" fill="${brand}"/>
<path transform="scale(${scale})" fill="${textOn(brand)}" d="${outline}"/></svg>`;
}
