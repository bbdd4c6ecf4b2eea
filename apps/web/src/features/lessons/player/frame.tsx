import { inUnit } from '@vitrine/contract/durations';
import { Pause, Play } from 'lucide-react';
import {
  MediaActionTypes,
  useMediaDispatch,
  useMediaFullscreenRef,
  useMediaSelector,
} from 'media-chrome/dist/react/media-store.js';
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { Controls } from './controls/controls.tsx';
import { usePlayerKeys } from './controls/use-player-keys.ts';
import { PlayerError } from './overlays/player-error.tsx';
import { ResumeChip } from './overlays/resume-chip.tsx';
import { useEnding, type NextSteps } from './overlays/use-ending.tsx';
import { raiseCaptions } from './raise-captions.ts';
import { useCaptions } from './use-captions.ts';
import { useControls } from './use-controls.ts';
import { useDoubleTap } from './use-double-tap.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useLandscape } from './use-landscape.ts';
import { useMediaSession } from './use-media-session.ts';

interface FrameProps extends NextSteps {
  id: number;
  src: string;
  title: string;
  poster: string | null;
  fill?: boolean;
  onReload: () => Promise<void>;
  corners?: ReactNode;
  video: RefObject<HTMLVideoElement | null>;
  resumedAt: number | null;
  onRestart: () => void;
  children: ReactNode;
}

/** The video with its overlays and controls. */
export function Frame({
  id,
  src,
  title,
  poster,
  next,
  ends,
  waits = false,
  fill,
  onReload,
  corners,
  video,
  resumedAt,
  onRestart,
  children,
}: FrameProps) {
  const { t, i18n } = useTranslation();
  const dispatch = useMediaDispatch();
  const toggleFullScreen = useFullScreen();
  const { box, setBox } = useFullScreenBox();
  // The controls go at the end of the video, and with an error.
  const heldFocus = useHeldFocus(box);
  const paused = useMediaSelector(({ mediaPaused }) => mediaPaused ?? true);
  const ended = useMediaSelector(({ mediaEnded }) => mediaEnded ?? false);
  const loading = useMediaSelector(({ mediaLoading }) => mediaLoading ?? false);
  const failed = useMediaSelector(({ mediaErrorCode }) => mediaErrorCode !== undefined);
  const { visible, showControls, hideControls } = useControls(!paused);
  const play = (on: boolean) =>
    dispatch({
      type: on ? MediaActionTypes.MEDIA_PLAY_REQUEST : MediaActionTypes.MEDIA_PAUSE_REQUEST,
    });
  const ending = useEnding({ id, ended, next, ends, waits, onAgain: () => play(true) });
  const covered = failed || ending !== null;
  const captions = useCaptions(() => video.current, i18n.language);
  useEffect(() => {
    if (visible && captions.shown && video.current) return raiseCaptions(video.current);
  }, [visible, captions.shown, id, video]);
  const doubleTap = useDoubleTap(video);
  // A double tap on a side moves the video. It is no double press for the full screen.
  const tookTap = useRef(false);
  useLandscape(video);
  useMediaSession(video, { title, poster, next: next?.go });
  usePlayerKeys(video, { next: next?.go, captions: captions.toggle, showControls });

  async function reload() {
    const media = video.current;
    const wasPlaying = media !== null && !media.paused;
    await onReload();
    media?.load();
    if (wasPlaying) play(true);
  }

  return (
    <section aria-label={t('Vídeo da aula')} className="contents">
      <div
        ref={setBox}
        tabIndex={-1}
        data-controls={visible || undefined}
        data-captions={captions.shown || undefined}
        className={cx('player', fill && 'player-fill')}
        onPointerMove={({ pointerType }) => pointerType === 'mouse' && showControls()}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hideControls()}
        onFocus={(event) => {
          heldFocus.onFocus(event);
          showControls();
        }}
        onBlur={heldFocus.onBlur}
      >
        {children}
        {/* A finger shows the controls first; a mouse plays and pauses, as on every player. */}
        <div
          className="absolute inset-0 touch-manipulation"
          aria-hidden="true"
          onPointerUp={(event) => {
            tookTap.current = event.pointerType !== 'mouse' && doubleTap.tap(event);
            if (event.pointerType === 'mouse') play(paused);
            else if (tookTap.current || !visible) showControls();
            else hideControls();
          }}
          onDoubleClick={() => tookTap.current || toggleFullScreen()}
        />
        <div className="player-shade" aria-hidden="true" />
        {doubleTap.moved !== 0 && (
          <span
            className="player-moved"
            data-back={doubleTap.moved < 0 || undefined}
            aria-hidden="true"
          >
            {doubleTap.moved < 0 ? '−' : '+'}
            {inUnit(Math.abs(doubleTap.moved), 'second', i18n.language)}
          </span>
        )}
        {loading && !paused && !failed && (
          <span className="player-centre appear-late pointer-events-none">
            <Spinner size={44} />
          </span>
        )}
        {!covered && <BigPlayButton paused={paused} onPlay={play} />}
        {resumedAt !== null && !failed && (
          <ResumeChip key={`resume ${id}`} at={resumedAt} playing={!paused} onRestart={onRestart} />
        )}
        {corners}
        {!covered && <Controls onPlay={play} onNext={next?.go} captions={captions} />}
        {ending}
        {failed && <PlayerError src={src} onRetry={() => void reload()} />}
      </div>
    </section>
  );
}

/** The element that fills the screen. The store gets it once, however often the frame renders. */
function useFullScreenBox() {
  const setFullscreen = useMediaFullscreenRef();
  const [firstValue] = useState({ setFullscreen });
  const box = useRef<HTMLDivElement>(null);
  const setBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      firstValue.setFullscreen(element);
    },
    [firstValue],
  );
  return { box, setBox };
}

/** The button in the middle of the video. It comes and goes with the controls. */
function BigPlayButton({ paused, onPlay }: { paused: boolean; onPlay: (on: boolean) => void }) {
  const { t } = useTranslation();
  const Icon = paused ? Play : Pause;
  return (
    <button
      type="button"
      aria-label={paused ? t('Reproduzir') : t('Pausar')}
      className={cx('player-centre player-big', !paused && 'player-big-playing')}
      onClick={() => onPlay(paused)}
    >
      <Icon size={30} fill="currentColor" strokeWidth={0} aria-hidden="true" />
    </button>
  );
}
