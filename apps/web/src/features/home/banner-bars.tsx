import { PauseButton } from '../../kit/page/pause-button.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

interface BannerBarsProps {
  names: string[];
  index: number;
  /** Seconds that this banner shows. 0 without autoplay. */
  seconds: number;
  running: boolean;
  stopped: boolean;
  onGo: (index: number) => void;
  onStop: (stopped: boolean) => void;
}

/** Bars that a wide screen shows at a time. A phone shows those of five banners. */
const MAX_BARS = 12;
const BARS_BESIDE = 2;

/**
 * One bar per banner, of many those around the current one. The current one fills while its time
 * runs. Its animation is the clock, so a pause holds both. With reduced motion the bar is full and
 * there is no autoplay.
 */
export function BannerBars(props: BannerBarsProps) {
  const { names, index, seconds, running, stopped, onGo, onStop } = props;
  const { t } = useTranslation();
  const begin = firstOf(MAX_BARS, index, names.length);
  const near = firstOf(2 * BARS_BESIDE + 1, index, names.length);
  return (
    <div className="banner-controls">
      {names.slice(begin, begin + MAX_BARS).map((name, at) => {
        const place = begin + at;
        return (
          <button
            key={place}
            type="button"
            data-banner={place}
            aria-label={t('{{position}} de {{total}}: {{name}}', {
              position: place + 1,
              total: names.length,
              name,
            })}
            aria-current={place === index || undefined}
            className={cx(
              'banner-bar',
              (place < near || place > near + 2 * BARS_BESIDE) && 'is-far',
            )}
            onClick={() => onGo(place)}
          >
            <span className="banner-bar-line">
              {place === index && (
                <span
                  className="banner-bar-fill"
                  data-timed={seconds > 0 || undefined}
                  style={{
                    animationDuration: `${seconds}s`,
                    animationPlayState: running ? 'running' : 'paused',
                  }}
                  onAnimationEnd={() => onGo((index + 1) % names.length)}
                />
              )}
            </span>
          </button>
        );
      })}
      {seconds > 0 && <PauseButton stopped={stopped} onStop={onStop} className="banner-pause" />}
    </div>
  );
}

/** The first of `size` places around `index`, as far as there are some. */
const firstOf = (size: number, index: number, count: number) =>
  Math.max(0, Math.min(index - Math.floor(size / 2), count - size));
