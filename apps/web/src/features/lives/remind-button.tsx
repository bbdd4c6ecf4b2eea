import { liveState, reminderTime, type ListedLive } from '@vitrine/contract/lives';
import { BellOff, BellRing } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useForget, useRemind } from './lives.queries.ts';

interface RemindButtonProps {
  live: ListedLive;
  /** The server's clock, in ms. */
  now: number;
}

/** Adds or removes a reminder of a live. Hidden once it is too late to remind. */
export function RemindButton({ live, now }: RemindButtonProps) {
  const { t } = useTranslation();
  const remind = useRemind();
  const forget = useForget();
  const { id, title, locked, reminded } = live;
  if (locked || liveState(live, now) !== 'soon' || now >= reminderTime(live)) return null;
  const busy = remind.isPending || forget.isPending;
  return (
    <Button
      aria-pressed={Boolean(reminded)}
      aria-label={
        reminded
          ? t('Desligar o lembrete de {{title}}', { title })
          : t('Lembrar-me de {{title}}', { title })
      }
      busy={busy}
      icon={
        reminded ? (
          <BellOff size={18} strokeWidth={1.75} />
        ) : (
          <BellRing size={18} strokeWidth={1.75} />
        )
      }
      onClick={() => (reminded ? forget : remind).mutate({ params: { id } })}
    >
      {reminded ? t('Lembrete ligado') : t('Lembrar-me')}
    </Button>
  );
}
