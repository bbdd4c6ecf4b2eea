import type { PlatformSettings } from '@vitrine/contract/site';
import type { outlined } from '../../kit/preview/outline.ts';
import type { ShownBanner } from '../../kit/preview/shown-banner.ts';

/** What the edit tool tells the page in its frame. */
export type PreviewMessage =
  | {
      kind: 'shown';
      /** The school as it is being edited. */
      settings: Partial<PlatformSettings>;
      banner: ShownBanner | null;
      outlined: ReturnType<typeof outlined.get>;
    }
  /** Something was read anew, or changed, by the tool: the page in the frame has it too. */
  | { kind: 'answer'; key: readonly unknown[]; data: unknown };

/** What the page in the frame says: it can be told now, or somebody pressed Esc in it. */
export type FrameMessage = { kind: 'ready'; asStudent: boolean } | { kind: 'escape' };
