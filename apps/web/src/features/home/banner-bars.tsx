import { useTranslation } from '../../ui/translation.ts';
import { PauseButton } from '../../kit/page/pause-button.tsx';

interface BannerBarsProps {
  names: string[];
  index: number;
  /** How long this one shows; 0 where they do not go on by themselves. */
  seconds: number;
  running: boolean;
  stopped: boolean;
  onGo: (index: number) => void;
  onStop: (stopped: boolean) => void;
}

/**
 * One bar a banner; the present one fills while its time runs, and what fills it is also the clock:
 * a pause holds both. Whoever asked for less motion sees it full, and nothing goes on by itself.
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
