import type { RunningMarquee } from '@vitrine/contract/marquees';
import { sharedValue } from '../../kit/state/shared-value.ts';

/** The marquee that somebody edits: it runs on the lesson behind the drawer, whatever its course. */
export const shownMarquee = sharedValue<RunningMarquee | null>(null);

/** Stand in for the product's members in a preview. */
export const sampleNames = ['Kauê', 'Joaquim', 'Bento', 'Marina', 'Rosa'];
