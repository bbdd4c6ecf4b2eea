import type { Request } from '@playwright/test';
import { fonts } from '@vitrine/contract/site';
import { jpeg } from '../apps/server/test/media.ts';
import { createLesson, post, postForm } from './calls.ts';
import { layoutShiftOf, recordLayoutShifts } from './expectations.ts';
import { expect, type Visitor, test } from './fixtures.ts';

/** Longer than the minimum height of a banner on a phone can hold. */
const subtitle = 'Aprenda a ler o céu, medir a exposição e sair de casa na hora exata. '.repeat(2);

const addBanner = async ({ page }: Visitor, title: string) =>
  postForm(
    page,
    '/api/auth/config/plataforma/bannersCustom/create',
    { title, subtitle, text_button: 'Começar', url_primary: '/favoritos' },
    { field: 'url_image', bytes: await jpeg(2400, 1800) },
  );

test('the first fold of the home page shows before its code has loaded', async ({
  owner,
  visitor,
}) => {
  const someone = await owner('phone');
  await addBanner(someone, 'A luz certa');

  const { page, context } = await visitor('phone');
  await context.addCookies(await someone.context.cookies());
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/homepage');
  await expect(page.getByRole('heading', { level: 1, name: 'A luz certa' })).toBeVisible();
  expect(await page.getByRole('link', { name: 'Começar' }).getAttribute('href')).toBe('/favoritos');
  const image = page.locator('.banners img');
  await expect(image).toHaveJSProperty('complete', true);
});

test('a page whose code does not load is loaded once more, and again with the next connection', async ({
  owner,
  visitor,
}) => {
  const someone = await owner('phone');
  const { page, context } = await visitor('phone'); // without a worker that has the code
  await context.addCookies(await someone.context.cookies());
  const code = /assets\/(?!start).*\.js/;
  await page.route(code, (route) => route.abort());
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.goto('/homepage');
  // It says so instead of loading a third time.
  await expect(page.getByRole('alert')).toContainText('Esta página não carregou');
  expect(loads).toBe(2);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => loads).toBe(3);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(code);
  await context.setOffline(true);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Abrir menu' }).first().click();
  await expect(page.getByRole('button', { name: 'Desconectar' })).toBeVisible();
  expect(loads).toBe(4);
});

test('a page of lists shows placeholders before its code has loaded', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/favoritos');
  await expect(page.locator('main .skeleton').first()).toBeVisible();
});

test('nothing moves when the code takes over, and the page requests only what it shows', async ({
  owner,
  signIn,
}) => {
  const someone = await owner('phone');
  await addBanner(someone, 'A luz certa');
  const person = { name: 'Rosa Lemos', email: 'rosa@exemplo.com', password: 'luz-e-sombra-42' };
  await post(someone.page, '/api/v1/members', person);

  const { page } = await signIn(person.email, person.password, 'phone');
  await page.waitForLoadState('networkidle'); // the home page after the sign-in sends requests too
  await recordLayoutShifts(page);
  const requests = [] as Request[];
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests.push(request);
  });
  await page.goto('/homepage', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Abrir menu' }).first()).toBeVisible();
  expect(await layoutShiftOf(page)).toBeLessThan(0.002);
  // A banner always shows its whole button, however long its text.
  const endOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await endOf('.banner-button')).toBeLessThanOrEqual(await endOf('.banner-viewport'));
  // The page, its start script, code in three files, styles, and the font's weights. No separate API
  // answer.
  const paths = requests.map((request) => new URL(request.url()).pathname);
  const isLater = (path: string) =>
    path.startsWith('/api/') || /\/(alerts|header-alerts|gains)-/.test(path);
  expect(paths.filter((path) => !isLater(path)).length).toBeLessThanOrEqual(10);
  // The HTML embeds the student's news: bell, live, rewards, levels. The page opens only the event
  // stream.
  expect(paths.filter((path) => path.startsWith('/api/'))).toEqual(['/api/v1/events']);
  const later = paths.filter((path) => path.startsWith('/assets/') && isLater(path));
  expect(new Set(later).size).toBeLessThanOrEqual(4); // with its styles
});

test('the weight of the rows arrives with the code, and not after they are laid out', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const { id } = await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await post(page, '/api/auth/config/plataforma/carrossel/create', {
    title: 'Primeiros cursos',
    type: '1',
    content: [id],
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.card-row-title')) return;
      performance.mark('rows');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/homepage');
  await expect(page.getByRole('heading', { name: 'Primeiros cursos' })).toBeVisible();
  const isAsked = () =>
    page.evaluate(() => {
      const [rows] = performance.getEntriesByName('rows');
      const fonts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /-700-/.test(name));
      return fonts.map(({ startTime }) => startTime < rows!.startTime);
    });
  await expect.poll(isAsked).toEqual([true]);
});

test("a new school's first steps move nothing, however late their code arrives", async ({
  owner,
}) => {
  const { page } = await owner('phone');
  await addBanner({ page } as Visitor, 'A luz certa');
  await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await page.route(/assets\/first-steps.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await recordLayoutShifts(page);
  await page.goto('/homepage');
  await expect(page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
});

test("a lesson's text shows before its code has loaded, and does not change", async ({ owner }) => {
  const { page } = await owner('phone');
  const { path } = await createLesson(page, {
    title: 'A janela',
    content: `<h2>Antes de começar</h2>${`<p>${subtitle}</p>`.repeat(9)}<table><tbody><tr><td>f/2</td><td>1/60</td></tr></tbody></table>`,
  });
  const text = page.locator('.lesson-content');
  const places = () =>
    text.evaluate((one) =>
      [one, ...one.children].map((part) => [part.tagName, part.getBoundingClientRect().toJSON()]),
    );

  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(path);
  await expect(text.getByRole('heading', { name: 'Antes de começar' })).toBeVisible();
  const before = await places();

  // The student scrolls while the code loads.
  await page.unroute('**/assets/*.js');
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const firstFold = { gone: false };
    Object.assign(globalThis, { seen: firstFold });
    const heading = '.lesson-content h2';
    let painted = false;
    new MutationObserver(() => {
      const now = document.querySelector(heading) !== null;
      if (painted && !now) firstFold.gone = true;
      painted = now;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(text.getByRole('heading', { name: 'Antes de começar' })).toBeVisible();
  expect(await places()).toEqual(before);
  await page.evaluate(() => scrollTo(0, 120));
  code.resolve();
  await expect(page.getByRole('button', { name: 'Concluir aula' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(120);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await places()).toEqual(before);
  expect(await page.evaluate(() => (globalThis as unknown as { seen: object }).seen)).toEqual({
    gone: false,
  });
});

test('a lesson keeps its place in every template, below a marquee too', async ({
  owner,
  visitor,
}) => {
  const { page: editing, context: signedIn } = await owner();
  // A service worker would answer with the code that it keeps.
  const { page, context } = await visitor('desktop', { serviceWorkers: 'block' });
  await context.addCookies(await signedIn.cookies());
  const made = async (path: string, body: object): Promise<number> =>
    (await post(editing, path, body)).id;
  const product = await made('/api/v1/products', { title: 'Plano' });
  const course = await made('/api/v1/courses', { title: 'Luz natural', product_ids: [product] });
  const module = await made(`/api/v1/courses/${course}/modules`, { title: 'Janela' });
  const lesson = (body: object) =>
    made(`/api/v1/modules/${module}/lessons`, { title: 'A janela', ...body });
  const lessons = [
    await lesson({ content: '<p>Luz.</p>' }),
    await lesson({ video_url: 'https://www.youtube.com/embed/aqz-KE-bpKQ' }),
  ];
  await made('/api/auth/marquee/create', { text: 'Sábado tem saída', product_id: product });
  const heading = page.getByRole('heading', { level: 1, name: 'A janela' });
  const like = page.getByRole('button', { name: 'Curtir aula' });
  const code = /assets\/(?!start).*\.js/;
  const places = async () => [await heading.boundingBox(), await like.boundingBox()];

  for (const theme_classes of [1, 2, 3]) {
    await post(editing, '/api/auth/config/plataforma/updateCustomBasic', { theme_classes });
    for (const id of lessons)
      for (const size of [
        { width: 1280, height: 720 },
        { width: 360, height: 740 },
      ]) {
        await page.setViewportSize(size);
        const at = `/curso/${course}/aula/${id}`;
        // Code that fails would load the page again while it is measured.
        await page.route(code, () => {});
        await page.goto(at, { waitUntil: 'commit' });
        await expect(heading).toBeVisible();
        await expect(like).toBeVisible();
        await page.evaluate(async () => void (await document.fonts.ready));
        const before = await places();
        await page.unroute(code);
        await page.goto(at, { waitUntil: 'networkidle' });
        await expect(page.getByRole('marquee')).toBeVisible();
        expect(await places(), JSON.stringify([theme_classes, id, size])).toEqual(before);
      }
  }
});

test('the pages of a student send no further requests', async ({ owner, signIn }) => {
  const { page: admin } = await owner();
  const { id: product } = await post(admin, '/api/v1/products', { title: 'Plano' });
  const lesson = await createLesson(admin, { title: 'A janela' }, { product_ids: [product] });
  const person = { name: 'Rosa Lemos', email: 'rosa@exemplo.com', password: 'luz-e-sombra-42' };
  await post(admin, '/api/v1/members', { ...person, product_ids: [product] });

  const { page } = await signIn(person.email, person.password, 'phone');
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push(pathname);
  });
  const others = [
    'meus-cursos',
    'favoritos',
    'avaliacoes',
    'notifications',
    'ranking',
    'lembretes',
    'live',
    'comunidade/explorer',
    'perfil/pontos',
    'perfil/dados',
  ];
  const shows: Record<string, { button: string; asks: string[] }> = {
    ...Object.fromEntries(others.map((at) => [`/${at}`, { button: 'Abrir menu', asks: [] }])),
    // Without rewards it tells whether other products bring some.
    '/perfil/recompensas': { button: 'Abrir menu', asks: ['/api/v1/me/rewards/closed'] },
    '/dashboard/profile': { button: 'Editar perfil', asks: ['/api/v1/me/sessions'] },
    [`/courses/${lesson.courseId}`]: { button: 'Abrir menu', asks: [] },
    // The comments below a lesson are a separate request.
    [lesson.path]: {
      button: 'Concluir aula',
      asks: [`/api/v1/lessons/${lesson.id}/comments`],
    },
  };
  for (const [at, { button, asks }] of Object.entries(shows)) {
    paths.length = 0;
    await page.goto(at, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: button }).first()).toBeVisible();
    expect(paths.toSorted(), at).toEqual(['/api/v1/events', ...asks]);
  }
});

test('a page with missing code of an older build offers a reload', async ({ owner }) => {
  const { page } = await owner();
  await page.route('**/assets/custom-html-panel*', (route) => route.abort());
  await page.goto('/homepage?editar=html');
  await expect(page.getByText('Há uma versão nova do site')).toBeVisible();
  await page.unroute('**/assets/custom-html-panel*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('button', { name: 'Novo HTML personalizado' })).toBeVisible();
});

test('the login page is light in every font', async ({ owner, visitor }) => {
  const { page: admin } = await owner();
  const { page, context } = await visitor('phone');
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const sizes = new Map<string, number>();
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  for (const font of Object.keys(fonts)) {
    await post(admin, '/api/auth/config/plataforma/updateCustomBasic', { font_primary: font });
    await line.send('Network.clearBrowserCache');
    sizes.clear();
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await page.locator('#theme').textContent()).toContain(font);
    expect(sizes.size).toBeLessThanOrEqual(6);
    const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    expect(bytes, font).toBeLessThanOrEqual(45_000);
  }
});

test('a button pressed before its code has loaded acts once the code is there', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const lesson = await createLesson(page, { title: 'A janela' });
  const code = Promise.withResolvers<void>();
  await page.route(/assets\/(?!start).*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(lesson.path, { waitUntil: 'commit' });
  const like = page.getByRole('button', { name: 'Curtir aula' });
  const list = page.getByRole('button', { name: 'Minha lista: A janela' });
  await list.click();
  await like.click();
  await like.click();
  const sent = { like: 0, list: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET') return;
    if (request.url().includes('/like')) sent.like += 1;
    if (request.url().includes('/favorites')) sent.list += 1;
  });
  code.resolve();
  await expect(page.getByRole('button', { name: 'Curtir aula', pressed: true })).toBeFocused();
  await expect(list).toHaveAttribute('aria-pressed', 'true');
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual({ like: 1, list: 1 });
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(list).toHaveAttribute('aria-pressed', 'true');
});

test('a press during which the code takes over acts once, on its release', async ({ owner }) => {
  const { page, context } = await owner('phone');
  const lesson = await createLesson(page, { title: 'A janela' });
  const like = page.getByRole('button', { name: 'Curtir aula' });
  const list = page.getByRole('button', { name: 'Minha lista: A janela' });
  const link = page.getByRole('link', { name: 'Módulo 1', exact: true });
  const devTools = await context.newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchEnd') => {
    const box = type === 'touchStart' && (await list.boundingBox());
    const touchPoints = box ? [{ x: box.x + 20, y: box.y + 20 }] : [];
    await devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /like|favorites/.test(pathname)) sent.push(pathname);
  });

  for (const control of [like, list, link]) {
    const code = Promise.withResolvers<void>();
    await page.route(/assets\/(?!start).*\.js/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(lesson.path, { waitUntil: 'commit' });
    await control.hover();
    await page.waitForLoadState('domcontentloaded');
    const early = await control.elementHandle();
    if (control === list) await touch('touchStart');
    else await page.mouse.down();
    code.resolve();
    await expect.poll(() => early?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(control).toBeVisible();
    if (control === list) await touch('touchEnd');
    else await page.mouse.up();
    if (control === link) await page.waitForURL(/\/modulos\//);
    else await expect(control).toHaveAttribute('aria-pressed', 'true');
    await page.unrouteAll();
  }
  expect(sent).toHaveLength(2);
});

test('the page names its own code, and loads no other page’s', async ({ owner }) => {
  const { page } = await owner('phone');
  const scripts = [] as string[];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const response = await page.goto('/ranking', { waitUntil: 'networkidle' });
  expect(await response!.text()).toMatch(
    /<link rel="modulepreload" href="\/assets\/ranking-[\w-]+\.js">/,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Ranking' })).toBeVisible();
  expect(scripts.join()).toMatch(/\/ranking-/);
  expect(
    scripts.filter((path) => /\/(community|lesson|catalog|posting|profile)-/.test(path)),
  ).toEqual([]);
});
