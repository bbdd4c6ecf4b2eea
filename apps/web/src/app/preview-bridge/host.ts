import type { QueryClient } from '@tanstack/react-query';
import { shownMarquee } from '../../features/marquees/shown-marquee.ts';
import { outlined } from '../../kit/preview/outlined.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { browserSite } from '../../platform/boot.ts';
import type { FrameMessage, PreviewMessage } from './messages.ts';

interface PreviewFrameOptions {
  frame: HTMLIFrameElement;
  /** Undefined if the page in the iframe has another viewer. */
  queries: QueryClient | undefined;
  onMessage: (message: FrameMessage) => void;
}

/**
 * Keeps the page in the iframe in line with this one, unsaved changes included. Returns a function
 * that stops it.
 */
export function connectPreviewFrame({ frame, queries, onMessage }: PreviewFrameOptions) {
  const post = (message: PreviewMessage) =>
    frame.contentWindow?.postMessage(message, location.origin);
  const { shown, subscribe } = browserSite();
  const postShown = () => {
    const { settings, login_page, footer } = shown();
    post({
      kind: 'shown',
      settings: { ...settings, ...login_page, ...footer },
      banner: shownBanner.get(),
      marquee: shownMarquee.get(),
      outlined: outlined.get(),
    });
  };
  const receive = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
    // A link of the previewed page may have led the iframe to another site.
    if (source !== frame.contentWindow || origin !== location.origin) return;
    if (data.kind === 'ready') postShown();
    onMessage(data);
  };
  addEventListener('message', receive);
  const stops = [
    () => removeEventListener('message', receive),
    subscribe(postShown),
    shownBanner.subscribe(postShown),
    shownMarquee.subscribe(postShown),
    outlined.subscribe(postShown),
    queries?.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success')
        post({ kind: 'answer', key: event.query.queryKey, data: event.query.state.data });
    }),
  ];
  return () => stops.forEach((stop) => stop?.());
}
