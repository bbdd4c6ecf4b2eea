import type { Preview } from '@vitrine/contract/points';
import { sharedValue } from '../state/shared-value.ts';

interface PreviewedRanking {
  entries: Preview['ranking'];
  pointsName: string;
  /** The rules have changed since, and are being counted again. */
  stale: boolean;
}

/** The ranking by rules that are being tried. The ranking page shows it. Null shows the real one. */
export const previewedRanking = sharedValue<PreviewedRanking | null>(null);
