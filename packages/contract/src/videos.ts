import { isSafeUrl, MAX_URL_CHARACTERS } from './addresses.ts';
import { limits } from './catalog-limits.ts';
import { withTypedScheme } from './links.ts';

/** The provider of the player. */
type VideoProvider =
  | 'YouTube'
  | 'Vimeo'
  | 'Panda Video'
  | 'Wistia'
  | 'Bunny'
  | 'Vturb'
  | 'Loom'
  | 'Spotify'
  | 'Google Drive'
  | 'Google Docs';

/** The video that a pasted address or embed code names. */
export type PastedVideo =
  | { kind: 'player'; provider: VideoProvider; url: string; thumbnail: string | null }
  /** A file or an HLS stream for our own player. */
  | { kind: 'file' | 'stream'; url: string };

/** Turns the URLs of one video provider into the URL of its player. */
interface Provider {
  provider: VideoProvider;
  host: RegExp;
  /** The origins of its players, for `frame-src`. */
  frames: readonly string[];
  player: (url: URL) => string | null;
}

const youtube = 'https://www.youtube-nocookie.com/embed/';
/** A path of YouTube, not an id, although it also has eleven letters. */
const listOfVideos = 'videoseries';
const vturb = 'scripts.converteai.net';

/** The providers whose players a lesson may embed (safety, Custom HTML 6). */
const providers: readonly Provider[] = [
  {
    provider: 'YouTube',
    host: /^(www\.|m\.|music\.)?youtube(-nocookie)?\.com$/,
    frames: ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
    player: ({ pathname, searchParams, hash }) => {
      const id = /^\/(?:embed|shorts|live|v|e)\/([\w-]{11})\/?$/.exec(pathname)?.[1];
      const watched = /^\/watch\/?$/.test(pathname) ? searchParams.get('v') : null;
      const list = searchParams.get('list');
      if (list && /^\/(playlist|embed\/videoseries)$/.test(pathname))
        return isName(list) ? `${youtube}${listOfVideos}?list=${list}` : null;
      return youtubePlayer(id ?? watched, searchParams, hash);
    },
  },
  {
    provider: 'YouTube',
    host: /^(www\.)?youtu\.be$/,
    frames: [],
    player: ({ pathname, searchParams, hash }) =>
      youtubePlayer(pathname.slice(1).replace(/\/$/, ''), searchParams, hash),
  },
  {
    provider: 'Vimeo',
    host: /^(www\.)?vimeo\.com$/,
    frames: ['https://player.vimeo.com'],
    player: ({ pathname, searchParams }) => {
      const form =
        /^\/(?:channels\/\w+\/|groups\/\w+\/videos\/|(?:showcase|album)\/\d+\/video\/|manage\/videos\/|video\/)?(\d+)(?:\/(\w+))?\/?$/;
      const [, id, hash] = form.exec(pathname) ?? [];
      return id ? vimeoPlayer(id, hash ?? searchParams.get('h')) : null;
    },
  },
  {
    provider: 'Vimeo',
    host: /^player\.vimeo\.com$/,
    frames: [],
    player: ({ pathname, searchParams }) => {
      const id = /^\/video\/(\d+)\/?$/.exec(pathname)?.[1];
      return id ? vimeoPlayer(id, searchParams.get('h')) : null;
    },
  },
  {
    provider: 'Panda Video',
    host: /^player-vz-[\w-]+\.tv\.pandavideo\.com(\.br)?$/,
    frames: ['https://*.tv.pandavideo.com.br', 'https://*.tv.pandavideo.com'],
    player: ({ host, searchParams }) => {
      const video = searchParams.get('v') ?? '';
      return isName(video) ? `https://${host}/embed/?v=${video}` : null;
    },
  },
  {
    provider: 'Wistia',
    host: /^([\w-]+\.)?(wistia\.(com|net)|wi\.st)$/,
    frames: ['https://fast.wistia.net'],
    player: ({ pathname }) => {
      const id = /^\/(?:medias|embed\/iframe|embed\/medias|embed)\/(\w+)(?:\.jsonp?|\.js)?\/?$/;
      const videoId = id.exec(pathname)?.[1];
      return videoId ? `https://fast.wistia.net/embed/iframe/${videoId}` : null;
    },
  },
  {
    provider: 'Bunny',
    host: /^((iframe|player|video)\.mediadelivery\.net|video\.bunnycdn\.com)$/,
    frames: ['https://iframe.mediadelivery.net'],
    player: ({ pathname }) => {
      const video = /^\/(?:embed|play)\/(\d+\/[\w-]+)\/?$/.exec(pathname)?.[1];
      return video ? `https://iframe.mediadelivery.net/embed/${video}` : null;
    },
  },
  {
    provider: 'Vturb',
    host: /^scripts\.converteai\.net$/,
    frames: [`https://${vturb}`],
    player: ({ pathname }) => {
      const way = /^\/([\w-]+)\/(players|ab-test)\/([\w-]+)\/(v4\/)?(?:embed\.html|player\.js)$/;
      const [, account, kind, id, version = ''] = way.exec(pathname) ?? [];
      return id ? `https://${vturb}/${account}/${kind}/${id}/${version}embed.html` : null;
    },
  },
  {
    provider: 'Loom',
    host: /^(www\.)?loom\.com$/,
    frames: ['https://www.loom.com'],
    player: ({ pathname }) => {
      const id = /^\/(?:share|embed)\/(\w+)$/.exec(pathname)?.[1];
      return id ? `https://www.loom.com/embed/${id}` : null;
    },
  },
  {
    provider: 'Spotify',
    host: /^open\.spotify\.com$/,
    frames: ['https://open.spotify.com'],
    player: ({ pathname }) => {
      const thing = /^\/(?:intl-\w+\/)?(?:embed\/)?((?:episode|show|track|album|playlist)\/\w+)$/;
      const videoId = thing.exec(pathname)?.[1];
      return videoId ? `https://open.spotify.com/embed/${videoId}` : null;
    },
  },
  {
    provider: 'Google Drive',
    host: /^drive\.google\.com$/,
    frames: ['https://drive.google.com'],
    player: ({ pathname }) => {
      const file = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1];
      return file ? `https://drive.google.com/file/d/${file}/preview` : null;
    },
  },
  {
    provider: 'Google Docs',
    host: /^docs\.google\.com$/,
    frames: ['https://docs.google.com'],
    player: ({ pathname }) => {
      const file = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1];
      if (file) return `https://drive.google.com/file/d/${file}/preview`;
      const [, kind, id] = /^\/(presentation|document)\/d\/((?:e\/)?[\w-]+)/.exec(pathname) ?? [];
      if (!kind) return null;
      const documentView = id!.startsWith('e/') ? 'pub' : 'preview';
      const view = kind === 'presentation' ? 'embed' : documentView;
      return `https://docs.google.com/${kind}/d/${id}/${view}`;
    },
  },
];

/** The origins for `frame-src` of the Content-Security-Policy. */
export const playerOrigins = providers.flatMap(({ frames }) => frames);

/**
 * Reads a pasted video: a watch page, a player, an embed code, a file or a stream. Null for
 * anything else, for a provider that is not listed, and for a text over the limits.
 */
export function readVideo(pasted: string): PastedVideo | null {
  if (pasted.length > limits.embed) return null;
  const text = sourceIn(pasted) ?? pasted.trim();
  if (text.length > MAX_URL_CHARACTERS) return null;
  const address = withTypedScheme(text);
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  const provider = providers.find(({ host }) => host.test(url.host));
  if (provider) {
    const player = provider.player(url);
    return player
      ? { kind: 'player', provider: provider.provider, url: player, thumbnail: imageOf(player) }
      : null;
  }
  if (!isSafeUrl(address)) return null;
  if (/\.m3u8$/i.test(url.pathname)) return { kind: 'stream', url: address };
  return /\.(mp4|m4v|webm|mov|ogv)$/i.test(url.pathname) ? { kind: 'file', url: address } : null;
}

/** The player's URL of a pasted video; null if it is no player of a listed provider. */
export function playerUrl(pasted: string): string | null {
  const video = readVideo(pasted);
  return video?.kind === 'player' ? video.url : null;
}

/** The address inside an embed code; null if the text is no code. */
function sourceIn(pasted: string): string | null {
  const script = /\bhttps:\/\/scripts\.converteai\.net\/[\w/-]+\/(?:embed\.html|player\.js)/;
  if (!pasted.includes('<')) return null;
  // Vturb's iframe starts at about:blank. A script then sets its address.
  const vturbs = pasted.includes(vturb) ? script.exec(pasted)?.[0] : null;
  if (vturbs) return vturbs;
  const tag = /<(?:iframe|video|source)\s[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]+)/i;
  const source = tag.exec(pasted)?.[1]?.replaceAll('&amp;', '&');
  if (source) return source;
  const wistia =
    /\bwistia_async_(\w+)/.exec(pasted)?.[1] ??
    /<wistia-player\s[^<>]*?\bmedia-id=["']?(\w+)/.exec(pasted)?.[1];
  return wistia ? `https://fast.wistia.net/embed/iframe/${wistia}` : null;
}

/** The preview image of a video. The browser can load it without running the provider's scripts. */
function imageOf(player: string) {
  const id = player.startsWith(youtube) && player.slice(youtube.length).split('?')[0];
  return id && id !== listOfVideos ? `https://i.ytimg.com/vi/${id}/hqdefault.jpg` : null;
}

const isName = (text: string) => /^[\w-]{1,100}$/.test(text);

function youtubePlayer(id: string | null | undefined, params: URLSearchParams, hash: string) {
  if (!id || id === listOfVideos || !/^[\w-]{11}$/.test(id)) return null;
  const inHash = hash.startsWith('#t=') ? hash.slice('#t='.length) : '';
  const seconds = secondsIn(params.get('start') ?? params.get('t') ?? inHash);
  return youtube + id + (seconds ? `?start=${seconds}` : '');
}

/** Parses '90', '90s', '1m30s' and '1h2m3s'. */
function secondsIn(time: string): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

const vimeoPlayer = (id: string, hash: string | null | undefined) =>
  `https://player.vimeo.com/video/${id}${hash && isName(hash) ? `?h=${hash}` : ''}`;
