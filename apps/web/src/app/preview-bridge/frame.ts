import type { QueryClient } from '@tanstack/react-query';
import { shownMarquee } from '../../features/marquees/shown-marquee.ts';
import { outline } from '../../kit/preview/outline.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { browserSite } from '../../platform/boot.ts';
import { asStudent } from '../../platform/preview.ts';
import { syncTheme } from '../../platform/site-theme.ts';
import type { FrameMessage, PreviewMessage } from './messages.ts';

/** Runs in the preview iframe: applies what the admin edits outside. */
export function followPreviewHost(queries: QueryClient) {
  syncTheme();
  addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage>) => {
    if (source !== parent || origin !== location.origin) return;
    // Extensions of a browser send messages of their own.
    if (data?.kind === 'answer') {
      if (queries.getQueryState(data.key)) queries.setQueryData(data.key, data.data);
      return;
    }
    if (data?.kind !== 'shown') return;
    browserSite().mergeSettings(data.settings);
    shownBanner.set(data.banner);
    shownMarquee.set(data.marquee);
    outline(data.outlined?.section ?? null, data.outlined ?? {});
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) postToHost({ kind: 'escape' });
  });
  postToHost({ kind: 'ready', asStudent: asStudent() });
}

const postToHost = (message: FrameMessage) => parent.postMessage(message, location.origin);
