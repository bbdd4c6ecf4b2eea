import { useMediaRef } from 'media-chrome/dist/react/media-store.js';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { languageName } from '../../../platform/language-name.ts';
import { readLocal } from '../../../platform/local-store.ts';
import { useStream } from './use-stream.ts';
import { showKeptCaptions, type Captions } from './use-captions.ts';

export interface VideoEvents {
  /** A part was played, just now; never what somebody jumped over. */
  onPlayed: (from: number, to: number, duration: number) => void;
  /** Playing stopped here: a pause, a jump, the end. */
  onStopped: (at: number) => void;
}

interface VideoProps extends VideoEvents {
  /** The element once it stands, and null once it is gone. */
  onElement: (element: HTMLVideoElement | null) => void;
  src: string;
  captions: Captions;
  poster: string | null;
  title: string;
  startAt: number;
  autoPlay: boolean;
  onResumed: (at: number) => void;
}

export const rateName = 'playback-rate';
/** So near the end, one begins at the beginning again. */
const NEAR_END_SECONDS = 10;

/** The video itself, and what it says about being watched. */
export function Video({ onElement, src, captions, poster, title, ...rest }: VideoProps) {
  const { startAt, autoPlay, ...on } = rest;
  const { i18n } = useTranslation();
  const setMedia = useMediaRef();
  const element = useRef<HTMLVideoElement>(null);
  const stream = useStream(element, src);
  const last = useRef(startAt);
  // A reload goes on from where it stopped.
  const resume = useRef(startAt);
  const [kept] = useState({ setMedia, onElement });
  const setRef = useCallback(
    (it: HTMLVideoElement | null) => {
      element.current = it;
      kept.onElement(it);
      kept.setMedia(it);
    },
    [kept],
  );

  return (
    <video
      ref={setRef}
      {...stream}
      poster={poster ?? undefined}
      aria-label={title}
      preload="metadata"
      playsInline
      autoPlay={autoPlay}
      className="player-video"
      onLoadedMetadata={({ currentTarget: it }) => {
        showKeptCaptions(it, i18n.language);
        it.playbackRate = readLocal<number>(rateName) ?? 1;
        if (resume.current <= 0 || resume.current >= it.duration - NEAR_END_SECONDS) return;
        it.currentTime = resume.current;
        last.current = resume.current;
        if (resume.current >= 5) on.onResumed(resume.current);
      }}
      onTimeUpdate={({ currentTarget: it }) => {
        const from = last.current;
        last.current = it.currentTime;
        resume.current = it.currentTime;
        const step = it.currentTime - from;
        // A jump is longer than what could have been played since the last word.
        if (!it.seeking && step > 0 && step <= 1.5 * it.playbackRate + 1)
          on.onPlayed(from, it.currentTime, it.duration);
      }}
      onSeeking={({ currentTarget: it }) => (last.current = it.currentTime)}
      onSeeked={({ currentTarget: it }) => it.paused && on.onStopped(it.currentTime)}
      onPause={({ currentTarget: it }) => on.onStopped(it.currentTime)}
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
