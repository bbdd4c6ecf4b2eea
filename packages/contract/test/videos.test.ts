import { describe, expect, test } from 'vitest';
import { playerOrigins, playerUrl, readVideo } from '../src/videos.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const vimeo = 'https://player.vimeo.com/video/76979871';
const panda =
  'https://player-vz-7b6cf9e4-8bf.tv.pandavideo.com.br/embed/?v=2a4a6d2c-5f4e-4d0c-9a30-5c0b4b7f3c11';
const bunny = 'https://iframe.mediadelivery.net/embed/759/eb1c4f77-0cda-46be-b47d-1118ad7c2ffe';
const wistia = 'https://fast.wistia.net/embed/iframe/e4a27b971d';
const account = '5f9c1e2a-6e0f-4a0b-9a3e-2f7d3c1b0a99';
const vturb = `https://scripts.converteai.net/${account}/players/66b0c8e7f1d2a3000b4c5d6e`;

describe('pasted addresses and their players', () => {
  test.each([
    ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
    ['YouTube', 'youtube.com/watch?v=dQw4w9WgXcQ', youtube],
    ['YouTube', 'www.youtube.com/watch?feature=shared&v=dQw4w9WgXcQ', youtube],
    ['YouTube', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&pp=ygU', youtube],
    ['YouTube', 'https://music.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
    ['YouTube', 'https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
    ['YouTube', 'https://youtu.be/dQw4w9WgXcQ/', youtube],
    ['YouTube', 'https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube],
    ['YouTube', 'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youtube],
    ['YouTube', 'https://youtube.com/embed/dQw4w9WgXcQ?rel=0&controls=0', youtube],
    ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=2', youtube],
    ['YouTube', 'https://youtu.be/dQw4w9WgXcQ?t=90', `${youtube}?start=90`],
    ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', `${youtube}?start=90`],
    ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', `${youtube}?start=3723`],
    ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=42', `${youtube}?start=42`],
    [
      'YouTube',
      'https://www.youtube.com/playlist?list=PLabc',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc',
    ],
    [
      'YouTube',
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="YouTube video player" frameborder="0" allow="autoplay" allowfullscreen></iframe>',
      youtube,
    ],
    ['Vimeo', 'https://vimeo.com/76979871', vimeo],
    ['Vimeo', 'vimeo.com/76979871', vimeo],
    ['Vimeo', 'https://vimeo.com/76979871/0a1b2c3d4e?share=copy', `${vimeo}?h=0a1b2c3d4e`],
    ['Vimeo', 'https://vimeo.com/channels/staffpicks/76979871', vimeo],
    ['Vimeo', 'https://vimeo.com/groups/shortfilms/videos/76979871', vimeo],
    ['Vimeo', 'https://vimeo.com/showcase/1234567/video/76979871', vimeo],
    ['Vimeo', 'https://vimeo.com/manage/videos/76979871', vimeo],
    ['Vimeo', 'https://player.vimeo.com/video/76979871?h=abc&badge=0', `${vimeo}?h=abc`],
    [
      'Vimeo',
      '<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;autopause=0&amp;h=abc" frameborder="0"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
      `${vimeo}?h=abc`,
    ],
    ['Panda Video', panda, panda],
    [
      'Panda Video',
      `<iframe id="panda-2a4a6d2c" src="${panda}" style="border:none"></iframe>`,
      panda,
    ],
    ['Bunny', bunny, bunny],
    ['Bunny', `${bunny}?autoplay=true&token=1`, bunny],
    ['Bunny', bunny.replace('iframe.', 'player.'), bunny],
    ['Bunny', 'https://video.bunnycdn.com/play/759/eb1c4f77-0cda-46be-b47d-1118ad7c2ffe', bunny],
    ['Bunny', `<div><iframe src="${bunny}?autoplay=true" loading="lazy"></iframe></div>`, bunny],
    ['Vturb', `${vturb}/embed.html`, `${vturb}/embed.html`],
    ['Vturb', `${vturb}/v4/embed.html?vl=x`, `${vturb}/v4/embed.html`],
    [
      'Vturb',
      `<vturb-smartplayer id="vid-66b0"></vturb-smartplayer><script type="text/javascript">var s=document.createElement("script");s.src="${vturb}/v4/player.js",s.async=!0,document.head.appendChild(s);</script>`,
      `${vturb}/v4/embed.html`,
    ],
    [
      'Vturb',
      `<div id="ifr_66b0_wrapper"><iframe frameborder="0" src="about:blank" id="ifr_66b0" onload="this.onload=null, this.src='${vturb}/v4/embed.html' +(location.search||'?')"></iframe></div>`,
      `${vturb}/v4/embed.html`,
    ],
    ['Wistia', 'https://escola.wistia.com/medias/e4a27b971d', wistia],
    ['Wistia', 'https://fast.wistia.net/embed/iframe/e4a27b971d?seo=false', wistia],
    ['Wistia', 'https://fast.wistia.com/embed/medias/e4a27b971d.jsonp', wistia],
    [
      'Wistia',
      '<script src="https://fast.wistia.com/player.js" async></script><wistia-player seo="false" media-id="e4a27b971d" aspect="1.77"></wistia-player>',
      wistia,
    ],
    [
      'Wistia',
      '<div class="wistia_embed wistia_async_e4a27b971d seo=false" style="height:100%">&nbsp;</div>',
      wistia,
    ],
    ['Loom', 'https://www.loom.com/share/0281766f?sid=1', 'https://www.loom.com/embed/0281766f'],
    [
      'Google Drive',
      'https://drive.google.com/file/d/1AbC/view?usp=sharing',
      'https://drive.google.com/file/d/1AbC/preview',
    ],
    [
      'Spotify',
      'https://open.spotify.com/episode/7mak?si=1',
      'https://open.spotify.com/embed/episode/7mak',
    ],
  ])('%s: %s', (provider, pasted, url) => {
    expect(readVideo(pasted)).toMatchObject({ kind: 'player', provider, url });
    expect(playerUrl(url)).toBe(url); // what is kept can be saved again
    expect(playerOrigins.some((origin) => allows(origin, url))).toBe(true);
  });

  test.each([
    ['file', 'https://cdn.exemplo.com/aula.mp4', 'https://cdn.exemplo.com/aula.mp4'],
    ['file', 'cdn.exemplo.com/aula.WEBM?token=1', 'https://cdn.exemplo.com/aula.WEBM?token=1'],
    [
      'file',
      'https://vz-1.b-cdn.net/eb1c/play_720p.mp4',
      'https://vz-1.b-cdn.net/eb1c/play_720p.mp4',
    ],
    [
      'stream',
      'https://vz-1.b-cdn.net/eb1c/playlist.m3u8',
      'https://vz-1.b-cdn.net/eb1c/playlist.m3u8',
    ],
    [
      'stream',
      'https://b-vz-1.tv.pandavideo.com.br/2a4a/playlist.m3u8?x=1',
      'https://b-vz-1.tv.pandavideo.com.br/2a4a/playlist.m3u8?x=1',
    ],
    [
      'file',
      '<video controls><source src="https://cdn.exemplo.com/aula.mp4" type="video/mp4"></video>',
      'https://cdn.exemplo.com/aula.mp4',
    ],
  ])('a %s: %s', (kind, pasted, url) => {
    expect(readVideo(pasted)).toEqual({ kind, url });
    expect(playerUrl(pasted)).toBeNull();
  });

  test.each([
    '',
    'aula',
    'https://exemplo.com/pagina',
    'https://www.youtube.com/@escola',
    'https://www.youtube.com/watch?v=curto',
    'https://youtube.com.evil.com/embed/dQw4w9WgXcQ',
    'https://youtube.com@evil.com/a.mp4',
    'https://vimeo.com/escola',
    'https://scripts.converteai.net/lib/js/smartplayer/v1/smartplayer.min.js',
    'https://www.youtube.com/embed/videoseries',
    '<iframe src="https://evil.com/embed/1"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<script src="https://youtube.com/x"></script>',
    'javascript:alert(1)//a.mp4',
    `<iframe ${' '.repeat(11_000)}src="https://youtu.be/dQw4w9WgXcQ"></iframe>`,
    `https://cdn.exemplo.com/${'a'.repeat(2000)}.mp4`,
  ])('none: %s', (pasted) => {
    expect(readVideo(pasted)).toBeNull();
  });

  test('YouTube has an image', () => {
    expect(readVideo('https://youtu.be/dQw4w9WgXcQ?t=9')).toMatchObject({
      thumbnail: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
    });
    expect(readVideo('https://www.youtube.com/playlist?list=PLabc')).toMatchObject({
      thumbnail: null,
    });
  });
});

/** Matches like a browser's `frame-src`. */
function allows(origin: string, address: string) {
  const [scheme, host] = origin.split('://');
  const url = new URL(address);
  if (url.protocol !== `${scheme}:`) return false;
  return host!.startsWith('*.') ? url.host.endsWith(host!.slice(1)) : url.host === host;
}
