import { Dialog as Base } from '@base-ui/react/dialog';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { usePausedMedia } from '../page/paused-media.ts';
import { ANIMATION_MS, type AnimationName } from './animations.ts';
import { Celebration } from './celebration.tsx';
import { useSong } from './use-song.ts';

interface AchievementProps {
  /** Names the event, above the title. */
  lead: string;
  title: string;
  text?: string | undefined;
  animation: AnimationName;
  song?: string | undefined;
  /** The gain, and the distance to the next level or reward. */
  children?: ReactNode;
  /** Buttons. The first one is primary. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A full-screen view of an achievement. A playing lesson waits for it. The sound needs a press. */
export function Achievement(props: AchievementProps) {
  const { lead, title, text, animation, song, children, actions, onClose } = props;
  const { t } = useTranslation();
  const [still, setStill] = useState(false);
  const { isPlaying, play, stop } = useSong();
  const popup = useRef<HTMLDivElement>(null);
  usePausedMedia();

  useEffect(() => {
    const timer = setTimeout(() => setStill(true), ANIMATION_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal className="contents">
        <Base.Backdrop className="fixed inset-0 z-dialog bg-[#050508]/95 backdrop-blur-md" />
        {/* It may open while somebody types: no button may take the next key. */}
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          data-ground="dark"
          className="achievement z-dialog outline-none"
        >
          <div className="absolute inset-x-4 top-4 z-1 flex flex-wrap justify-end gap-2 md:inset-x-8 md:top-6">
            {song && (
              <Button
                className="achievement-quiet size-11! rounded-full! p-0!"
                aria-label={isPlaying ? t('Parar a música') : t('Ouvir a música')}
                onClick={() => (isPlaying ? stop() : play(song))}
              >
                {isPlaying ? (
                  <VolumeX size={18} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <Volume2 size={18} strokeWidth={1.75} aria-hidden="true" />
                )}
              </Button>
            )}
            <Button className="achievement-quiet min-h-11!" onClick={onClose}>
              {still || animation === 'none' ? t('Continuar') : t('Encerrar animação')}
            </Button>
          </div>
          {animation !== 'none' && (
            <div className="achievement-stage" aria-hidden="true">
              <Celebration animation={animation} confetti still={still} />
            </div>
          )}
          <div className="achievement-words">
            <p className="achievement-lead">{lead}</p>
            <Base.Title className="site-title mt-2 text-28 wrap-anywhere md:text-48">
              {title}
            </Base.Title>
            {text && (
              <Base.Description className="mx-auto mt-3 max-w-120 text-16 text-balance wrap-anywhere text-text-2 md:text-18">
                {text}
              </Base.Description>
            )}
            {children}
            {actions && <div className="achievement-actions">{actions}</div>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
