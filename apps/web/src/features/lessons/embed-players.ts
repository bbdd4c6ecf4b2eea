/** A message of a provider's player. */
export interface PlayerMessage {
  at?: number;
  duration?: number;
  stopped?: boolean;
  /** True at the end. False once it plays again. */
  ended?: boolean;
}

/** Talks to a provider's player by postMessage, without loading its script. */
export interface PlayerAdapter {
  origin: string;
  /** Address of the player with the start position. */
  src: (startAt: number, autoPlay: boolean) => string;
  /** Sent repeatedly until the player answers. */
  hello: readonly unknown[];
  /** Pauses the player. */
  pause: readonly unknown[];
  /** Plays from the beginning. */
  again: readonly unknown[];
  parseMessage: (message: Record<string, unknown>) => PlayerMessage;
}

type AdapterFactory = (url: URL) => PlayerAdapter;

/** States of YouTube's player. */
const state = { ended: 0, playing: 1, paused: 2 };

const youtube: AdapterFactory = (url) => ({
  origin: url.origin,
  src(startAt, autoPlay) {
    const { searchParams } = url;
    searchParams.set('enablejsapi', '1');
    searchParams.set('origin', location.origin);
    if (startAt) searchParams.set('start', String(startAt));
    if (autoPlay) searchParams.set('autoplay', '1');
    return url.href;
  },
  hello: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
  pause: [JSON.stringify({ event: 'command', func: 'pauseVideo', args: [] })],
  again: [
    JSON.stringify({ event: 'command', func: 'seekTo', args: [0, true] }),
    JSON.stringify({ event: 'command', func: 'playVideo', args: [] }),
  ],
  parseMessage({ info }) {
    const { currentTime, duration, playerState } = (info ?? {}) as Record<string, unknown>;
    return {
      ...(typeof currentTime === 'number' && { at: currentTime }),
      ...(typeof duration === 'number' && { duration }),
      stopped: playerState === state.ended || playerState === state.paused,
      ...(playerState === state.ended && { ended: true }),
      ...(playerState === state.playing && { ended: false }),
    };
  },
});

const vimeo: AdapterFactory = (url) => ({
  origin: url.origin,
  src(startAt, autoPlay) {
    if (autoPlay) url.searchParams.set('autoplay', '1');
    return startAt ? `${url.href}#t=${startAt}s` : url.href;
  },
  hello: ['timeupdate', 'play', 'pause', 'ended'].map((value) => ({
    method: 'addEventListener',
    value,
  })),
  pause: [{ method: 'pause' }],
  again: [{ method: 'setCurrentTime', value: 0 }, { method: 'play' }],
  parseMessage({ event, data }) {
    const { seconds, duration } = (data ?? {}) as Record<string, unknown>;
    return {
      ...(typeof seconds === 'number' && { at: seconds }),
      ...(typeof duration === 'number' && { duration }),
      stopped: event === 'pause' || event === 'ended',
      ...(event === 'ended' && { ended: true }),
      ...(event === 'play' && { ended: false }),
    };
  },
});

/** Null for a player that does not report its position. Viewers finish such a lesson by hand. */
export function playerAdapter(embed: string): PlayerAdapter | null {
  const url = new URL(embed);
  // A playlist reports the position in each video, but not in the whole.
  if (url.host === 'www.youtube-nocookie.com' && !url.searchParams.has('list')) return youtube(url);
  return url.host === 'player.vimeo.com' ? vimeo(url) : null;
}
