import { useMediaRef } from 'media-chrome/dist/react/media-store.js';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react';
import { languageName } from '../../../platform/language-name.ts';
import { readLocal } from '../../../platform/local-store.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { findDuration, lacksDuration } from './find-duration.ts';
import { showStoredCaptions, type Captions } from './use-captions.ts';
import { isStream, useStream } from './use-stream.ts';

/** The events of a video, in seconds of the video. */
export interface VideoEvents {
  /** Called for each played range, without skipped ones. */
  onPlayed: (from: number, to: number, duration: number) => void;
  /** Playing stopped here: a pause, a jump, the end. */
  onStopped: (at: number) => void;
  /** Somebody chose an earlier place: only then a saved place gives way to a smaller one. */
  onWentBack: (to: number) => void;
}

interface VideoProps extends VideoEvents {
  /** Called with the element after mounting, and with null after unmounting. */
  onElement: (element: HTMLVideoElement | null) => void;
  src: string;
  captions: Captions;
  poster: string | null;
  title: string;
  startAt: number;
  autoPlay: boolean;
  onResumed: (at: number) => void;
}

/** The key of the local store that keeps the speed. */
export const rateName = 'playback-rate';
/** A video that stopped this near its end begins again: in its last tenth, or less of a long one. */
const NEAR_END_SECONDS = 10;
const NEAR_END_SHARE = 0.1;
/** `readyState` from which the duration is known and seeking works. */
const HAVE_METADATA = 1;
/** Minimum distance of a jump back. Smaller differences are rounding. */
const BACK_SECONDS = 0.5;

/** The video element and its events. */
export function Video({ onElement, src, captions, poster, title, ...rest }: VideoProps) {
  const { startAt, autoPlay, ...on } = rest;
  const { i18n } = useTranslation();
  const setMedia = useMediaRef();
  const element = useRef<HTMLVideoElement>(null);
  const stream = useStream(element, src);
  const position = usePosition(element, { src, startAt, ...on });
  const [firstValue] = useState({ setMedia, onElement });
  const setRef = useCallback(
    (media: HTMLVideoElement | null) => {
      element.current = media;
      firstValue.onElement(media);
      firstValue.setMedia(media);
    },
    [firstValue],
  );
  return (
    <video
      ref={setRef}
      src={stream.src}
      onError={stream.onError}
      onEmptied={() => {
        position.reset();
        stream.onEmptied();
      }}
      poster={poster ?? undefined}
      aria-label={title}
      preload="metadata"
      playsInline
      autoPlay={autoPlay}
      className="player-video"
      {...position.events}
    >
      {captions.map(({ language, url }) => (
        <track
          key={language}
          kind="captions"
          src={url}
          srcLang={language}
          label={languageName(language, i18n.language)}
        />
      ))}
    </video>
  );
}

type PositionOptions = VideoEvents & Pick<VideoProps, 'src' | 'startAt' | 'onResumed'>;

/**
 * Starts the video at its position and speed, and reports what is played. `events` are for the video
 * element. `reset` follows the loss of its source.
 */
function usePosition(
  element: RefObject<HTMLVideoElement | null>,
  { src, startAt, ...on }: PositionOptions,
) {
  const { i18n } = useTranslation();
  const last = useRef(startAt);
  // A reload resumes at the last position.
  const resume = useRef(startAt);
  // Until the video has reached its start position, its time is not the viewer's position.
  const hasBegun = useRef(false);
  // Resuming is no jump back by the viewer, even if the file cannot seek.
  const isResuming = useRef(false);

  /** The only place that decides where and how fast the video begins. */
  function begin(media: HTMLVideoElement) {
    if (hasBegun.current || !(media.readyState >= HAVE_METADATA)) return;
    if (lacksDuration(media) && !isStream(src)) return findDuration(media, () => begin(media));
    hasBegun.current = true;
    showStoredCaptions(media, i18n.language);
    media.playbackRate = readLocal<number>(rateName) ?? 1;
    const at = resume.current;
    if (at <= 0) return;
    if (at >= media.duration - Math.min(NEAR_END_SECONDS, media.duration * NEAR_END_SHARE)) {
      last.current = 0;
      return on.onWentBack(0);
    }
    isResuming.current = true;
    media.currentTime = at;
    last.current = at;
    if (at >= 5) on.onResumed(at);
  }
  const beginIfLoaded = useEffectEvent(() => element.current && begin(element.current));
  // The browser may load the metadata before React listens: it renders first and listens later.
  useEffect(() => void beginIfLoaded(), []);

  const events: MediaEvents = {
    onLoadedMetadata: ({ currentTarget: media }) => begin(media),
    onTimeUpdate({ currentTarget: media }) {
      if (!hasBegun.current) return;
      const from = last.current;
      last.current = media.currentTime;
      resume.current = media.currentTime;
      const step = media.currentTime - from;
      // A longer step than the playback rate allows is a jump.
      if (!media.seeking && step > 0 && step <= 1.5 * media.playbackRate + 1)
        on.onPlayed(from, media.currentTime, media.duration);
    },
    onSeeking({ currentTarget: media }) {
      if (!hasBegun.current) return;
      if (!isResuming.current && media.currentTime < last.current - BACK_SECONDS)
        on.onWentBack(media.currentTime);
      isResuming.current = false;
      last.current = media.currentTime;
    },
    onSeeked: ({ currentTarget: media }) =>
      hasBegun.current && media.paused && on.onStopped(media.currentTime),
    onPause: ({ currentTarget: media }) => hasBegun.current && on.onStopped(media.currentTime),
  };
  const reset = () => {
    hasBegun.current = false;
  };
  return { events, reset };
}

type MediaEvents = Pick<
  ComponentProps<'video'>,
  'onLoadedMetadata' | 'onTimeUpdate' | 'onSeeking' | 'onSeeked' | 'onPause'
>;
