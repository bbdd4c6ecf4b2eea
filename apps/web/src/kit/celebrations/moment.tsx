import { Dialog as Base } from '@base-ui/react/dialog';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { AnimationName } from './animations.ts';
import { Celebration } from './celebration.tsx';
import { playSong } from './song.ts';

/** Picture 11: the animation stands still afterwards. */
const ANIMATION_MS = 7_000;

interface MomentProps {
  /** What happened, above the title. */
  lead: string;
  title: string;
  text?: string | undefined;
  animation: AnimationName;
  song?: string | undefined;
  /** What one gets, and how far the next thing is. */
  children?: ReactNode;
  /** The one filled button. */
  action?: { label: string; onAct: () => void };
  onClose: () => void;
}

/** Something that was reached, on the whole screen (picture 11). Sound needs a press. */
export function Moment(props: MomentProps) {
  const { lead, title, text, animation, song, children, action, onClose } = props;
  const { t } = useTranslation();
  const [still, setStill] = useState(false);
  const [playing, setPlaying] = useState(false);
  const stop = useRef<(() => void) | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => setStill(true), ANIMATION_MS);
    return () => {
      clearTimeout(timer);
      stop.current?.();
    };
  }, []);

  function play(name: string) {
    setPlaying(true);
    stop.current = playSong(name, () => setPlaying(false));
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal className="contents">
        <Base.Backdrop className="fixed inset-0 z-dialog bg-black/88 backdrop-blur-md" />
        <Base.Popup
          data-ground="dark"
          className="fixed inset-0 z-dialog flex flex-col items-center overflow-y-auto text-white outline-none"
        >
          <div className="absolute top-4 right-4 z-1 flex gap-2 md:top-6 md:right-8">
            {song && (
              <Button
                className="border-white/30! bg-black/50 text-white!"
                aria-label={playing ? t('Parar a música') : t('Ouvir a música')}
                onClick={() => (playing ? stop.current?.() : play(song))}
              >
                {playing ? (
                  <VolumeX size={18} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <Volume2 size={18} strokeWidth={1.75} aria-hidden="true" />
                )}
              </Button>
            )}
            <Button className="border-white/30! bg-black/50 text-white!" onClick={onClose}>
              {still || animation === 'none' ? t('Continuar') : t('Encerrar animação')}
            </Button>
          </div>
          {animation !== 'none' && (
            <div
              className="h-[58dvh] min-h-64 w-full shrink-0 mask-[linear-gradient(#000_70%,transparent)]"
              aria-hidden="true"
            >
              <Celebration animation={animation} confetti still={still} />
            </div>
          )}
          <div className="my-auto w-full max-w-160 px-5 py-6 text-center">
            <p className="text-16 font-semibold text-[#ffb238]">{lead}</p>
            <Base.Title className="site-title mt-2 text-36 wrap-anywhere">{title}</Base.Title>
            {text && (
              <Base.Description className="mt-3 text-16 text-white/85 wrap-anywhere">
                {text}
              </Base.Description>
            )}
            {children}
            {action && (
              <Button
                className="mt-7 border-transparent! bg-[#ffb238]! text-[#1d1200]!"
                size="lg"
                onClick={action.onAct}
              >
                {action.label}
              </Button>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
