import type { LiveMessage } from '@vitrine/contract/live-chat';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';

/** A busy room would drown a screen reader: it is told of new messages once in so long. */
const QUIET_MS = 10_000;

/** The sentence for a screen reader: one message in full, several as their count. */
export function useAnnouncement(messages: readonly LiveMessage[], ownId: number | undefined) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const newest = messages.at(-1)?.id ?? 0;
  const heard = useRef<number | null>(null);
  const quietUntil = useRef(0);
  useEffect(() => {
    // What stood there before is not new.
    heard.current ??= newest;
    const fresh = messages.filter(
      ({ id, author, removed }) => id > heard.current! && author?.id !== ownId && !removed,
    );
    if (!fresh.length) return;
    const timer = setTimeout(
      () => {
        heard.current = newest;
        quietUntil.current = Date.now() + QUIET_MS;
        const [only] = fresh;
        setSaid(
          fresh.length === 1
            ? `${only!.author?.name ?? t('Membro removido')}: ${only!.text}`
            : t('{{count}} nova mensagem|{{count}} novas mensagens', { count: fresh.length }),
        );
      },
      Math.max(quietUntil.current - Date.now(), 500),
    );
    return () => clearTimeout(timer);
  }, [messages, newest, ownId, t]);
  return said;
}
