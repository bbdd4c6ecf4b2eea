import type { LiveMessage } from '@vitrine/contract/live-chat';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';

/** Minimum time between two announcements. A busy room would flood a screen reader. */
const QUIET_MS = 10_000;

/**
 * The announcement for a screen reader: one message in full, several as a count. `messages` is null
 * until the first ones are read.
 */
export function useAnnouncement(
  messages: readonly LiveMessage[] | null,
  ownId: number | undefined,
) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const lastAnnounced = useRef<number | null>(null);
  const quietUntil = useRef(0);
  useEffect(() => {
    if (!messages) return;
    const newest = messages.at(-1)?.id ?? 0;
    // Messages that were there at first are not announced.
    lastAnnounced.current ??= newest;
    const fresh = messages.filter(
      ({ id, author, removed }) => id > lastAnnounced.current! && author?.id !== ownId && !removed,
    );
    if (!fresh.length) return;
    const timer = setTimeout(
      () => {
        lastAnnounced.current = newest;
        quietUntil.current = Date.now() + QUIET_MS;
        const [only] = fresh;
        setAnnouncement(
          fresh.length === 1
            ? `${only!.author?.name ?? t('Membro removido')}: ${only!.text}`
            : t('{{count}} nova mensagem|{{count}} novas mensagens', { count: fresh.length }),
        );
      },
      Math.max(quietUntil.current - Date.now(), 500),
    );
    return () => clearTimeout(timer);
  }, [messages, ownId, t]);
  return announcement;
}
