import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../kit/page/reduced-motion.ts';
import { savesData } from '../../kit/page/saves-data.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { PREVIEW_SECONDS } from './video-of-screen.ts';

interface BannerVideoProps {
  src: string;
  /** True while its banner is shown. */
  shown: boolean;
  /** Somebody watches: the banners wait. */
  onWatch: () => void;
}

/**
 * Plays over the image: six seconds muted, a shorter video in a loop. Then the button continues. Who
 * wants less motion or saves data begins by the button.
 */
export default function BannerVideo({ src, shown, onWatch }: BannerVideoProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const wasPressed = useRef(false);
  const preview = useRef({ played: 0, lastTime: 0 });
  const [playing, setPlaying] = useState(false);
  const [hasStarted, setHasStarted] = useState(false);
  const [muted, setMuted] = useState(true);

  useEffect(() => {
    const player = video.current!;
    if (!shown) {
      wasPressed.current = false;
      preview.current.played = 0;
      player.pause();
    } else if (!prefersReducedMotion() && !savesData()) void player.play().catch(() => {}); // a browser may refuse: it waits
  }, [shown]);

  function onTimeUpdate({ currentTime }: HTMLVideoElement) {
    const { played, lastTime } = preview.current;
    // A loop begins at 0 again.
    const step = currentTime >= lastTime ? currentTime - lastTime : currentTime;
    preview.current = { played: played + step, lastTime: currentTime };
    if (!wasPressed.current && played + step >= PREVIEW_SECONDS) video.current?.pause();
  }

  function toggle() {
    const player = video.current!;
    wasPressed.current = true;
    onWatch();
    if (player.paused) void player.play().catch(() => {});
    else player.pause();
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- decoration: it says nothing that one must hear */}
      <video
        ref={video}
        src={src}
        muted={muted}
        playsInline
        loop
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
        className={cx('cover banner-video', hasStarted && 'is-begun')}
        onPlaying={() => {
          setPlaying(true);
          setHasStarted(true);
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => onTimeUpdate(currentTarget)}
      />
      <div className="banner-video-buttons">
        <button
          type="button"
          className="icon-link"
          aria-label={playing ? t('Pausar o vídeo') : t('Ver o vídeo')}
          onClick={toggle}
        >
          {playing ? (
            <Pause size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          ) : (
            <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          )}
        </button>
        <button
          type="button"
          className="icon-link"
          aria-label={muted ? t('Ligar o som') : t('Desligar o som')}
          onClick={() => setMuted(!muted)}
        >
          {muted ? (
            <VolumeX size={20} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <Volume2 size={20} strokeWidth={1.75} aria-hidden="true" />
          )}
        </button>
      </div>
    </>
  );
}
