import type { QueryClient } from '@tanstack/react-query';
import { outlined } from '../../kit/outline.ts';
import { shownBanner } from '../../kit/shown-banner.ts';
import { shownSite, watchSite } from '../../platform/boot.ts';
import type { Said, Told } from './told.ts';

interface Mirrored {
  frame: HTMLIFrameElement;
  /** Left out where the page in the frame reads as somebody else. */
  queries: QueryClient | undefined;
  onSaid: (said: Said) => void;
}

/** Keeps the page in a frame as this one is, saved or not; returns how to stop. */
export function mirror({ frame, queries, onSaid }: Mirrored) {
  const tell = (told: Told) => frame.contentWindow?.postMessage(told, location.origin);
  const tellShown = () => {
    const { settings, login_page, footer } = shownSite();
    tell({
      kind: 'shown',
      settings: { ...settings, ...login_page, ...footer },
      banner: shownBanner.get(),
      outlined: outlined.get(),
    });
  };
  const hear = ({ source, data }: MessageEvent<Said>) => {
    if (source !== frame.contentWindow) return;
    if (data.kind === 'ready') tellShown();
    onSaid(data);
  };
  addEventListener('message', hear);
  const stops = [
    () => removeEventListener('message', hear),
    watchSite(tellShown),
    shownBanner.watch(tellShown),
    outlined.watch(tellShown),
    queries?.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success')
        tell({ kind: 'answer', key: event.query.queryKey, data: event.query.state.data });
    }),
  ];
  return () => stops.forEach((stop) => stop?.());
}
