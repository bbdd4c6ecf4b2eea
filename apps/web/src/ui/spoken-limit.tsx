import { useState } from 'react';
import { useTranslation, type TFunction } from './translation.ts';

/**
 * Tells screen readers how many characters a field still takes, or how many are too many. It speaks
 * only when a threshold is crossed, not at every key.
 */
export function SpokenLimit({ left }: { left: number }) {
  const { t } = useTranslation();
  const step = stepOf(left);
  const [announcement, setAnnouncement] = useState({ step, text: '' });
  if (step !== announcement.step) {
    setAnnouncement({ step, text: step === 'none' ? '' : textOf(t, left) });
  }
  return <output className="sr-only">{announcement.text}</output>;
}

const textOf = (t: TFunction, left: number) =>
  left < 0
    ? t('{{count}} caractere a mais|{{count}} caracteres a mais', { count: -left })
    : t('Nenhum caractere restante|Resta {{count}} caractere|Restam {{count}} caracteres', {
        count: left,
      });

function stepOf(remaining: number): 'none' | '20' | '10' | '0' | 'over' {
  if (remaining < 0) return 'over';
  if (remaining === 0) return '0';
  if (remaining <= 10) return '10';
  return remaining <= 20 ? '20' : 'none';
}
