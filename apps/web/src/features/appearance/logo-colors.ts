import { contrast } from '@vitrine/contract/theme';
import { useEffect, useState } from 'react';

/** Up to three colours of a logo, the most frequent first. Empty without a logo. */
export function useLogoColors(logo: string | null): readonly string[] {
  const [found, setFound] = useState<{ logo: string; colors: string[] } | null>(null);
  useEffect(() => {
    if (!logo) return;
    const picture = new Image();
    let gone = false;
    picture.addEventListener('load', () => {
      if (!gone) setFound({ logo, colors: colorsOf(picture) });
    });
    picture.src = logo;
    return () => {
      gone = true;
    };
  }, [logo]);
  return found && found.logo === logo ? found.colors : none;
}

const none: readonly string[] = [];
const SAMPLE_SIDE_PX = 32;

function colorsOf(picture: HTMLImageElement): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SAMPLE_SIDE_PX;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(picture, 0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX);
  const counts = countColors(context.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX).data);
  const chosen: string[] = [];
  for (const color of counts)
    if (chosen.length < 3 && chosen.every((other) => differ(color, other))) chosen.push(color);
  return chosen;
}

/** Opaque pixels in steps of 16, the most frequent colour first. */
function countColors(pixels: Uint8ClampedArray) {
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 200) continue;
    const color = `#${[0, 1, 2].map((part) => hex(pixels[at + part]!)).join('')}`;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
}

const hex = (part: number) =>
  Math.min(255, Math.round(part / 16) * 16)
    .toString(16)
    .padStart(2, '0');

const differ = (a: string, b: string) => contrast(a, b) > 1.4;
