import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { createSchool, ownerLink } from '../apps/server/src/features/tenants/tenants.store.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { chromiumPath } from '../scripts/lib/chromium.mjs';

export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const;

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

let browser: Browser;
let platform: Platform;

/** Opens Chromium and a door to the database for a file of journeys; closes both behind it. */
export function openBrowser() {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath(), args });
    const config = readConfig({ DATA_DIR: inject('dataDir'), POOL_SIZE: '2', LOG_LEVEL: 'silent' });
    platform = await openPlatform(config, inject('databaseUrl'), openLog(config));
  });
  afterAll(async () => {
    await browser.close();
    await platform.jobs.stop();
    await platform.database.close();
  });
}

export interface School {
  id: number;
  base: string;
  /** The path of a link that signs the owner in once. */
  ownerLink: string;
}

let count = 0;

export async function newSchool(name = 'Contraluz'): Promise<School> {
  const slug = `e${process.pid}-${(count += 1)}`;
  const owner = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id, ownerId } = await createSchool(platform.database, { name, slug, owner });
  return {
    id,
    base: `http://${slug}.localhost:${inject('port')}`,
    ownerLink: await ownerLink(platform.database, id, ownerId),
  };
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
}

/** A browser of one's own at a school. What breaks in the page breaks the journey. */
export async function visitor(
  school: School,
  size: keyof typeof sizes = 'desktop',
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: school.base,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => {
    throw error;
  });
  return { page, context };
}

/** The owner, in by the link that a first start prints. */
export async function owner(
  school: School,
  size: keyof typeof sizes = 'desktop',
): Promise<Visitor> {
  const someone = await visitor(school, size);
  await someone.page.goto(school.ownerLink);
  await someone.page.getByRole('button', { name: 'Entrar' }).click();
  await someone.page.waitForURL('**/homepage');
  return someone;
}

/** A person who has a password, in by the sign-in page. */
export async function signIn(
  school: School,
  email: string,
  password: string,
  size: keyof typeof sizes = 'desktop',
): Promise<Visitor> {
  const someone = await visitor(school, size);
  await someone.page.goto('/entrar');
  await someone.page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await someone.page.getByLabel('Senha', { exact: true }).fill(password);
  await someone.page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await someone.page.waitForURL('**/homepage');
  return someone;
}

/** No serious or critical finding on the page as it stands. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  );
}

/** The page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(seen!);
}
