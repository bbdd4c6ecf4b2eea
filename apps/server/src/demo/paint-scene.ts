import { ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { rm, stat } from 'node:fs/promises';
import { storeImage } from '../kit/files/store-files.ts';
import type { Platform } from '../platform/platform.ts';
import type { Canvas, Scene } from './demo-art.ts';

interface PaintOptions {
  use: ImageUse;
  memberId?: number;
  /** The size in pixels. Default: the size of the use. */
  size?: Canvas;
}

/** Draws a scene, stores it as an image of the school, and returns its path. */
export async function paint(
  platform: Platform,
  tenantId: number,
  scene: Scene,
  { use, memberId, size }: PaintOptions,
) {
  const { width = 0, height = 0 } = size ?? ruleOf(use);
  const { default: sharp } = await import('sharp');
  const path = await platform.files.tempPath();
  try {
    await sharp(Buffer.from(scene({ width, height })))
      .png()
      .toFile(path);
    const file = { path, name: 'foto.png', size: (await stat(path)).size };
    return (await storeImage(platform, tenantId, file, { use, memberId })).path;
  } finally {
    await rm(path, { force: true });
  }
}
