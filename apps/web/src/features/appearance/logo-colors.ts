import { contrast } from '@vitrine/contract/theme';
import { useEffect, useState } from 'react';

/** Up to three colours of a logo, the most frequent first. Empty without a logo. */
export function useLogoColors(logo: string | null): readonly string[] {
  const [extracted, setExtracted] = useState<{ logo: string; colors: string[] } | null>(null);
  useEffect(() => {
    if (!logo) return;
    const image = new Image();
    let isCancelled = false;
    image.addEventListener('load', () => {
      if (!isCancelled) setExtracted({ logo, colors: colorsOf(image) });
    });
    image.src = logo;
    return () => {
      isCancelled = true;
    };
  }, [logo]);
  return extracted && extracted.logo === logo ? extracted.colors : noColors;
}

const noColors: readonly string[] = [];
const SAMPLE_SIDE_PX = 32;

function colorsOf(image: HTMLImageElement): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SAMPLE_SIDE_PX;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(image, 0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX);
  const counts = countColors(context.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX).data);
  const colors: string[] = [];
  for (const color of counts)
    if (colors.length < 3 && colors.every((other) => differ(color, other))) colors.push(color);
  return colors;
}

/** Opaque pixels in steps of 16, the most frequent colour first. */
function countColors(pixels: Uint8ClampedArray) {
  const counts = new Map<string, number>();
  for (let index = 0; index < pixels.length; index += 4) {
    if (pixels[index + 3]! < 200) continue;
    const color = `#${[0, 1, 2].map((channel) => hex(pixels[index + channel]!)).join('')}`;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
}

const hex = (part: number) =>
  Math.min(255, Math.round(part / 16) * 16)
    .toString(16)
    .padStart(2, '0');

const differ = (a: string, b: string) => contrast(a, b) > 1.4;
