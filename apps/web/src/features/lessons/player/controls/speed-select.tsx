import {
  MediaActionTypes,
  useMediaDispatch,
  useMediaSelector,
} from 'media-chrome/dist/react/media-store.js';
import { writeLocal } from '../../../../platform/local-store.ts';
import { perLanguage } from '../../../../ui/per-language.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { rateName } from '../video.tsx';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const speed = perLanguage((language) => new Intl.NumberFormat(language));

/** The browser's own list, because nothing else opens over a video in full screen on every device. */
export function SpeedSelect() {
  const { t, i18n } = useTranslation();
  const dispatch = useMediaDispatch();
  const rate = useMediaSelector(({ mediaPlaybackRate }) => mediaPlaybackRate) ?? 1;
  const formatSpeed = (value: number) => `${speed(i18n.language).format(value)}×`;
  return (
    <label className="player-select" title={t('Velocidade')}>
      <span aria-hidden="true">{formatSpeed(rate)}</span>
      <select
        aria-label={t('Velocidade')}
        value={rate}
        onChange={({ currentTarget }) => {
          const detail = Number(currentTarget.value);
          writeLocal(rateName, detail);
          dispatch({ type: MediaActionTypes.MEDIA_PLAYBACK_RATE_REQUEST, detail });
        }}
      >
        {rates.map((value) => (
          <option key={value} value={value}>
            {formatSpeed(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
