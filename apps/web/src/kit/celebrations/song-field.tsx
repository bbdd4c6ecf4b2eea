import { songs } from '@vitrine/contract/gamification';
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { songLabels, type SongName } from './animations.ts';
import { useSong } from './use-song.ts';

/** Chooses a song. A press plays 5 s of it; Esc, a second press and unmounting stop it. */
export function SongField({
  value,
  onChange,
}: {
  value: SongName | '';
  onChange: (song: SongName | '') => void;
}) {
  const { t } = useTranslation();
  const { isPlaying, play, stop } = useSong();
  // Handles Esc before the dialog does: the first Esc stops the song.
  const stopOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    stop();
  });
  useEffect(() => {
    if (!isPlaying) return;
    const onKeyDown = (event: KeyboardEvent) => stopOnEscape(event);
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isPlaying]);

  function toggle() {
    if (isPlaying) stop();
    else if (value) play(value);
  }

  return (
    <div className="flex min-w-0 flex-wrap items-end gap-2">
      <Select
        className="min-w-0 flex-1 basis-40"
        label={t('Música')}
        value={value || 'none'}
        options={[
          { value: 'none' as const, label: t('Sem música') },
          ...songs.map((name) => ({ value: name, label: t(songLabels[name]) })),
        ]}
        onValueChange={(song) => {
          stop();
          onChange(song === 'none' ? '' : song);
        }}
      />
      <Button
        icon={
          isPlaying ? (
            <Square size={16} strokeWidth={2} aria-hidden="true" />
          ) : (
            <Volume2 size={16} strokeWidth={2} aria-hidden="true" />
          )
        }
        disabled={!value}
        onClick={toggle}
      >
        {isPlaying ? t('Parar') : t('Ouvir')}
      </Button>
    </div>
  );
}
