import type { QueryClient } from '@tanstack/react-query';
import { viewer } from '../../platform/session.ts';
import { renewPush } from '../push/push-subscription.ts';
import { checkAccess } from './check-access.ts';
import { forgetKept, leaveWithOtherTabs } from './forget.ts';
import { keepOpenPage } from './keep-open-page.ts';

/**
 * Makes the school readable without a line (decision 0052): registers the service worker, tells it
 * what this page was made of, and lets go of lessons that the reader may not open any more.
 */
export async function startPocket(queries: QueryClient) {
  leaveWithOtherTabs();
  if (!('serviceWorker' in navigator)) return; // a school that is served without TLS
  if (!viewer()) return forgetKept();
  // Switched off by the operator, it answers with a worker that ends itself.
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const { active } = await navigator.serviceWorker.ready;
  if (active) keepOpenPage(active, queries);
  if (!navigator.onLine) return;
  await checkAccess();
  await renewPush();
}
