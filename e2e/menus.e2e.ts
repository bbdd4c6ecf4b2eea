import type { Page } from '@playwright/test';
import { pageAt, pages as places, pagesIn } from '@vitrine/contract/pages';
import { communitiesHref } from '@vitrine/contract/urls';
import { post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test, type Size } from './fixtures.ts';

const marina = { name: 'Marina Teles', email: 'marina@example.com', password: 'uma senha boa 1' };

/** Opens the side menu, on the current page if it has the school's header. */
async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Abrir menu' }).first();
  // 'Editar site' has opened the drawer, which covers the button.
  const editing = new URL(page.url()).searchParams.has('editar');
  if (editing || !(await button.isVisible())) await page.goto('/homepage');
  await button.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link').first()).toBeVisible();
  return menu;
}

/** Follows every entry of the header and of a side menu with these entries, and checks its target. */
async function follow(page: Page, inMenu: string[]) {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  const hrefs = (links: ReturnType<Page['getByRole']>) =>
    links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  const menu = await openMenu(page);
  // The entry of lives waits for their list.
  await expect.poll(() => hrefs(menu.getByRole('link'))).toEqual(inMenu);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const inHeader = await hrefs(page.locator('header a:visible, .phone-tabs a:visible'));
  for (const [name, href] of [
    ...inHeader.map((to) => ['header', to] as const),
    ...inMenu.map((to) => ['menu', to] as const),
  ]) {
    if (name === 'header') {
      await page.goto('/homepage');
      await page
        .locator(`header a[href="${href}"]:visible, .phone-tabs a[href="${href}"]:visible`)
        .first()
        .click();
    } else await (await openMenu(page)).locator(`a[href="${href}"]`).click();
    await expect(page, `${name}: ${href}`).toHaveURL((url) => url.pathname + url.search === href);
    // The h1 of the page, or of the home page's first banner.
    await expect(page.getByRole('heading', { level: 1 }).first(), href).toBeVisible();
    await expect(page.getByText('Esta página não existe'), href).toBeHidden();
    const place = pageAt(new URL(page.url()).pathname)!;
    const title = place.name === 'homepage' ? /^[^·]+$/ : new RegExp(`^${place.page.title} · `);
    await expect(page, href).toHaveTitle(title);
    await expect(page.getByRole('dialog', { name: 'Menu' }), href).toBeHidden();
    await expectNoSidewaysScroll(page);
  }
  expect(errors).toEqual([]);
}

const linksOf = (menu: 'side' | 'management', tenant: number) =>
  pagesIn(menu).map((name) =>
    name === 'communities' ? communitiesHref(tenant) : places[name].path,
  );

async function tenantOf(page: Page) {
  const session: { tenant: { id: number } } = await page.evaluate(async () =>
    (await fetch('/api/v1/session')).json(),
  );
  return session.tenant.id;
}

for (const size of ['desktop', 'phone'] satisfies Size[])
  test(`every entry of header and menu leads to its page, for student and owner, ${size}`, async ({
    owner,
    signIn,
  }) => {
    test.slow();
    const { page } = await owner(size);
    await post(page, '/api/v1/members', marina);
    await post(page, '/api/v1/lives', {
      title: 'Luz de velas',
      starts_at: new Date(Date.now() + 86_400_000).toISOString(),
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    });
    const { page: student } = await signIn(marina.email, marina.password, size);
    const tenant = await tenantOf(page);
    const side = linksOf('side', tenant);
    await follow(student, side);
    await follow(page, [...side, ...linksOf('management', tenant)]);

    const menu = await openMenu(student);
    const preferences = menu.getByRole('button', { name: 'Notificações Novo' });
    await preferences.click();
    await expect(student.getByRole('dialog', { name: 'Notificações' })).toBeVisible();
    await student.keyboard.press('Escape');
    await (await openMenu(student)).getByRole('button', { name: 'Desconectar' }).click();
    await expect(student.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  });

test('no panel of the drawer scrolls sideways on a phone', async ({ owner }) => {
  const { page } = await owner('phone');
  for (const section of ['vitrine', 'aparencia', 'banner', 'login', 'aula/ajustes', 'footer']) {
    await page.goto(`/homepage?editar=${section}`);
    const panel = page.getByRole('dialog').locator('.quiet-scroll').last();
    // The panel's queries have loaded.
    await expect(panel.getByRole('switch').first()).toBeVisible();
    const [wide, visible] = await panel.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(wide, section).toBeLessThanOrEqual(visible!);
  }
});

test('header entries without space are clipped, and the focus skips them', async ({ owner }) => {
  const { page } = await owner('desktop');
  const tenant_id = await tenantOf(page);
  for (const name of ['Mentorias', 'Loja de presets', 'Agenda da escola'])
    await post(page, '/api/auth/config/plataforma/links/create', {
      tenant_id,
      link_title: name,
      link_url: 'loja.example.com',
    });
  await page.setViewportSize({ width: 768, height: 700 });
  await page.reload();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const last = menu.locator('a', { hasText: 'Agenda da escola' });
  await expect(last).toHaveJSProperty('inert', true);
  await expect(menu.locator('a', { hasText: 'Início' })).toHaveJSProperty('inert', false);
  const [entries, search] = await Promise.all([
    menu.boundingBox(),
    page.getByRole('button', { name: 'Buscar' }).boundingBox(),
  ]);
  expect(entries!.x + entries!.width).toBeLessThanOrEqual(search!.x);
  // A link that the header has no room for is in the side menu.
  const link = (await openMenu(page)).getByRole('link', { name: 'Agenda da escola' });
  await expect(link).toBeVisible();

  // There is room for all: the header alone has the links.
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(link).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(last).toHaveJSProperty('inert', false);
});

test('a long name of the school leaves the header to its menu', async ({ owner }) => {
  const { page } = await owner('desktop');
  const tenant_id = await tenantOf(page);
  await post(page, '/api/auth/config/plataforma/update-seo', {
    name: 'Escola Livre de Fotografia, Luz e Cinema do Vale do Paraíba 1',
  });
  for (const link_title of ['Mentorias', 'Loja'])
    await post(page, '/api/auth/config/plataforma/links/create', {
      tenant_id,
      link_title,
      link_url: 'loja.example.com',
    });
  await page.reload();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  for (const name of ['Início', 'Favoritos', 'Comunidades', 'Mentorias', 'Loja'])
    await expect(menu.locator('a', { hasText: name })).toHaveJSProperty('inert', false);
  const brand = page.locator('.brand-name > .truncate');
  await expect(brand).toBeVisible();
  expect((await brand.boundingBox())!.width).toBeGreaterThan(100);
});
