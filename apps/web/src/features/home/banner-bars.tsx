import { PauseButton } from '../../kit/page/pause-button.tsx';
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

/**
 * One bar per banner. The current one fills while its time runs. Its animation is the clock, so a
 * pause holds both. With reduced motion the bar is full and there is no autoplay.
 */
export function BannerBars(props: BannerBarsProps) {
  const { names, index, seconds, running, stopped, onGo, onStop } = props;
  const { t } = useTranslation();
  return (
    <div className="banner-controls">
      {names.map((name, place) => (
        <button
          key={place}
          type="button"
          aria-label={t('{{position}} de {{total}}: {{name}}', {
            position: place + 1,
            total: names.length,
            name,
          })}
          aria-current={place === index || undefined}
          className="banner-bar"
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
      ))}
      {seconds > 0 && <PauseButton stopped={stopped} onStop={onStop} className="banner-pause" />}
    </div>
  );
}
