// npm run screenshots: takes the README's screenshots of the demo school in Chromium, from the built
// server, and writes them to docs/screenshots.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { owner, waitUntil, withDemoServer } from './lib/demo-server.mjs';
import { main, Problem, root } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const PORT = Number(process.env.PORT ?? 3197);
/** Jobs of the first start paint the covers. */
const PAINTED_MS = 600_000;
const MAX_BYTES = 200_000;
const base = `http://localhost:${PORT}`;
const folder = join(root, 'docs', 'screenshots');

const desktop = { viewport: { width: 1440, height: 1100 } };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Each screenshot with its page, and an element that must show first. */
const screenshots = [
  { name: 'home', path: '/homepage', shows: '.card-row img', as: desktop },
  { name: 'edit', path: '/homepage?editar=root', shows: '.edit-drawer', as: desktop },
  { name: 'lesson-phone', path: '/curso/1/aula/1', shows: '.lesson h1', as: phone },
];

await main(async () => {
  const executablePath = await ensureChromium();
  await ensureBuilt();
  // Imported here, because ensureBuilt may have just installed them.
  const { chromium } = from('e2e/package.json', '@playwright/test');
  const sharp = from('apps/server/package.json', 'sharp');
  return withDemoServer(PORT, async () => {
    mkdirSync(folder, { recursive: true });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    for (const screenshot of screenshots) await takeScreenshot(browser, sharp, screenshot);
    await browser.close();
    return 0;
  });
});

async function takeScreenshot(browser, sharp, { name, path, shows, as }) {
  const context = await browser.newContext({ ...as, locale: 'pt-BR', reducedMotion: 'reduce' });
  const { request } = context;
  await request.post(`${base}/api/v1/session`, { data: owner });
  // The checklist would cover the start of the carousels.
  await request.post(`${base}/api/v1/first-steps/dismiss`);
  await waitUntil(
    async () => ({ ok: await isPainted(request) }),
    PAINTED_MS,
    'No covers were painted.',
  );
  const page = await context.newPage();
  await page.goto(base + path);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const file = join(folder, `${name}.webp`);
  writeFileSync(
    file,
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toBuffer(),
  );
  await context.close();
  const { size } = statSync(file);
  console.log(`${(size / 1000).toFixed(0).padStart(5)} KB  docs/screenshots/${name}.webp`);
  if (size > MAX_BYTES) throw new Problem(`${name}.webp is larger than ${MAX_BYTES / 1000} KB.`);
}

/** Whether both banners and all cards have their images. */
async function isPainted(request) {
  const answer = await request.get(`${base}/api/v1/home`);
  if (!answer.ok()) throw new Problem(`Home answered ${answer.status()}.`);
  const { banners, carousels } = (await answer.json()).data;
  // Courses, modules and lessons. The system's carousels contain others too.
  const rows = carousels.filter(({ type }) => Number(type) <= 3);
  const cards = rows.flatMap(({ carousel_item: items }) => items);
  return (
    banners.every(({ url_image: image }) => image) &&
    cards.length > 0 &&
    cards.every(({ cover }) => cover)
  );
}

/** Resolves a package of another workspace. */
function from(workspace, name) {
  return createRequire(join(root, workspace))(name);
}
