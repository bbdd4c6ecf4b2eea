// npm run pictures: takes the README's screenshots of the demo school in Chromium, from the built
// server, and writes them to docs/pictures.
import { spawn } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { exitCodeOf, environment, main, pinnedNode, Problem, root } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const PORT = Number(process.env.PORT ?? 3197);
const START_MS = 180_000;
/** Jobs of the first start paint the covers. */
const PAINTED_MS = 600_000;
const MAX_BYTES = 200_000;
const base = `http://localhost:${PORT}`;
const owner = { email: 'ana@vitrine.test', password: 'vitrine-2026-ok' };
const folder = join(root, 'docs', 'pictures');

const desktop = { viewport: { width: 1440, height: 1100 } };
const phone = {
  ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  ...{ isMobile: true, hasTouch: true },
};

/** Each picture with its page, and an element that must show first. */
const pictures = [
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
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'));
  const server = spawn(pinnedNode(), ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({
      ...{ PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      ...{ OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
    }),
  });
  try {
    await until(() => fetch(`${base}/entrar`), START_MS, 'The server did not start.');
    mkdirSync(folder, { recursive: true });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    for (const picture of pictures) await takePicture(browser, sharp, picture);
    await browser.close();
    return 0;
  } finally {
    server.kill('SIGTERM');
    await exitCodeOf(server);
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function takePicture(browser, sharp, { name, path, shows, as }) {
  const context = await browser.newContext({ ...as, locale: 'pt-BR', reducedMotion: 'reduce' });
  const { request } = context;
  await request.post(`${base}/api/v1/session`, { data: owner });
  // The checklist would cover the start of the carousels.
  await request.post(`${base}/api/v1/first-steps/dismiss`);
  await until(
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
  console.log(`${(size / 1000).toFixed(0).padStart(5)} KB  docs/pictures/${name}.webp`);
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

async function until(condition, timeout, problem) {
  const end = Date.now() + timeout;
  while (!(await condition().catch(refused))?.ok) {
    if (Date.now() > end) throw new Problem(problem);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Connections are refused until the server listens. */
function refused(error) {
  if (error instanceof Problem) throw error;
  return null;
}

/** Resolves a package of another workspace. */
function from(workspace, name) {
  return createRequire(join(root, workspace))(name);
}
