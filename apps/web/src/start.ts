import { replayEarlyClicks } from './early-presses.ts';

// The page's styles and code wait in a template until the first fold is painted and its first
// visible images have loaded. On a slow connection both would compete for bandwidth and be late. The
// total time stays the same, because the connection idles for only one round trip.

replayEarlyClicks(document.querySelector<HTMLElement>('#root')!);

// The app's code, then the page's.
const content = document.createDocumentFragment();
for (const template of document.querySelectorAll<HTMLTemplateElement>('template.code'))
  content.append(template.content);
const script = content.querySelector('script')!;
script.remove();

/** The page does not wait longer for slow images. */
const TIMEOUT_MS = 2_000;

const images = document.querySelectorAll<HTMLImageElement>('#root img[fetchpriority="high"]');
await Promise.race([
  Promise.all([firstPaint(), ...[...images].map((image) => image.complete || settled(image))]),
  new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS)),
]);

// Read while the styles are computed. When the page's arrive, it would compute them all once more.
const { fontFamily } = getComputedStyle(document.body);
// The first fold lacks the weight of buttons, and on the home page that of the rows' titles. Arriving
// later, a weight would lay out the whole page again.
const { weight = '500' } = document.querySelector<HTMLElement>('[data-weight]')?.dataset ?? {};
const weights = new Set(['500', weight]);

const styles = [...content.querySelectorAll('link[rel="stylesheet"]')].map(settled);
document.head.append(content);
await Promise.all(styles);
script.addEventListener('error', reloadOnce);
script.addEventListener('load', loadFonts);
document.head.append(script);
// The first number that a page formats reads the language's data: a long task on a phone, which waits
// for the code meanwhile.
setTimeout(() => new Intl.NumberFormat(document.documentElement.lang).format(0));

function loadFonts() {
  for (const weight of weights)
    // Without it, the page shows the weights that it has.
    document.fonts.load(`${weight} 1em ${fontFamily}`).catch(() => {});
}

/** A server that is being updated answers again by then. */
const RELOAD_DELAY_MS = 1_000;

/**
 * Without the app's code, the page shows and does nothing. An update has removed it, or the
 * connection was gone for a moment. Never reloads a reloaded page, except when the connection is
 * back. That page says so.
 */
function reloadOnce() {
  addEventListener('online', reload, { once: true });
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigator.onLine && visit?.type !== 'reload') setTimeout(reload, RELOAD_DELAY_MS);
  else showFailure();
}

/**
 * Says that the page does nothing, with a retry. It stands above the phone's tabs. The server wrote
 * the words, because translations are code that did not load.
 */
function showFailure() {
  const { failed = '', retry = '' } = document.documentElement.dataset;
  const button = document.createElement('button');
  button.textContent = retry;
  button.style.cssText = 'min-height:44px;padding:0 8px;text-decoration:underline';
  button.addEventListener('click', reload);
  const message = document.createElement('div');
  message.role = 'alert';
  message.style.cssText =
    'position:fixed;inset:auto 16px 88px;z-index:99;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 16px;max-width:480px;margin:auto;padding:8px 16px;border-radius:12px;background:var(--surface-3);color:var(--text)';
  message.append(`${failed}.`, button);
  document.body.append(message);
}

function reload() {
  location.reload();
}

/** Resolves after the first frame, at once in a hidden tab, which paints none. */
function firstPaint() {
  if (document.hidden) return;
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Resolves once the element has loaded or failed. */
function settled(element: Element) {
  return new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true });
    element.addEventListener('error', resolve, { once: true });
  });
}
