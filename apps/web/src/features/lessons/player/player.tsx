import { MediaProvider } from 'media-chrome/dist/react/media-store.js';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { prefersReducedMotion } from '../../../kit/page/reduced-motion.ts';
import { Frame } from './frame.tsx';
import type { NextSteps } from './overlays/use-ending.tsx';
import type { Captions } from './use-captions.ts';
import { Video, type VideoEvents } from './video.tsx';

/** Lets components outside read and set the position. */
export interface PlayerHandle {
  now: () => number;
  seek: (seconds: number) => void;
}

interface PlayerProps extends VideoEvents, NextSteps {
  /** Identifies the video. Another id restarts in the same frame, so that full screen is kept. */
  id: number;
  src: string;
  captions: Captions;
  poster: string | null;
  title: string;
  /** Second to resume from. 0 is the beginning. */
  startAt: number;
  autoPlay: boolean;
  /** Fills the height it is given instead of 16:9. */
  fill?: boolean;
  /** Fetches a new address for the video: a signed one lasts only so long. */
  onReload: () => Promise<void>;
  /** Content over the upper edge of the image. */
  corners?: ReactNode;
  ref?: Ref<PlayerHandle>;
}

/** A video with our controls: keyboard, speed, captions, image in image, the next lesson. */
export default function Player({ ref, ...props }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [resumedAt, setResumedAt] = useState<{ id: number; at: number } | null>(null);
  useImperativeHandle(ref, () => ({
    now: () => video.current?.currentTime ?? 0,
    seek(seconds) {
      if (!video.current) return;
      video.current.currentTime = seconds;
      void video.current.play().catch(() => {}); // a browser may want to be asked first
      video.current.scrollIntoView({
        block: 'nearest',
        behavior: prefersReducedMotion() ? 'instant' : 'smooth',
      });
    },
  }));
  return (
    <MediaProvider>
      <Frame
        {...props}
        video={video}
        resumedAt={resumedAt?.id === props.id ? resumedAt.at : null}
        onRestart={() => {
          setResumedAt(null);
          if (video.current) video.current.currentTime = 0;
        }}
      >
        <Video
          key={props.id}
          {...props}
          onElement={(element) => {
            video.current = element;
          }}
          onResumed={(at) => setResumedAt({ id: props.id, at })}
        />
      </Frame>
    </MediaProvider>
  );
}
