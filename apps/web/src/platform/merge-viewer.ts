import type { Session } from '@vitrine/contract/sessions';
import type { SiteStore } from './site-store.ts';

/** Merges a saved name or photo of the viewer into the page. */
export function mergeViewer({ boot, replaceSession }: SiteStore, saved: Partial<Session['user']>) {
  const { session } = boot();
  if (session) replaceSession({ ...session, user: { ...session.user, ...saved } });
}
