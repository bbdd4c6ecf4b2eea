import type { Browser, CDPSession, Page } from 'playwright-core';

/** Lighthouse's mobile: a mid-range phone on slow 4G, with a quarter of this processor. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const KILOBIT_BYTES = 1024 / 8;
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638.4 * KILOBIT_BYTES,
  uploadThroughput: 750 * KILOBIT_BYTES,
};
const CPU_SLOWDOWN = 4;

/** The times and sizes of one visit of a page in a browser. */
export interface Visit {
  /** In ms since the navigation began. */
  firstPaint: number;
  largestPaint: number;
  /** The element of the largest paint. */
  largest: string;
  layoutShift: number;
  /** Transferred bytes, without and with images. */
  lean: Weight;
  all: Weight;
}

interface Weight {
  requests: number;
  bytes: number;
}

/** A first visit: a browser with an empty cache, and possibly a session. */
export async function visit(browser: Browser, url: string, session?: string): Promise<Visit> {
  const context = await browser.newContext(phone);
  try {
    if (session) await context.addCookies([cookieOf(session, url)]);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const weights = await recordTransfer(devTools);
    await devTools.send('Network.emulateNetworkConditions', slow4G);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'networkidle' });
    return { ...(await paintsOf(page)), ...weights() };
  } finally {
    await context.close();
  }
}

const cookieOf = (session: string, url: string) => {
  const [name = '', value = ''] = session.split('=');
  return { name, value, url: new URL(url).origin };
};

/** Counts requests from now on. The returned function gives the sums. */
async function recordTransfer(devTools: CDPSession) {
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  devTools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!request.url.startsWith('data:')) kinds.set(requestId, type ?? '');
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await devTools.send('Network.enable');
  const sum = (isSelected: (kind: string) => boolean): Weight => {
    const ids = [...kinds.keys()].filter((id) => isSelected(kinds.get(id)!));
    return {
      requests: ids.length,
      bytes: ids.reduce((bytes, id) => bytes + (sizes.get(id) ?? 0), 0),
    };
  };
  return () => ({
    lean: sum((kind) => kind !== 'Image' && kind !== 'Media'),
    all: sum(() => true),
  });
}

/** The browser's paint entries. */
const paintsOf = (page: Page) =>
  page.evaluate(async () => {
    const observed = <T extends PerformanceEntry>(type: string) =>
      new Promise<T[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries() as T[]));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500); // a page that shifts nothing has no entry
      });
    type Shift = PerformanceEntry & { value: number };
    type Largest = PerformanceEntry & { url: string; element: Element | null };
    const largest = (await observed<Largest>('largest-contentful-paint')).at(-1);
    const shifts = await observed<Shift>('layout-shift');
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0];
    return {
      firstPaint: firstPaint?.startTime ?? 0,
      largestPaint: largest?.startTime ?? 0,
      largest: `${largest?.element?.tagName ?? 'gone'} ${largest?.element?.className ?? ''} ${largest?.url ?? ''}`,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });
