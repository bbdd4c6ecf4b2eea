import type { QueryClient } from '@tanstack/react-query';
import { asStudent } from '../../platform/preview.ts';
import { viewer } from '../../platform/session.ts';
import { renewPush } from '../push/push-subscription.ts';
import { followLanguage } from '../state/language-channel.ts';
import { checkAccess } from './check-access.ts';
import { dropAbandonedDownloads } from './downloads.ts';
import { deleteCaches, followMissedSignOut, followOtherTabs } from './forget.ts';
import { keepOpenPage } from './keep-open-page.ts';
import { rereadStored } from './reread-stored.ts';

/**
 * Makes the school readable offline (decision 0052). Registers the service worker, tells it this
 * page's resources, and deletes lessons that the viewer may not open any more.
 */
export async function startOffline(queries: QueryClient) {
  if (followMissedSignOut()) return;
  followOtherTabs();
  if (viewer()) followLanguage(queries);
  // A message about a lost connection needs this code, also where no worker keeps it.
  void import('../../ui/toaster-view.tsx').catch(() => {});
  if (!('serviceWorker' in navigator)) return; // a school without TLS has no service worker
  if (!viewer()) return deleteCaches();
  // The answers of a student view are not the viewer's own: nothing is stored or deleted for them.
  if (asStudent()) return;
  rereadStored(queries);
  // If the operator disabled offline use, this URL serves a worker that unregisters itself.
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const { active } = await navigator.serviceWorker.ready;
  if (active) keepOpenPage(active, queries);
  if (!navigator.onLine) return;
  await checkAccess();
  await renewPush();
  await dropAbandonedDownloads();
}
