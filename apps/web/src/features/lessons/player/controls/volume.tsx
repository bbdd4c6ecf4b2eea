import { Volume1, Volume2, VolumeX } from 'lucide-react';
import {
  AvailabilityStates,
  MediaActionTypes,
  useMediaDispatch,
  useMediaSelector,
} from 'media-chrome/dist/react/media-store.js';
import { useTranslation } from '../../../../ui/translation.ts';
import { PlayerButton } from './player-button.tsx';

const icons = { off: VolumeX, low: Volume1, medium: Volume1, high: Volume2 };

/** The mute button with a slider on hover. Hidden on phones, which have volume keys. */
export function Volume() {
  const { t } = useTranslation();
  const dispatch = useMediaDispatch();
  const level = useMediaSelector(({ mediaVolumeLevel }) => mediaVolumeLevel) ?? 'high';
  const volume = useMediaSelector(({ mediaVolume }) => mediaVolume) ?? 1;
  // On an iPad only its keys set the volume.
  const unavailable = useMediaSelector(({ mediaVolumeUnavailable }) => mediaVolumeUnavailable);
  const isMuted = level === 'off';
  const Icon = icons[level as keyof typeof icons] ?? Volume2;
  return (
    <span className="player-volume">
      <PlayerButton
        label={isMuted ? t('Ligar o som') : t('Desligar o som')}
        keys="m"
        onClick={() =>
          dispatch({
            type: isMuted
              ? MediaActionTypes.MEDIA_UNMUTE_REQUEST
              : MediaActionTypes.MEDIA_MUTE_REQUEST,
          })
        }
      >
        <Icon size={22} strokeWidth={1.75} />
      </PlayerButton>
      {unavailable !== AvailabilityStates.UNSUPPORTED && (
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          aria-label={t('Volume')}
          style={{ '--volume': `${(isMuted ? 0 : volume) * 100}%` }}
          onChange={({ currentTarget }) =>
            dispatch({
              type: MediaActionTypes.MEDIA_VOLUME_REQUEST,
              detail: Number(currentTarget.value),
            })
          }
        />
      )}
    </span>
  );
}
