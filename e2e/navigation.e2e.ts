import { post } from './calls.ts';
import { expect, test } from './fixtures.ts';

const footerPanel = '/homepage?editar=footer';

test('Back asks before unsaved changes are lost, and goes where it was going', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar');
  const place = () => page.url().replace(new URL(page.url()).origin, '');
  await page.getByRole('button', { name: /^Footer/ }).click();
  await expect.poll(place).toBe(footerPanel);
  await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/contraluz');
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });

  await page.goBack();
  await expect(question).toBeVisible();
  expect(place()).toBe(footerPanel);
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Instagram' })).toHaveValue(/contraluz/);

  await page.goBack();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect.poll(place).toBe('/homepage?editar');
  await page.goForward();
  await expect.poll(place).toBe(footerPanel);
  await expect(page.getByRole('textbox', { name: 'Instagram' })).toHaveValue('');
});

test('a page keeps its position for Back, and a new one starts at its top', async ({ owner }) => {
  const { page } = await owner();
  const course = await post(page, '/api/v1/courses', { title: 'Luz natural' });
  for (const title of ['Fileira um', 'Fileira dois', 'Fileira três', 'Fileira quatro'])
    await post(page, '/api/auth/config/plataforma/carrossel/create', {
      title,
      type: '1',
      card_type: 'vertical',
      content: [course.id],
    });
  await page.goto('/homepage');
  const last = page.getByRole('region', { name: 'Fileira quatro' });
  await last.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(300);

  await last.getByRole('link', { name: /Luz natural/ }).click();
  // The banner of the home page has the same heading, and the page stays until the code has come.
  await expect(last).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Luz natural', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // The link went with home: a screen reader hears the page, and begins at its top.
  await expect(page.getByRole('status').filter({ hasText: 'Luz natural · Contraluz' })).toHaveCount(
    1,
  );
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(position);

  // The server sends the first fold alone, so the browser finds no such place.
  await page.goto('about:blank');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await page.goto('/homepage');
  await expect(last).toBeAttached();
  // The code that would scroll has loaded, and the page's size has been told in a frame.
  await expect(page.locator('output.sr-only > span')).toBeAttached();
  const scrolled = page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return scrollY;
  });
  expect(await scrolled).toBe(0);
});

test('a page that opens before all code has come is told once it has', async ({ owner }) => {
  const { page } = await owner();
  // The service worker would answer with the code that it keeps.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/page-arrival*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/homepage');
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  const heading = page.getByRole('heading', { name: 'Favoritos', level: 1 });
  await expect(heading).toBeVisible();
  code.resolve();
  await expect(page.getByRole('status').filter({ hasText: 'Favoritos · Contraluz' })).toHaveCount(
    1,
  );
});

test('a course of open modules keeps its position for Back', async ({ owner }) => {
  const { page } = await owner();
  const course = await post(page, '/api/v1/courses', { title: 'Luz natural' });
  for (const title of ['Janela', 'Rua', 'Noite', 'Estúdio', 'Viagem']) {
    const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title });
    for (const number of [1, 2, 3, 4, 5, 6])
      await post(page, `/api/v1/modules/${module.id}/lessons`, { title: `${title} ${number}` });
  }
  await page.goto(`/courses/${course.id}`, { waitUntil: 'networkidle' });
  const last = page.getByRole('link', { name: 'Viagem 6' });
  // It scrolls to the link, also if React replaces the first fold meanwhile.
  await last.hover();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(1000);
  await last.click();
  await expect(page.getByRole('heading', { name: 'Viagem 6', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect(last).toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - position)).toBeLessThan(8);
});

test('a live starts at its top, and Back leads to its row', async ({ owner }) => {
  const { page } = await owner();
  for (let day = 1; day <= 14; day += 1)
    await post(page, '/api/v1/lives', {
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      title: `Saída ${day}`,
      starts_at: new Date(Date.now() + day * 86_400_000).toISOString(),
    });
  await page.goto('/live');
  const last = page.getByRole('link', { name: /Saída 14/ });
  await last.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(200);
  await last.click();
  await expect(page.getByRole('heading', { name: 'Saída 14', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(position);
});

test('a page stays until the code of the next one has come, and says so if it does not', async ({
  owner,
}) => {
  const { page } = await owner();
  // The service worker would answer with the code that it keeps.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.goto('/homepage');
  const heading = page.getByRole('heading', { name: 'Favoritos', level: 1 });
  const homeTitle = await page.title();
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/favorites-page*.js', async (route) => {
    await code.promise;
    await route.abort();
  });
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await expect.poll(() => page.url()).toContain('/favoritos');
  expect(await page.title()).toBe(homeTitle);
  await expect(heading).toBeHidden();
  code.resolve();
  await expect(page.getByText('Há uma versão nova do site')).toBeVisible();

  // Other pages still open. The browser does not try a failed module again, so the page offers to load anew.
  await page.unroute('**/assets/favorites-page*.js');
  await page.getByRole('link', { name: 'Início' }).first().click();
  await expect(page.getByText('Há uma versão nova do site')).toBeHidden();
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(heading).toBeVisible();
});

test('parts of a page whose code does not come say so, leave the page, and load later', async ({
  owner,
}) => {
  const { page, context } = await owner();
  // The service worker would answer with the code that it keeps.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.goto('/homepage?editar');
  const openedAt = await page.evaluate(() => performance.timeOrigin);
  const footer = page.getByRole('button', { name: /^Footer/ });
  await expect(footer).toBeVisible();
  await context.setOffline(true);
  await footer.click();
  await expect(page.getByText('Este painel não carregou')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('textbox', { name: 'Instagram' })).toBeVisible();

  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page.getByRole('link', { name: 'Editar site' })).toBeVisible();
  const bell = page.getByRole('button', { name: /^Notificações/ });
  const code = '**/assets/bell-popover*.js';
  await page.route(code, (route) => route.abort());
  await bell.click();
  await expect(page.getByText('Esta parte não carregou')).toBeVisible();
  await page.unroute(code);
  await bell.click();
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(openedAt);
});
