import type { RunningMarquee } from '@vitrine/contract/marquees';
import { sharedValue } from '../../kit/state/shared-value.ts';

/** The marquee being edited. It runs on the lesson behind the drawer, whatever its course. */
export const shownMarquee = sharedValue<RunningMarquee | null>(null);

/** First names for a preview, instead of the product's members. */
export const sampleNames = ['Kauê', 'Joaquim', 'Bento', 'Marina', 'Rosa'];
