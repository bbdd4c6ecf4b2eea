import { limits } from '@vitrine/contract/catalog';
import { MAX_URL_CHARACTERS } from '@vitrine/contract/addresses';

/** Turns the URLs of one video provider into the URL of its player. */
interface Provider {
  host: RegExp;
  player(url: URL): string | null;
}

const youtube = 'https://www.youtube-nocookie.com/embed/';

/** The providers whose players a lesson may embed (safety, Custom HTML 6). */
const providers: readonly Provider[] = [
  {
    host: /^(www\.|m\.|music\.)?youtube(-nocookie)?\.com$/,
    player: ({ pathname, searchParams }) => {
      const id = /^\/(?:embed|shorts|live|v)\/([\w-]{11})$/.exec(pathname)?.[1];
      const watched = pathname === '/watch' ? searchParams.get('v') : null;
      const list = searchParams.get('list');
      if (list && /^\/(playlist|embed\/videoseries)$/.test(pathname))
        return isName(list) ? `${youtube}videoseries?list=${list}` : null;
      return youtubePlayer(id ?? watched, searchParams);
    },
  },
  {
    host: /^youtu\.be$/,
    player: ({ pathname, searchParams }) => youtubePlayer(pathname.slice(1), searchParams),
  },
  {
    host: /^(www\.)?vimeo\.com$/,
    player: ({ pathname, searchParams }) => {
      const [, id, hash] = /^\/(?:channels\/\w+\/|video\/)?(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
      return id ? vimeoPlayer(id, hash ?? searchParams.get('h')) : null;
    },
  },
  {
    host: /^player\.vimeo\.com$/,
    player: ({ pathname, searchParams }) => {
      const id = /^\/video\/(\d+)$/.exec(pathname)?.[1];
      return id ? vimeoPlayer(id, searchParams.get('h')) : null;
    },
  },
  {
    host: /^player-vz-[\w-]+\.tv\.pandavideo\.com(\.br)?$/,
    player: ({ host, searchParams }) => {
      const video = searchParams.get('v') ?? '';
      return isName(video) ? `https://${host}/embed/?v=${video}` : null;
    },
  },
  {
    host: /^([\w-]+\.)?wistia\.(com|net)$/,
    player: ({ pathname }) => {
      const id = /^\/(?:medias|embed\/iframe|embed\/medias)\/(\w+)$/.exec(pathname)?.[1];
      return id ? `https://fast.wistia.net/embed/iframe/${id}` : null;
    },
  },
  {
    host: /^(iframe|player|video)\.mediadelivery\.net$/,
    player: ({ pathname }) => {
      const video = /^\/(?:embed|play)\/(\d+\/[\w-]+)$/.exec(pathname)?.[1];
      return video ? `https://iframe.mediadelivery.net/embed/${video}` : null;
    },
  },
  {
    host: /^(www\.)?loom\.com$/,
    player: ({ pathname }) => {
      const id = /^\/(?:share|embed)\/(\w+)$/.exec(pathname)?.[1];
      return id ? `https://www.loom.com/embed/${id}` : null;
    },
  },
  {
    host: /^open\.spotify\.com$/,
    player: ({ pathname }) => {
      const thing = /^\/(?:intl-\w+\/)?(?:embed\/)?((?:episode|show|track|album|playlist)\/\w+)$/;
      const found = thing.exec(pathname)?.[1];
      return found ? `https://open.spotify.com/embed/${found}` : null;
    },
  },
  {
    host: /^(docs|drive)\.google\.com$/,
    player: ({ host, pathname }) => {
      const file = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1];
      if (host === 'drive.google.com')
        return file ? `https://drive.google.com/file/d/${file}/preview` : null;
      const [, kind, id] = /^\/(presentation|document)\/d\/((?:e\/)?[\w-]+)/.exec(pathname) ?? [];
      if (!kind) return null;
      const view = kind === 'presentation' ? 'embed' : id!.startsWith('e/') ? 'pub' : 'preview';
      return `https://docs.google.com/${kind}/d/${id}/${view}`;
    },
  },
];

/**
 * The player's URL for what people paste: a watch page, a player, or the provider's `<iframe>` code.
 * Null for a provider that is not listed, and for a text over the limits.
 */
export function playerUrl(pasted: string): string | null {
  if (pasted.length > limits.embed) return null;
  const text = frameSource(pasted) ?? pasted.trim();
  if (text.length > MAX_URL_CHARACTERS) return null;
  const address = text.startsWith('//') ? `https:${text}` : text;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password || url.port) return null;
  return providers.find(({ host }) => host.test(url.host))?.player(url) ?? null;
}

function frameSource(html: string) {
  const tag = /<iframe\s[^<>]*/i.exec(html)?.[0] ?? '';
  return /\bsrc\s*=\s*["']?([^"'\s<>]+)/i.exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

const isName = (text: string) => /^[\w-]{1,100}$/.test(text);

function youtubePlayer(id: string | null | undefined, asked: URLSearchParams) {
  if (!id || !/^[\w-]{11}$/.test(id)) return null;
  const seconds = /^(\d{1,6})s?$/.exec(asked.get('start') ?? asked.get('t') ?? '')?.[1];
  return youtube + id + (seconds ? `?start=${seconds}` : '');
}

const vimeoPlayer = (id: string, hash: string | null | undefined) =>
  `https://player.vimeo.com/video/${id}${hash && isName(hash) ? `?h=${hash}` : ''}`;
