import { songs } from '@vitrine/contract/gamification';
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { songLabels, type SongName } from './animations.ts';
import { playSong } from './song.ts';

/** Chooses a song. A press plays 5 s of it; Esc, a second press and unmounting stop it. */
export function SongField({
  value,
  onChange,
}: {
  value: SongName | '';
  onChange: (song: SongName | '') => void;
}) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  useEffect(() => {
    if (!playing) return;
    // Handles Esc before the dialog does: the first Esc stops the song.
    const end = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      stop.current?.();
    };
    window.addEventListener('keydown', end, true);
    return () => window.removeEventListener('keydown', end, true);
  }, [playing]);

  function toggle() {
    if (playing) return stop.current?.();
    if (!value) return;
    setPlaying(true);
    stop.current = playSong(value, () => setPlaying(false));
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
          stop.current?.();
          onChange(song === 'none' ? '' : song);
        }}
      />
      <Button
        icon={
          playing ? (
            <Square size={16} strokeWidth={2} aria-hidden="true" />
          ) : (
            <Volume2 size={16} strokeWidth={2} aria-hidden="true" />
          )
        }
        disabled={!value}
        onClick={toggle}
      >
        {playing ? t('Parar') : t('Ouvir')}
      </Button>
    </div>
  );
}
