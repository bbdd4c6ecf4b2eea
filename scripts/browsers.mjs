// npm run test:browsers: opens the screens and performs the main acts in Firefox, on the built
// server. CI does not run it: its journeys need Chromium.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { owner, withDemoServer } from './lib/demo-server.mjs';
import { acts } from './lib/firefox-acts.mjs';
import { main, Problem } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const PORT = Number(process.env.PORT ?? 3198);
/** Long, because the machine may be busy. */
const WAIT_MS = 60_000;
const QUIET_MS = 10_000;
const base = `http://localhost:${PORT}`;

const usage = `npm run test:browsers                opens the screens and performs the main acts in Firefox
npm run test:browsers -- snippet     only the acts whose name contains the word
FIREFOX_PATH names another Firefox.`;

const widths = [360, 1440];
const [word = ''] = process.argv.slice(2);

/** Each screen with an element that it must show. The demo school has content on all of them. */
const screens = {
  '/homepage': 'h1',
  '/meus-cursos': '.go-on-course h2',
  '/favoritos': 'h1',
  '/courses/1': 'h1',
  '/curso/1/aula/1': '.lesson h1',
  '/comunidade/explorer': 'h1',
  '/ranking': 'h1',
  '/perfil': 'h1',
  '/lembretes': 'h1',
  '/avaliacoes': 'h1',
  '/search?search=luz': 'a[href^="/cur"]',
  '/gestao/cursos': 'h1',
  '/homepage?editar=aparencia': '.edit-drawer',
};

await main(async () => {
  const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  if (!existsSync(executablePath))
    throw new Problem('No Firefox was found: apt-get install firefox-esr, or set FIREFOX_PATH.');
  await ensureBuilt();
  // Imported here, because ensureBuilt may have just installed it.
  const { default: puppeteer } = await import('puppeteer-core');
  return withDemoServer(PORT, async (dataDir) => {
    const { passed, failed } = await runActs(
      await puppeteer.launch({ browser: 'firefox', executablePath }),
      dataDir,
    );
    console.log(`${passed} passed, ${failed} failed`);
    return failed ? 1 : 0;
  });
}, usage);

/** Signs in, opens every screen at every width, then performs the acts. */
async function runActs(browser, folder) {
  const counts = { passed: 0, failed: 0 };
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.setViewport({ width: 1440, height: 900 });
    const errors = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('dialog', (dialog) => {
      errors.push('A form asked before it was left.');
      void dialog.accept();
    });
    const tools = { page, owner, folder, open: (path) => open(page, path) };

    async function check(name, work) {
      errors.length = 0;
      // A failed act lists its own error first, then the page's errors.
      await work().catch((error) => errors.unshift(error.message));
      counts[errors.length ? 'failed' : 'passed'] += 1;
      console.log([`${errors.length ? '✗' : '✓'} ${name}`, ...errors].join('\n    '));
    }

    const [[signsIn, signIn], ...others] = Object.entries(acts);
    await check(signsIn, () => signIn(tools));
    for (const width of word ? [] : widths) {
      await page.setViewport({ width, height: 900 });
      for (const [path, shown] of Object.entries(screens))
        await check(`${path} at ${width} px`, () => screen(page, path, shown));
    }
    for (const [name, act] of others.filter(([name]) => name.includes(word)))
      await check(name, () => act(tools));
  } finally {
    await browser.close();
  }
  return counts;
}

/** Leaves a page only once it is idle: Firefox reports aborted requests as errors. */
async function open(page, path) {
  await waitUntilIdle(page);
  await page.goto(base + path, { waitUntil: 'load' }).catch(({ message }) => {
    throw new Error(`${path}: ${message}`);
  });
  await waitUntilIdle(page);
}

/** The event stream stays open, so one request may be running. */
async function waitUntilIdle(page) {
  await page.waitForNetworkIdle({ concurrency: 1, timeout: QUIET_MS }).catch(() => null);
}

async function screen(page, path, shown) {
  await open(page, path);
  await page.waitForSelector(shown);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(wide <= 0, `It scrolls sideways by ${wide} px.`);
}
