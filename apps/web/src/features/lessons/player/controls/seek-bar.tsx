import { clock } from '@vitrine/contract/durations';
import {
  MediaActionTypes,
  useMediaDispatch,
  useMediaSelector,
} from 'media-chrome/dist/react/media-store.js';
import { useState } from 'react';
import { useTranslation } from '../../../../ui/translation.ts';

/** The seek bar: position, buffered range, and the time under the pointer. */
export function SeekBar() {
  const { t } = useTranslation();
  const dispatch = useMediaDispatch();
  const duration = useMediaSelector(({ mediaDuration }) => mediaDuration) || 0;
  const now = useMediaSelector(({ mediaCurrentTime }) => mediaCurrentTime) ?? 0;
  const buffered = useMediaSelector(({ mediaBuffered }) => mediaBuffered?.at(-1)?.[1]) ?? 0;
  const [hoveredSeconds, setHoveredSeconds] = useState<number | null>(null);
  const percent = (seconds: number) =>
    `${duration ? Math.min(100, (100 * seconds) / duration) : 0}%`;

  return (
    <div
      className="player-seek"
      style={{
        '--played': percent(now),
        '--buffered': percent(Math.max(buffered, now)),
      }}
      onPointerMove={({ currentTarget, clientX, pointerType }) => {
        if (pointerType !== 'mouse') return;
        const { left, width } = currentTarget.getBoundingClientRect();
        setHoveredSeconds(Math.min(1, Math.max(0, (clientX - left) / width)));
      }}
      onPointerLeave={() => setHoveredSeconds(null)}
    >
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(now, duration || 1)}
        aria-label={t('Posição no vídeo')}
        aria-valuetext={t('{{now}} de {{total}}', { now: clock(now), total: clock(duration) })}
        onChange={({ currentTarget }) =>
          dispatch({
            type: MediaActionTypes.MEDIA_SEEK_REQUEST,
            detail: Number(currentTarget.value),
          })
        }
      />
      {hoveredSeconds !== null && duration > 0 && (
        <span
          className="player-seek-time"
          style={{ left: `${hoveredSeconds * 100}%` }}
          aria-hidden="true"
        >
          {clock(hoveredSeconds * duration)}
        </span>
      )}
    </div>
  );
}
