import type { Community } from '@vitrine/contract/communities';
import { messages } from '@vitrine/contract/posts';
import { MicOff } from 'lucide-react';
import { fullTime } from '../../platform/relative-time.ts';
import { useTranslation } from '../../ui/translation.ts';

/** Tells silenced viewers that they may not write, and until when. */
export function SilencedNote({ community: { silenced_until: until } }: { community: Community }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="flex items-center gap-2.5 text-15 text-text-2">
      <MicOff size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {until
        ? t('Você lê, e volta a escrever em {{moment}}.', {
            moment: fullTime(until, i18n.language),
          })
        : t(messages.silenced)}
    </p>
  );
}
