import type { RunningMarquee } from '@vitrine/contract/marquees';
import type { PlatformSettings } from '@vitrine/contract/site';
import type { outlined } from '../../kit/preview/outlined.ts';
import type { ShownBanner } from '../../kit/preview/shown-banner.ts';

/** Messages from the edit tool to the page in the iframe. */
export type PreviewMessage =
  | {
      kind: 'shown';
      /** The school's settings with unsaved changes. */
      settings: Partial<PlatformSettings>;
      banner: ShownBanner | null;
      marquee: RunningMarquee | null;
      outlined: ReturnType<typeof outlined.get>;
    }
  /** The tool has refetched or changed an answer. The page in the iframe takes it over. */
  | { kind: 'answer'; key: readonly unknown[]; data: unknown };

/** Messages from the iframe: it is ready for messages, or the viewer pressed Esc in it. */
export type FrameMessage = { kind: 'ready'; asStudent: boolean } | { kind: 'escape' };
