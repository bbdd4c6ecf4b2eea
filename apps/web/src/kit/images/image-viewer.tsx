import { imageSrcSet } from '@vitrine/contract/file-addresses';
import type { Attachment } from '@vitrine/contract/posts';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import './image-viewer.css';

interface ImageViewerProps {
  images: readonly Pick<Attachment, 'path' | 'url' | 'name'>[];
  at: number;
  onClose: () => void;
}

/** Maximum time in which a browser glides to an image. */
const GLIDE_MS = 700;

/** Images of a post or of a question, large: swiped, by arrows, closed by Esc. */
export default function ImageViewer({ images, at, onClose }: ImageViewerProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the track scrolls: a closed dialog has no width.
  useEffect(() => dialog.current?.showModal(), []);
  const { track, shown, setShown, go } = useImageTrack(at, images.length);

  return (
    <dialog
      ref={dialog}
      aria-label={t('Imagem {{position}} de {{total}}', {
        position: shown + 1,
        total: images.length,
      })}
      className="image-viewer"
      onClose={onClose}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        // The track would scroll by a part of an image.
        event.preventDefault();
        go(step);
      }}
    >
      <div
        ref={track}
        role="group"
        aria-label={t('Imagens')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keyboard
        tabIndex={0}
        className="image-track"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(clientWidth, 1)))
        }
      >
        {images.map((image) => (
          <img
            key={image.path}
            src={image.url}
            srcSet={imageSrcSet(image.url)}
            sizes="100vw"
            alt={image.name}
          />
        ))}
      </div>
      <button
        type="button"
        aria-label={t('Fechar')}
        className="image-button top-4 right-4"
        onClick={() => dialog.current?.close()}
      >
        <X size={22} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {images.length > 1 && (
        <>
          <span className="image-count">
            {t('{{position}} de {{total}}', { position: shown + 1, total: images.length })}
          </span>
          {shown > 0 && (
            <button
              type="button"
              aria-label={t('Imagem anterior')}
              className="image-button top-1/2 left-4"
              onClick={() => go(-1)}
            >
              <ChevronLeft size={22} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
          {shown < images.length - 1 && (
            <button
              type="button"
              aria-label={t('Próxima imagem')}
              className="image-button top-1/2 right-4"
              onClick={() => go(1)}
            >
              <ChevronRight size={22} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
        </>
      )}
    </dialog>
  );
}

/** The scrolled row of images: which one is shown, and how to go to its neighbours. */
function useImageTrack(at: number, count: number) {
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(at);
  useEffect(() => {
    track.current?.scrollTo({ left: track.current.clientWidth * at, behavior: 'instant' });
  }, [at]);

  const target = useRef({ at, time: 0 });
  const go = (step: number) => {
    // Two quick steps are two images, though the first one is still on its way.
    const isGliding = performance.now() - target.current.time < GLIDE_MS;
    const from = isGliding ? target.current.at : shown;
    const next = Math.min(Math.max(from + step, 0), count - 1);
    target.current = { at: next, time: performance.now() };
    track.current?.scrollTo({ left: track.current.clientWidth * next });
  };
  return { track, shown, setShown, go };
}
