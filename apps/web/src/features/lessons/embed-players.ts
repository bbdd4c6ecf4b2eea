/** What a provider's player tells while it plays. */
export interface Told {
  at?: number;
  duration?: number;
  stopped?: boolean;
}

/** How one speaks with a provider's player by messages alone, without a script of theirs. */
export interface SpeakingPlayer {
  origin: string;
  /** Its address, going on where one stopped. */
  src: (startAt: number) => string;
  /** Said until it answers. */
  hello: readonly unknown[];
  hear: (message: Record<string, unknown>) => Told;
}

type Maker = (url: URL) => SpeakingPlayer;

const youtube: Maker = (url) => ({
  origin: url.origin,
  src(startAt) {
    const { searchParams } = url;
    searchParams.set('enablejsapi', '1');
    searchParams.set('origin', location.origin);
    if (startAt) searchParams.set('start', String(startAt));
    return url.href;
  },
  hello: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
  hear({ info }) {
    const { currentTime, duration, playerState } = (info ?? {}) as Record<string, unknown>;
    return {
      ...(typeof currentTime === 'number' && { at: currentTime }),
      ...(typeof duration === 'number' && { duration }),
      stopped: playerState === 0 || playerState === 2, // ended, paused
    };
  },
});

const vimeo: Maker = (url) => ({
  origin: url.origin,
  src: (startAt) => (startAt ? `${url.href}#t=${startAt}s` : url.href),
  hello: ['timeupdate', 'pause', 'ended'].map((value) => ({ method: 'addEventListener', value })),
  hear({ event, data }) {
    const { seconds, duration } = (data ?? {}) as Record<string, unknown>;
    return {
      ...(typeof seconds === 'number' && { at: seconds }),
      ...(typeof duration === 'number' && { duration }),
      stopped: event === 'pause' || event === 'ended',
    };
  },
});

/** Null for a player that does not tell how far one is; there one says oneself that one is done. */
export function speakingPlayer(embed: string): SpeakingPlayer | null {
  const url = new URL(embed);
  // A list of videos tells the time of each, and none of the whole.
  if (url.host === 'www.youtube-nocookie.com' && !url.searchParams.has('list')) return youtube(url);
  return url.host === 'player.vimeo.com' ? vimeo(url) : null;
}
