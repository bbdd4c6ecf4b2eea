import { Captions, CaptionsOff } from 'lucide-react';
import { useTranslation } from '../../../../ui/translation.ts';
import type { useCaptions } from '../use-captions.ts';
import { PlayerButton } from './player-button.tsx';

/** Turns captions on and off, or chooses among several languages. Hidden without captions. */
export function CaptionsChoice({ tracks, shown, choose, toggle }: ReturnType<typeof useCaptions>) {
  const { t } = useTranslation();
  if (!tracks.length) return null;
  const Icon = shown ? Captions : CaptionsOff;
  const icon = <Icon size={22} strokeWidth={1.75} aria-hidden="true" />;
  if (tracks.length === 1)
    return (
      <PlayerButton label={t('Legendas')} keys="c" pressed={shown !== null} onClick={toggle}>
        {icon}
      </PlayerButton>
    );
  return (
    <label className="player-select" title={t('Legendas')}>
      {icon}
      <select
        aria-label={t('Legendas')}
        aria-keyshortcuts="c"
        value={shown ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value || null)}
      >
        <option value="">{t('Sem legendas')}</option>
        {tracks.map(({ language, label }) => (
          <option key={language} value={language}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
