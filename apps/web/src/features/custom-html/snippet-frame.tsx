import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { openFrameChannel, type FrameBox, type FrameFacts } from './frame-channel.ts';

interface SnippetFrameProps {
  title: string;
  /** A `frame_url`. Later addresses of the same snippet do not reload the frame. */
  src: string;
  facts: FrameFacts;
  /** Called when the frame has answered, so its snippet does not block. */
  onAwake?: () => void;
  /** Called when the frame was removed because it never answered. */
  onSilent?: () => void;
  onBox?: (box: FrameBox) => void;
}

/** A frame that sends nothing for this long is removed. */
const TIMEOUT_MS = 30_000;

/**
 * A snippet in its isolated document (safety, Custom HTML 1 to 3). It has neither the school's
 * cookie nor its storage. A port to the page lets it ask for room only.
 */
export function SnippetFrame({ title, src, facts, onAwake, onSilent, onBox }: SnippetFrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() => new URL(src, location.href));
  const [box, setBox] = useState<FrameBox>({ corner: null, height: 0 });
  const [isRemoved, setIsRemoved] = useState(false);
  const currentFacts = useEffectEvent(() => facts);
  const awake = useEffectEvent(() => onAwake?.());
  const giveUp = useEffectEvent(() => {
    setIsRemoved(true);
    onSilent?.();
  });
  const applyBox = useEffectEvent((requestedBox: FrameBox) => {
    setBox(requestedBox);
    onBox?.(requestedBox);
  });

  useEffect(() => {
    const silent = setTimeout(() => giveUp(), TIMEOUT_MS);
    const stop = openFrameChannel(frame.current!, {
      facts: () => currentFacts(),
      onAwake() {
        clearTimeout(silent);
        awake();
      },
      onBox: (box) => applyBox(box),
      onFlood: () => setIsRemoved(true),
    });
    return () => {
      clearTimeout(silent);
      stop();
    };
  }, []);

  if (isRemoved) return null;
  const hasHeight = box.height > 0;
  return (
    <div
      className={cx(
        box.corner && hasHeight && cornerClass,
        box.corner === 'left' ? 'left-4' : box.corner === 'right' && 'right-4',
        !box.corner && hasHeight && 'mt-8',
      )}
    >
      {box.corner && hasHeight && (
        <IconButton
          label={t('Fechar {{name}}', { name: title })}
          size="sm"
          variant="secondary"
          className="mb-2 rounded-full"
          onClick={() => setIsRemoved(true)}
        >
          <X size={16} strokeWidth={2} aria-hidden="true" />
        </IconButton>
      )}
      <iframe
        ref={frame}
        title={title}
        sandbox={`allow-scripts allow-forms allow-popups${hasOwnOrigin(address) ? ' allow-same-origin' : ''}`}
        referrerPolicy="no-referrer"
        src={address.href}
        tabIndex={hasHeight ? undefined : -1}
        className={cx('block w-full border-0', box.corner && 'rounded-card shadow-raised')}
        style={sizeOf(box)}
      />
    </div>
  );
}

const cornerClass =
  'fixed bottom-20 z-outline flex max-w-[calc(100vw-32px)] flex-col items-end md:bottom-4';

const sizeOf = (box: FrameBox): CSSProperties => ({
  height: box.height,
  ...(box.corner && { width: box.width, maxWidth: '100%', maxHeight: '70dvh' }),
});

/** On the content domain a frame is another site than the school, and may be one (safety, Custom HTML 2). */
const hasOwnOrigin = ({ origin }: URL) => origin !== location.origin;
