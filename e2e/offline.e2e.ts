import type { BrowserContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, post } from './calls.ts';
import { expectAccessible } from './expectations.ts';
import { expect, test, type OpenOwner } from './fixtures.ts';

const marina = { name: 'Marina', email: 'marina@example.com', password: 'uma senha boa 1' };
const joao = { name: 'João', email: 'joao@example.com', password: 'outra senha boa 2' };
const SECRET = 'A luz entra pela janela do norte';

interface CourseLesson {
  id: number;
  path: string;
}

interface Course {
  /** The owner's page. */
  page: Page;
  courseId: number;
  lessons: [CourseLesson, CourseLesson];
}

/** Creates a course of two lessons: the first has a video and a file. Marina and João hold it. */
async function courseOf(owner: OpenOwner): Promise<Course> {
  const { page } = await owner();
  const video = await upload(page, 'lesson_video', 'minute.webm', 'lesson.webm');
  const sheet = await uploadText(page, 'roteiro.txt', 'Primeiro a janela.');
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const body = { title: 'Luz natural', product_ids: [product.id] };
  const course = await post(page, '/api/v1/courses', body);
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Começo' });
  const lesson = (title: string, fields: object) =>
    post(page, `/api/v1/modules/${module.id}/lessons`, { title, ...fields });
  const first = await lesson('A janela', {
    content: `<p>${SECRET}</p>`,
    video_url: video,
    files: [{ name: 'Roteiro.txt', path: sheet }],
  });
  const second = await lesson('O rebatedor', { content: '<p>Um lençol branco serve.</p>' });
  for (const one of [marina, joao])
    await post(page, '/api/v1/members', { ...one, product_ids: [product.id] });
  return {
    page,
    courseId: course.id,
    lessons: [
      { id: first.id, path: `/curso/${course.id}/a-janela/${first.id}` },
      { id: second.id, path: `/curso/${course.id}/o-rebatedor/${second.id}` },
    ],
  };
}

const upload = async (page: Page, use: string, media: string, filename: string) =>
  send(page, use, filename, await readFile(join(import.meta.dirname, 'media', media)));
const uploadText = (page: Page, filename: string, text: string) =>
  send(page, 'lesson_file', filename, Buffer.from(text));

/** Announces and uploads a file, and returns its path. */
const send = (page: Page, use: string, filename: string, bytes: Buffer) =>
  page.evaluate(
    async (file) => {
      const body = Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0));
      const announced = await fetch('/api/v1/uploads', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ use: file.use, filename: file.filename, size: body.length }),
      });
      const { data } = (await announced.json()) as { data: { path: string; url: string } };
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = await fetch(data.url, { method: 'PUT', headers, body });
      if (!sent.ok) throw new Error(await sent.text());
      return data.path;
    },
    { use, filename, base64: bytes.toString('base64') },
  );

/** Waits until the worker is active and has cached this page's resources. */
async function waitUntilCached(page: Page, name: string, path: string) {
  await expect
    .poll(
      () =>
        page.evaluate(
          async ([prefix, at]) => {
            const cacheName = (await caches.keys()).find((one) => one.startsWith(prefix));
            if (!cacheName || !navigator.serviceWorker.controller) return false;
            return (await caches.match(at, { cacheName, ignoreVary: true })) !== undefined;
          },
          [name, path] as const,
        ),
      { message: `${path} is kept` },
    )
    .toBe(true);
}

/** Waits until the tab hears the others. Its listener loads some seconds after the page. */
const waitUntilListening = (tab: Page) =>
  expect
    .poll(() =>
      tab.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => name.includes('/start-offline-')),
      ),
    )
    .toBe(true);

/** Every text that the browser stores for this school: caches, databases, local storage. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const texts: Record<string, string> = {};
    for (const name of await caches.keys()) {
      if (name.startsWith('vitrine-shell:')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        if (response) texts[`${name} ${request.url}`] = await response.text(); // else deleted meanwhile
      }
    }
    for (const [key, value] of Object.entries(localStorage)) texts[`local ${key}`] = String(value);
    for (const [key, value] of Object.entries(sessionStorage))
      texts[`session ${key}`] = String(value);
    for (const { name } of await indexedDB.databases()) texts[`database ${name}`] = '';
    return texts;
  });

async function signInAgain(page: Page, { email, password }: typeof marina) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/homepage');
}

async function signOut(page: Page) {
  await page.goto('/homepage');
  await page
    .getByRole('button', { name: /^Abrir menu/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Desconectar' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/homepage'));
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
}

/** The first lesson's text is in a tab behind its video. */
async function expectWords(page: Page) {
  await page.getByRole('tab', { name: 'Sobre a aula' }).click();
  await expect(page.getByText(SECRET)).toBeVisible();
}

const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Cuts the connection of all pages. Chromium 150 sets `navigator.onLine` to true again where a service
 * worker answers a navigation, so this tells each new document. Returns what restores it.
 */
async function cutConnection(context: BrowserContext) {
  await context.setOffline(true);
  const restores: (() => Promise<void>)[] = [];
  const watch = async (page: Page) => {
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    const tell = () => devTools.send('Network.emulateNetworkConditions', OFFLINE);
    page.on('domcontentloaded', tell);
    restores.push(async () => {
      page.off('domcontentloaded', tell);
      await devTools.detach().catch(() => {}); // a closed page has none
    });
  };
  for (const page of context.pages()) await watch(page);
  context.on('page', watch);
  return async () => {
    context.off('page', watch);
    for (const restore of restores) await restore();
    await context.setOffline(false);
  };
}

test('on a phone, the banner of a lost connection leaves the buttons of a dialog free', async ({
  owner,
}) => {
  const { page, context } = await owner('phone');
  await page.goto('/gestao/produtos');
  await page.getByRole('button', { name: 'Novo produto' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo produto' });
  await expect(dialog).toBeVisible();
  const restore = await cutConnection(context);
  await expect(page.locator('.connection-banner')).toBeVisible();
  const buttons = dialog.locator('footer button');
  for (let n = 0; n < (await buttons.count()); n += 1)
    await buttons.nth(n).click({ trial: true, timeout: 5_000 });
  await restore();
});

test('home and an opened lesson are readable offline; another lesson is not', async ({
  owner,
  signIn,
}) => {
  const { lessons, courseId } = await courseOf(owner);
  const { page, context } = await signIn(marina.email, marina.password, 'phone');
  await page.goto(lessons[1].path);
  await waitUntilCached(page, 'vitrine-pages:', `/api/v1/lessons/${lessons[1].id}`);
  await waitUntilCached(page, 'vitrine-pages:', '/homepage');

  const restoreConnection = await cutConnection(context);
  await page.goto('/homepage');
  await expect(page.getByText('Luz natural').first()).toBeVisible();
  await expect(page.getByText('Você está sem conexão.')).toBeVisible();
  // Opens the URL of a menu entry or shared link anew.
  await page.goto(lessons[1].path);
  await expect(page.getByText('Um lençol branco serve.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/courses/${courseId + 1000}`);
  await expect(page.getByText('Você está sem conexão.')).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);

  await restoreConnection();
  await page.goto(lessons[0].path);
  await expectWords(page);
});

test('a home page that opened offline shows what is new once the connection is back', async ({
  owner,
  signIn,
}) => {
  const { page: admin, courseId } = await courseOf(owner);
  const { page, context } = await signIn(marina.email, marina.password, 'phone');
  await page.goto('/homepage');
  await waitUntilCached(page, 'vitrine-pages:', '/homepage');
  const restoreConnection = await cutConnection(context);
  await page.goto('/homepage');
  await expect(page.getByText('Luz natural').first()).toBeVisible();
  await waitUntilListening(page);
  await call(admin, 'PATCH', `/api/v1/courses/${courseId}`, { title: 'Luz de estúdio' });
  await restoreConnection();
  await expect(page.getByText('Luz de estúdio').first()).toBeVisible();
});

test('a downloaded lesson plays offline, shows its size, and can be removed', async ({
  owner,
  signIn,
}) => {
  const { lessons } = await courseOf(owner);
  const [{ path }] = lessons;
  const { page, context } = await signIn(marina.email, marina.password);
  await page.goto(path);
  await waitUntilCached(page, 'vitrine-pages:', '/downloads');
  await page.getByRole('button', { name: 'Baixar para ver sem internet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Baixar para ver sem internet' });
  await expect(dialog.getByText(/Ocupa [\d,]+ [KM]?B neste aparelho\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Baixar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Baixada para ver sem internet' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver downloads' }).click();
  await expect(page.getByRole('link', { name: 'A janela' })).toBeVisible();
  await expectAccessible(page);

  await cutConnection(context);
  await page.goto('/downloads');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Roteiro.txt', exact: true }).click();
  expect(await readFile((await (await download).path())!, 'utf8')).toBe('Primeiro a janela.');
  await page.getByRole('link', { name: 'A janela' }).click();
  await expectWords(page);
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration)))
    .toBeGreaterThan(30);
  // Seeking to the middle needs a range request.
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 40;
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);

  await page.goto('/downloads');
  await page.getByRole('button', { name: 'Remover A janela' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Remover', exact: true })
    .click();
  await expect(page.getByText('Nenhuma aula baixada')).toBeVisible();
  const left = Object.keys(await everythingKept(page)).filter((key) => key.includes('/files/'));
  expect(left).toEqual([]);
});

test('a lesson that the member lost access to leaves the device at the next visit', async ({
  owner,
  signIn,
}) => {
  const { page: admin, lessons, courseId } = await courseOf(owner);
  const [{ path }] = lessons;
  const { page } = await signIn(marina.email, marina.password);
  await page.goto(path);
  await waitUntilCached(page, 'vitrine-pages:', '/downloads');
  await page.getByRole('button', { name: 'Baixar para ver sem internet' }).click();
  await page.getByRole('button', { name: 'Baixar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Baixada para ver sem internet' })).toBeVisible();
  await call(admin, 'PATCH', `/api/v1/courses/${courseId}`, { product_ids: [] });

  await page.goto('/perfil');
  await expect
    .poll(async () => JSON.stringify(await everythingKept(page)).includes(SECRET))
    .toBe(false);
  const keys = Object.keys(await everythingKept(page));
  expect(keys.filter((key) => key.includes('vitrine-lessons:'))).toEqual([]);
});

test('signing out deletes the person’s data in every tab, and the next person sees only their own', async ({
  owner,
  signIn,
}) => {
  const { lessons } = await courseOf(owner);
  const [{ id, path }] = lessons;
  const { page, context } = await signIn(marina.email, marina.password);
  await page.goto(path);
  await waitUntilCached(page, 'vitrine-pages:', `/api/v1/lessons/${id}`);
  await page.getByRole('textbox', { name: 'Pergunte ou conte como foi' }).fill('Um rascunho meu');
  await page.getByRole('button', { name: 'Baixar para ver sem internet' }).click();
  await page.getByRole('button', { name: 'Baixar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Baixada para ver sem internet' })).toBeVisible();
  const before = JSON.stringify(await everythingKept(page));
  expect(before).toContain(SECRET);
  expect(before).toContain('Um rascunho meu');

  const other = await context.newPage();
  await other.goto('/favoritos');
  await waitUntilListening(other);
  await signOut(page);
  await expect(other.getByLabel('Senha', { exact: true })).toBeVisible();
  const after = await everythingKept(page);
  expect(Object.keys(after).filter((key) => !key.includes('vitrine-state'))).toEqual([]);

  // Offline, no URL shows the signed-out person's data.
  const restoreConnection = await cutConnection(context);
  await page.goto(path).catch(() => {});
  expect(await page.content()).not.toContain(SECRET);
  await restoreConnection();

  await page.goto('/entrar');
  await signInAgain(page, joao);
  await waitUntilCached(page, 'vitrine-pages:', '/downloads');
  await cutConnection(context);
  await page.goto('/downloads');
  await expect(page.getByText('Nenhuma aula baixada')).toBeVisible();
  await page.goto(path).catch(() => {});
  await expect(page.getByText('Você está sem conexão.')).toBeVisible();
  const his = JSON.stringify(await everythingKept(page));
  expect(his).toContain(joao.email);
  for (const hers of [SECRET, marina.email, 'Um rascunho meu']) expect(his).not.toContain(hers);
});

test('a session that ended elsewhere deletes the browser’s stored data', async ({
  owner,
  signIn,
}) => {
  const { lessons } = await courseOf(owner);
  const { page, context } = await signIn(marina.email, marina.password);
  await page.goto(lessons[0].path);
  await waitUntilCached(page, 'vitrine-pages:', `/api/v1/lessons/${lessons[0].id}`);
  await context.clearCookies();
  await page.goto('/homepage');
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await everythingKept(page)).includes(SECRET))
    .toBe(false);
});

test('progress and a comment written offline wait visibly, and reach the school once', async ({
  owner,
  signIn,
}) => {
  const { page: admin, lessons } = await courseOf(owner);
  const { id, path } = lessons[1];
  const { page, context } = await signIn(marina.email, marina.password, 'phone');
  await page.goto(path);
  await waitUntilCached(page, 'vitrine-pages:', `/api/v1/lessons/${id}/comments?page=1`);
  const restoreConnection = await cutConnection(context);
  await page.goto(path);
  await page.getByRole('button', { name: 'Concluir aula' }).first().click();
  const talk = (tab: Page) => tab.getByRole('tab', { name: /^Comentários/ }).click();
  await talk(page);
  const field = page.getByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await field.fill('Escrevi no metrô');
  await page.getByRole('button', { name: 'Comentar', exact: true }).click();
  await expect(page.getByText('Aguardando conexão para enviar')).toBeVisible();
  await expect(field).toHaveValue('');
  await expectAccessible(page);
  // It survives a reload, and two tabs try to send it at once.
  await page.reload();
  await talk(page);
  await expect(page.getByText('Aguardando conexão para enviar')).toBeVisible();
  const other = await context.newPage();
  // A browser may call itself online without a connection.
  await other.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));
  await other.goto(path);
  await talk(other);
  await expect(other.getByText('Aguardando conexão para enviar')).toBeVisible();

  await restoreConnection();
  await expect(page.getByText('Aguardando conexão para enviar')).toBeHidden();
  await expect(page.getByRole('article', { name: 'Comentário de Marina' })).toHaveCount(1);
  const read = (path: string) =>
    admin.evaluate(async (address) => (await fetch(address)).json() as Promise<unknown>, path);
  await expect
    .poll(async () => (await read(`/api/v1/lessons/${id}/comments`)) as { total: number })
    .toMatchObject({ total: 1 });
  const isFinished = () =>
    page.evaluate(
      async (at) =>
        ((await (await fetch(at)).json()) as { data: { finished: boolean } }).data.finished,
      `/api/v1/lessons/${id}`,
    );
  await expect.poll(isFinished).toBe(true);
  const waiting = Object.keys(await everythingKept(page)).filter((key) =>
    /^local (comments|progress):/.test(key),
  );
  expect(waiting).toEqual([]);
});

test('without a worker, a lost connection is told all the same', async ({ owner }) => {
  const { page, context } = await owner();
  await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.goto('/homepage');
  const list = page.getByRole('button', { name: 'Minha lista' }).first();
  await expect(list).toBeVisible();
  const hasMessages = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/toaster-view'));
  await expect.poll(() => page.evaluate(hasMessages)).toBe(true);
  await context.setOffline(true);
  await list.click();
  await expect(page.getByText('Sem conexão. Confira sua internet e tente de novo.')).toBeVisible();
});
