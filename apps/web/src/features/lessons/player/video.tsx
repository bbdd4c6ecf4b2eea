import { useMediaRef } from 'media-chrome/dist/react/media-store.js';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { readKept } from '../../../platform/kept.ts';

export interface VideoEvents {
  /** A part was played, just now; never what somebody jumped over. */
  onPlayed: (from: number, to: number, duration: number) => void;
  /** Playing stopped here: a pause, a jump, the end. */
  onStopped: (at: number) => void;
}

interface VideoProps extends VideoEvents {
  video: RefObject<HTMLVideoElement | null>;
  src: string;
  poster: string | null;
  title: string;
  startAt: number;
  autoPlay: boolean;
  onResumed: (at: number) => void;
}

export const rateName = 'playback-rate';
/** So near the end, one begins at the beginning again. */
const nearEnd = 10;

/** The video itself, and what it says about being watched. */
export function Video({ video, src, poster, title, startAt, autoPlay, ...on }: VideoProps) {
  const setMedia = useMediaRef();
  const last = useRef(startAt);
  // Where to go on from: kept apart, because a reload goes on from where it stopped.
  const [resume] = useState({ at: startAt });
  const [kept] = useState({ setMedia });
  const setRef = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      kept.setMedia(element);
    },
    [video, kept],
  );

  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- tracks come with the lesson where it has them
    <video
      ref={setRef}
      src={src}
      poster={poster ?? undefined}
      aria-label={title}
      preload="metadata"
      playsInline
      autoPlay={autoPlay}
      className="player-video"
      onLoadedMetadata={({ currentTarget: it }) => {
        it.playbackRate = readKept<number>(rateName) ?? 1;
        if (resume.at <= 0 || resume.at >= it.duration - nearEnd) return;
        it.currentTime = resume.at;
        last.current = resume.at;
        if (resume.at >= 5) on.onResumed(resume.at);
      }}
      onTimeUpdate={({ currentTarget: it }) => {
        const from = last.current;
        last.current = it.currentTime;
        resume.at = it.currentTime;
        const step = it.currentTime - from;
        // A jump is longer than what could have been played since the last word.
        if (!it.seeking && step > 0 && step <= 1.5 * it.playbackRate + 1)
          on.onPlayed(from, it.currentTime, it.duration);
      }}
      onSeeking={({ currentTarget: it }) => (last.current = it.currentTime)}
      onSeeked={({ currentTarget: it }) => it.paused && on.onStopped(it.currentTime)}
      onPause={({ currentTarget: it }) => on.onStopped(it.currentTime)}
    />
  );
}
