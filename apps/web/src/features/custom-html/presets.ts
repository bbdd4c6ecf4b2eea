/** A service that needs an id only. Its generated code can be edited afterwards. */
interface Preset {
  name: string;
  /** An example id, for the placeholder and the error. */
  example: string;
  pattern: RegExp;
  /** The code that starts the service after consent. The id has been validated. */
  start: (id: string) => string;
}

/** The services whose code an admin gets by typing an id. */
export const presets: readonly Preset[] = [
  {
    name: 'Google Analytics 4',
    example: 'G-AB12CD34EF',
    pattern: /^G-[A-Z0-9]{6,14}$/,
    start: (id) => `
  load('https://www.googletagmanager.com/gtag/js?id=${id}');
  window.dataLayer = [];
  const gtag = function () { dataLayer.push(arguments); };
  gtag('js', new Date());
  gtag('config', '${id}', { page_location: url });`,
  },
  {
    name: 'Google Tag Manager',
    example: 'GTM-AB12CD3',
    pattern: /^GTM-[A-Z0-9]{4,12}$/,
    start: (id) => `
  window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js', page_location: url }];
  load('https://www.googletagmanager.com/gtm.js?id=${id}');`,
  },
  {
    name: 'Meta Pixel',
    example: '123456789012345',
    pattern: /^\d{10,20}$/,
    start: (id) => `
  const fbq = function () {
    if (fbq.callMethod) fbq.callMethod(...arguments);
    else fbq.queue.push(arguments);
  };
  Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [] });
  window.fbq = window._fbq = fbq;
  load('https://connect.facebook.net/en_US/fbevents.js');
  fbq('init', '${id}');
  fbq('track', 'PageView');`,
  },
  {
    name: 'TikTok Pixel',
    example: 'C4AB12CD34EF56GH78IJ',
    pattern: /^[A-Z0-9]{16,24}$/,
    start: (id) => `
  window.TiktokAnalyticsObject = 'ttq';
  const ttq = (window.ttq = []);
  ttq.methods = ['page', 'track', 'identify', 'instances', 'debug', 'on', 'off', 'once', 'ready'];
  ttq.setAndDefer = (target, name) => {
    target[name] = (...given) => target.push([name, ...given]);
  };
  for (const name of ttq.methods) ttq.setAndDefer(ttq, name);
  const events = 'https://analytics.tiktok.com/i18n/pixel/events.js';
  ttq._i = { '${id}': Object.assign([], { _u: events }) };
  ttq._t = { '${id}': Date.now() };
  ttq._o = { '${id}': {} };
  load(events + '?sdkid=${id}&lib=ttq');
  ttq.page();`,
  },
  {
    name: 'RD Station',
    example: '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
    pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    start: (id) => `
  load('https://d335luupugsy2.cloudfront.net/js/loader-scripts/${id}-loader.js');`,
  },
];

/** The whole snippet. It waits for the page's facts and starts only with consent. */
export const codeOf = ({ name, start }: Preset, id: string) => `<!-- ${name}: ${id} -->
<script>
vitrine.ready.then(({ consent, url }) => {
  if (!consent) return;
  const load = (src) => {
    const script = document.createElement('script');
    script.src = src;
    document.head.append(script);
  };${start(id)}
});
</script>
`;
