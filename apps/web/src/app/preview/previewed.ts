import type { QueryClient } from '@tanstack/react-query';
import { outline } from '../../kit/outline.ts';
import { shownBanner } from '../../kit/shown-banner.ts';
import { settingsSaved } from '../../platform/boot.ts';
import { asStudent } from '../../platform/preview.ts';
import { keepPainted } from '../../platform/site-theme.ts';
import type { Said, Told } from './told.ts';

/** The page in the frame of the edit tool: it shows what is being edited outside (behaviour 14). */
export function follow(queries: QueryClient) {
  keepPainted();
  addEventListener('message', ({ source, origin, data }: MessageEvent<Told>) => {
    if (source !== parent || origin !== location.origin) return;
    if (data.kind === 'answer') {
      if (queries.getQueryState(data.key)) queries.setQueryData(data.key, data.data);
      return;
    }
    settingsSaved(data.settings);
    shownBanner.set(data.banner);
    outline(data.outlined?.section ?? null, { bring: data.outlined?.bring ?? false });
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) say({ kind: 'escape' });
  });
  say({ kind: 'ready', asStudent: asStudent() });
}

const say = (said: Said) => parent.postMessage(said, location.origin);
