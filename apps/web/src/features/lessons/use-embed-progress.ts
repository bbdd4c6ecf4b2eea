import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { PlayerAdapter, PlayerMessage } from './embed-players.ts';
import type { Watching } from './use-watching.ts';

/** Maximum seconds between two messages of the player. A longer step is a jump. */
const MAX_STEP_SECONDS = 4;
/** A place this much earlier is another one. */
const BACK_SECONDS = 1;
const HELLO_EVERY_MS = 500;

/**
 * Counts what is watched in a provider's player, if that player reports it. Returns whether the
 * video has ended.
 */
export function useEmbedProgress(
  frame: RefObject<HTMLIFrameElement | null>,
  player: PlayerAdapter | null,
  { onPlayed, onStopped, onWentBack }: Watching,
) {
  const [ended, setEnded] = useState(false);
  const onMessage = useEffectEvent(
    (last: number, { at, duration, stopped, ended: over }: PlayerMessage) => {
      const step = at === undefined ? 0 : at - last;
      if (duration && step > 0 && step <= MAX_STEP_SECONDS) onPlayed(last, at!, duration);
      if (step < -BACK_SECONDS) onWentBack(at!);
      // A player goes on reporting its end.
      if (stopped && !ended) onStopped(at ?? last);
      // The next visit begins at the beginning, as in our own player.
      if (over && !ended) onWentBack(0);
      if (over !== undefined) setEnded(over);
    },
  );

  useEffect(() => {
    if (!player) return;
    let now: Required<Pick<PlayerMessage, 'at' | 'duration'>> = { at: 0, duration: 0 };
    const hello = setInterval(() => {
      for (const word of player.hello)
        frame.current?.contentWindow?.postMessage(word, player.origin);
    }, HELLO_EVERY_MS);
    function listen({ source, origin, data }: MessageEvent) {
      if (source !== frame.current?.contentWindow || origin !== player!.origin) return;
      const message = player!.parseMessage(parsed(data));
      const previous = now;
      now = { at: message.at ?? now.at, duration: message.duration ?? now.duration };
      if (now.duration) clearInterval(hello); // it has heard us
      onMessage(previous.at, { ...message, ...now });
    }
    addEventListener('message', listen);
    return () => {
      clearInterval(hello);
      removeEventListener('message', listen);
    };
  }, [frame, player]);
  return ended;
}

function parsed(data: unknown): Record<string, unknown> {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' && message !== null ? (message as object as never) : {};
  } catch {
    return {};
  }
}
