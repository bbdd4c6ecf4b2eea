import type { BrowserContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test, type SignIn } from './fixtures.ts';

const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'uma senha boa 1' };
const taina = { name: 'Tainá Prado', email: 'taina@example.com', password: 'outra senha boa 2' };
const joao = { name: 'João Melo', email: 'joao@example.com', password: 'mais uma senha 3' };

const TITLE = 'Retrato com luz de janela';
const STREAM = 'https://cdn.example.com/ao-vivo.webm';
const RECORDING = 'https://cdn.example.com/gravacao.webm';
const MINUTE = 60_000;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
/** The value of a datetime-local field, in the browser's time zone. */
const typed = (page: Page, moment: Date) =>
  page.evaluate((time) => {
    const date = new Date(time);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, moment.getTime());

/** The stream and the recording are on another host. */
async function serveVideos(context: BrowserContext) {
  const video = await readFile(join(import.meta.dirname, 'media/minute.webm'));
  await context.route('https://cdn.example.com/**', (route) =>
    route.fulfill({ contentType: 'video/webm', body: video }),
  );
}

/** The player has its styles on a page that was opened by its link, too. */
async function expectControlsOverImage(page: Page) {
  const image = (await page.locator('video').boundingBox())!;
  const button = (await page.getByRole('button', { name: 'Tela cheia' }).boundingBox())!;
  expect(button.y).toBeGreaterThan(image.y);
  expect(button.y + button.height).toBeLessThanOrEqual(image.y + image.height);
}

const chat = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Sua mensagem' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(chat(page).getByText(text)).toBeVisible();
}
const alert = (page: Page) => page.getByRole('link', { name: `Ao vivo agora: ${TITLE}` });

/** Creates a live that is on air and open to everybody, and João. */
async function liveOnAir(page: Page): Promise<number> {
  await post(page, '/api/v1/members', joao);
  const starts_at = inMinutes(-1).toISOString();
  return (await post(page, '/api/v1/lives', { title: TITLE, url: STREAM, starts_at })).id;
}

/** Creates a live of one product, as an admin. Rosa holds the product; João does not. */
async function setLive(page: Page): Promise<number> {
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  await post(page, '/api/v1/members', { ...rosa, product_ids: [product.id] });
  await post(page, '/api/v1/members', { ...taina, roles: ['moderator'] });
  await post(page, '/api/v1/members', joao);
  await page.goto('/gestao/aovivo');
  await page.getByRole('button', { name: 'Nova transmissão' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova transmissão' });
  await dialog.getByRole('textbox', { name: /^Título/ }).fill(TITLE);
  await dialog.getByRole('textbox', { name: /^Link ou código do vídeo/ }).fill(STREAM);
  await dialog.getByLabel(/^Começa/).fill(await typed(page, inMinutes(40)));
  await dialog.getByLabel(/^Termina/).fill(await typed(page, inMinutes(100)));
  await dialog.getByRole('combobox', { name: 'Quem entra' }).click();
  await page.getByRole('option', { name: 'Plano Estúdio' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  const created = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/lives') && response.request().method() === 'POST',
  );
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const { data } = (await (await created).json()) as { data: { id: number } };
  await expect(page.getByText(TITLE)).toBeVisible();
  return data.id;
}

const enter = async (signIn: SignIn, person: typeof rosa, id: number) => {
  const { page, context } = await signIn(person.email, person.password);
  await serveVideos(context);
  await page.goto(`/live?watch=${id}`);
  return page;
};

test('a live runs from its countdown to its recording, with its chat', async ({
  owner,
  signIn,
}) => {
  const { page: admin, context } = await owner();
  await serveVideos(context);
  const id = await setLive(admin);

  // Before the start: the countdown, and a reminder on request.
  const student = await enter(signIn, rosa, id);
  await expect(student.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  await expect(student.getByText('Começa em', { exact: true })).toBeVisible();
  await expect(alert(student)).toBeHidden();
  await expectAccessible(student);
  await student.getByRole('button', { name: `Lembrar-me de ${TITLE}` }).click();
  await expect(
    student.getByRole('button', { name: `Desligar o lembrete de ${TITLE}` }),
  ).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('1 lembrete')).toBeVisible();

  // The waiting page starts the live without a reload.
  const path = `/api/v1/lives/${id}`;
  const starts_at = new Date(Date.now() + 5_000).toISOString();
  await call(admin, 'PATCH', path, { starts_at });
  await student.reload();
  await expect(student.locator('video')).toHaveAttribute('src', STREAM);
  await expectControlsOverImage(student);
  await expect(student.getByText('Ao vivo', { exact: true }).last()).toBeVisible();
  await student.goto('/homepage');
  await alert(student).click();
  await expect(student).toHaveURL(new RegExp(`/live\\?watch=${id}$`));

  // Each reads the other's messages at once.
  const moderator = await enter(signIn, taina, id);
  await say(student, 'Dá para fazer com o celular?');
  await expect(chat(moderator).getByText('Dá para fazer com o celular?')).toBeVisible();
  await say(moderator, 'Dá sim, perto da janela.');
  await expect(chat(student).getByText('Dá sim, perto da janela.')).toBeVisible();
  await expectAccessible(student);

  // A moderator removes a message and silences its author.
  await say(student, 'Vendo presets baratinhos');
  await expect(chat(moderator).getByText('Vendo presets baratinhos')).toBeVisible();
  const options = () =>
    moderator.getByRole('button', { name: `Opções da mensagem de ${rosa.name}` }).last();
  await options().click();
  await moderator.getByRole('menuitem', { name: 'Remover mensagem' }).click();
  await expect(chat(student).getByText('Mensagem removida')).toBeVisible();
  await expect(chat(student).getByText('Vendo presets baratinhos')).toBeHidden();
  await options().click();
  await moderator.getByRole('menuitem', { name: 'Silenciar nesta conversa' }).click();
  await expect(moderator.getByText(`${rosa.name} não escreve mais nesta conversa.`)).toBeVisible();
  await student.getByRole('textbox', { name: 'Sua mensagem' }).fill('Mais um');
  await student.keyboard.press('Enter');
  await expect(student.getByText(/^A equipe silenciou você nesta conversa/).last()).toBeVisible();
  await expect(chat(moderator).getByText('Mais um')).toBeHidden();

  // After the end: the notice and the recording.
  await admin.reload();
  await admin.getByRole('button', { name: `Opções de ${TITLE}` }).click();
  await admin.getByRole('menuitem', { name: 'Encerrar agora' }).click();
  await expect(admin.getByText('Encerrada')).toBeVisible();
  await student.reload();
  await expect(student.getByText('Esta transmissão terminou')).toBeVisible();
  await expect(alert(student)).toBeHidden();
  await admin.getByRole('button', { name: `Opções de ${TITLE}` }).click();
  await admin.getByRole('menuitem', { name: 'Editar' }).click();
  await admin.getByRole('textbox', { name: /^Link da gravação/ }).fill(RECORDING);
  await admin.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Com gravação')).toBeVisible();
  await student.reload();
  await expect(student.locator('video')).toHaveAttribute('src', RECORDING);
  await expectAccessible(student);
});

test('a student without its product sees only the time and the access offer', async ({
  owner,
  signIn,
}) => {
  const { page: admin } = await owner();
  const id = await setLive(admin);
  await call(admin, 'PATCH', `/api/v1/lives/${id}`, { starts_at: new Date().toISOString() });
  const { page } = await signIn(joao.email, joao.password, 'phone');
  await expect(alert(page)).toBeHidden();
  await page.goto(`/live?watch=${id}`);
  await expect(page.getByText('Disponível para quem tem Plano Estúdio.')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByRole('log')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const answered = (method: string, path: string) =>
    page.evaluate(
      async ([how, at]) => {
        const body = how === 'POST' ? JSON.stringify({ text: 'Oi' }) : null;
        const headers = { 'content-type': 'application/json' };
        return (await fetch(at, { method: how, ...(body && { body, headers }) })).status;
      },
      [method, path] as const,
    );
  expect(await answered('GET', `/api/v1/lives/${id}/messages`)).toBe(403);
  expect(await answered('POST', `/api/v1/lives/${id}/messages`)).toBe(403);
  expect(await answered('PUT', `/api/v1/lives/${id}/reminder`)).toBe(403);
  expect(await page.content()).not.toContain('cdn.example.com');
});

test('the chat and its options work by keyboard alone', async ({ owner, signIn }) => {
  const { page: admin } = await owner();
  const id = await setLive(admin);
  await call(admin, 'PATCH', `/api/v1/lives/${id}`, { starts_at: new Date().toISOString() });
  const student = await enter(signIn, rosa, id);
  const field = student.getByRole('textbox', { name: 'Sua mensagem' });
  await field.focus();
  await student.keyboard.type('Uma linha');
  await student.keyboard.press('Enter');
  await expect(chat(student).getByText('Uma linha')).toBeVisible();
  // A message that is still being sent has no options.
  const options = student.getByRole('button', { name: `Opções da mensagem de ${rosa.name}` });
  await expect(options).toBeVisible();
  await student.keyboard.press('Shift+Tab');
  await expect(options).toBeFocused();
  await student.keyboard.press('Enter');
  await expect(student.getByRole('menuitem', { name: 'Remover mensagem' })).toBeFocused();
  await student.keyboard.press('Enter');
  await expect(chat(student).getByText('Mensagem removida')).toBeVisible();
});

test('on a small phone, the link to a live leaves the name of the school whole', async ({
  owner,
  signIn,
}) => {
  const { page: admin } = await owner();
  await liveOnAir(admin);
  const { page: student } = await signIn(joao.email, joao.password, 'phone');
  // The owner's header has one more button.
  await admin.goto('/homepage');
  for (const page of [student, admin]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(alert(page)).toBeVisible();
    const name = page.getByRole('banner').getByText('Contraluz', { exact: true }).last();
    const cut = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect(name).toBeInViewport({ ratio: 1 });
    await expect.poll(cut).toBe(0);
  }
});

test('on a phone, player and newest message of a long chat stay in sight', async ({
  owner,
  signIn,
}) => {
  const { page: admin } = await owner();
  const id = await liveOnAir(admin);
  for (let count = 0; count < 10; count += 1)
    await post(admin, `/api/v1/lives/${id}/messages`, { text: `Mensagem ${count}` });
  const { page, context } = await signIn(joao.email, joao.password, 'phone');
  await serveVideos(context);
  await page.goto(`/live?watch=${id}`);
  await expect(chat(page).getByText('Mensagem 9')).toBeVisible();
  await say(page, 'Cheguei agora');
  const newest = chat(page).getByText('Cheguei agora');
  await expect(newest).toBeInViewport({ ratio: 1 });
  await expect(page.locator('video')).toBeInViewport({ ratio: 1 });
  const field = (await page.getByRole('textbox', { name: 'Sua mensagem' }).boundingBox())!;
  const text = (await newest.boundingBox())!;
  expect(text.y + text.height).toBeLessThanOrEqual(field.y);

  // The keyboard opens: the video is smaller, and three messages fit between it and the field.
  await page.setViewportSize({ width: 360, height: 400 });
  const room = async () => {
    const [video, lines, foot] = await Promise.all(
      ['video', '.chat-lines', '.chat-foot'].map(
        async (part) => (await page.locator(part).boundingBox())!,
      ),
    );
    return foot!.y - Math.max(video!.y + video!.height, lines!.y);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(160);
  await expect(newest).toBeInViewport({ ratio: 1 });
  await expect(page.locator('video')).toBeInViewport({ ratio: 1 });
});
