import type { QueryClient } from '@tanstack/react-query';
import { outlined } from '../../kit/preview/outline.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { browserSite } from '../../platform/boot.ts';
import type { FrameMessage, PreviewMessage } from './messages.ts';

interface PreviewFrameOptions {
  frame: HTMLIFrameElement;
  /** Undefined if the page in the iframe has another viewer. */
  queries: QueryClient | undefined;
  onSaid: (said: FrameMessage) => void;
}

/**
 * Keeps the page in the iframe in line with this one, unsaved changes included. Returns a function
 * that stops it.
 */
export function connectPreviewFrame({ frame, queries, onSaid }: PreviewFrameOptions) {
  const tell = (told: PreviewMessage) => frame.contentWindow?.postMessage(told, location.origin);
  const { shown, watch } = browserSite();
  const tellShown = () => {
    const { settings, login_page, footer } = shown();
    tell({
      kind: 'shown',
      settings: { ...settings, ...login_page, ...footer },
      banner: shownBanner.get(),
      outlined: outlined.get(),
    });
  };
  const hear = ({ source, data }: MessageEvent<FrameMessage>) => {
    if (source !== frame.contentWindow) return;
    if (data.kind === 'ready') tellShown();
    onSaid(data);
  };
  addEventListener('message', hear);
  const stops = [
    () => removeEventListener('message', hear),
    watch(tellShown),
    shownBanner.watch(tellShown),
    outlined.watch(tellShown),
    queries?.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success')
        tell({ kind: 'answer', key: event.query.queryKey, data: event.query.state.data });
    }),
  ];
  return () => stops.forEach((stop) => stop?.());
}
