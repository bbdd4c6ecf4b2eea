import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ANIMATION_MS, type AnimationName } from './animations.ts';
import { Celebration } from './celebration.tsx';

/**
 * A full-screen animation. It closes after 7 s, on Esc, by its button and on a click anywhere.
 */
export function AnimationPreview({
  animation,
  onClose,
  children,
}: {
  animation: AnimationName;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), ANIMATION_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal className="contents">
        {/* Opened from a dialog, it would have no backdrop: the form would show through. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-dialog bg-black/85 backdrop-blur-sm"
        />
        <Base.Popup
          aria-label={t('Prévia da animação')}
          onClick={onClose}
          className="fixed inset-0 z-dialog grid place-items-center outline-none"
        >
          <Celebration animation={animation} confetti />
          {children}
          <Button
            className="absolute! top-5 right-5 border-white/30! bg-black/50 text-white!"
            onClick={onClose}
          >
            {t('Encerrar animação')}
          </Button>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
