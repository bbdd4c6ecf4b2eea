import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { hashToken, newToken } from '../apps/server/src/platform/secrets.ts';
import { runningServer } from './running-server.ts';

export { expect };

/** The widths and heights in which journeys run, in pixels. */
export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const;

/** The name of such a window. */
export type Size = keyof typeof sizes;

interface School {
  id: number;
  base: string;
  ownerId: number;
}

/** A browser of its own, signed in or not. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
}

/** Opens a browser at the school, desktop-sized by default. */
export type OpenVisitor = (size?: Size, options?: BrowserContextOptions) => Promise<Visitor>;
/** Opens the home page as the owner, with a session of the server's making: a sign-in takes seconds. */
export type OpenOwner = (size?: Size) => Promise<Visitor>;
/** Signs in a person with a password on the sign-in page. */
export type SignIn = (email: string, password: string, size?: Size) => Promise<Visitor>;

interface Fixtures {
  /** A fixture option: `test.use({ schoolName: '…' })`. */
  schoolName: string;
  /** A new school for this test only. */
  school: School;
  visitor: OpenVisitor;
  owner: OpenOwner;
  signIn: SignIn;
}

interface WorkerFixtures {
  /** A connection to the running server's database. */
  platform: Platform;
}

const SESSION_MS = 3_600_000;

let count = 0;

/** Playwright's `test` with a school of its own for each journey, and people who open it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  platform: [
    async ({}, provide) => {
      const { dataDir, databaseUrl } = runningServer();
      const config = readConfig({ DATA_DIR: dataDir, POOL_SIZE: '2', LOG_LEVEL: 'silent' });
      const platform = await openPlatform(config, databaseUrl, openLog(config));
      await provide(platform);
      await platform.jobs.stop();
      await platform.database.close();
    },
    { scope: 'worker' },
  ],

  schoolName: ['Contraluz', { option: true }],

  school: async ({ platform, schoolName }, provide) => {
    // A retry runs in another worker process, so its schools have other names.
    const slug = `e${process.pid}-${(count += 1)}`;
    const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
    const { id, ownerId } = await createSchool(platform.database, {
      name: schoolName,
      slug,
      owner: person,
    });
    await provide({
      id,
      base: `http://${slug}.localhost:${runningServer().port}`,
      ownerId,
    });
  },

  visitor: async ({ browser, school }, provide) => {
    const contexts: BrowserContext[] = [];
    const pageErrors: Error[] = [];
    await provide(async (size = 'desktop', options = {}) => {
      const context = await browser.newContext({
        baseURL: school.base,
        viewport: sizes[size],
        hasTouch: size === 'phone',
        ...options,
      });
      contexts.push(context);
      context.on('weberror', (webError) => pageErrors.push(webError.error()));
      return { page: await context.newPage(), context };
    });
    // Before the contexts close: Playwright takes a failed test's screenshots from open pages.
    expect.soft(pageErrors, 'uncaught errors in pages').toEqual([]);
    for (const context of contexts) await context.close();
  },

  owner: async ({ platform, school, visitor }, provide) => {
    await provide(async (size) => {
      const someone = await visitor(size);
      const value = newToken();
      await platform.database.transaction(school.id, ({ db }) =>
        db
          .insertInto('sessions')
          .values({
            member_id: school.ownerId,
            token_hash: hashToken(value),
            expires_at: new Date(Date.now() + SESSION_MS),
          })
          .execute(),
      );
      await someone.context.addCookies([{ name: 'vitrine', value, url: school.base }]);
      await someone.page.goto('/homepage');
      return someone;
    });
  },

  signIn: async ({ visitor }, provide) => {
    await provide(async (email, password, size) => {
      const someone = await visitor(size);
      await someone.page.goto('/entrar');
      await someone.page.getByRole('textbox', { name: 'E-mail' }).fill(email);
      await someone.page.getByLabel('Senha', { exact: true }).fill(password);
      await someone.page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await someone.page.waitForURL('**/homepage');
      return someone;
    });
  },
});
