import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type OpenVisitor, type Size, test } from './fixtures.ts';
import { call, post } from './calls.ts';

/** Five seconds of colours. */
const film = join(import.meta.dirname, 'media/film.webm');

const said = `1
00:00:00,000 --> 00:00:05,000
Comece pela luz da janela.
`;

/** A course of two lessons, and a student who may open it. */
async function courseOf(page: Page) {
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
  });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Janela' });
  const lessons = `/api/v1/modules/${module.id}/lessons`;
  const first = await post(page, lessons, { title: 'A janela' });
  await post(page, lessons, { title: 'O que levar', content: '<p>Um pano branco.</p>' });
  await post(page, '/api/v1/members', {
    name: 'Marina Teles',
    email: 'marina@example.com',
    password: 'segredo-bom',
    product_ids: [product.id],
  });
  return { course: course.id, lesson: first.id };
}

async function student(visitor: OpenVisitor, size: Size = 'phone') {
  const someone = await visitor(size);
  await someone.page.goto('/entrar');
  await post(someone.page, '/api/v1/session', {
    email: 'marina@example.com',
    password: 'segredo-bom',
  });
  return someone;
}

test('the admin chooses how a lesson looks, and the student’s lesson changes', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const at = `/curso/${course}/a-janela/${lesson}`;
  const { page: seen } = await student(visitor, 'desktop');
  await page.goto('/homepage?editar=aula');
  await page.getByRole('button', { name: /Ajustes gerais/ }).click();
  const choose = async (template: RegExp) => {
    const saved = page.waitForResponse(/updateCustomBasic/);
    await page.getByRole('radio', { name: template }).press('Space');
    expect((await saved).ok()).toBe(true);
    await seen.goto(at);
    await expect(seen.getByRole('heading', { level: 1, name: 'A janela' })).toBeVisible();
    await expectAccessible(seen);
  };
  await choose(/^Sequência/);
  await expect(seen.getByRole('navigation', { name: 'Aulas vizinhas' })).toBeVisible();
  await choose(/^Tela cheia/);
  await seen.getByRole('button', { name: 'Aulas 0/2' }).click();
  await expect(seen.getByRole('dialog', { name: 'Luz natural' })).toBeVisible();
  await choose(/^Lista/);
  await expect(seen.getByRole('complementary').getByText('0 de 2 aulas')).toBeVisible();
});

test('a stream plays where the browser does not know streams', async ({ owner, visitor }) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const stream = 'https://stream.example.com/film/index.m3u8';
  const video_url = { video_url: stream };
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, video_url);

  const { page: seen, context } = await student(visitor, 'desktop');
  await context.route('https://stream.example.com/**', (route) =>
    route.fulfill({
      path: join(import.meta.dirname, 'media', new URL(route.request().url()).pathname),
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await seen.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await seen.goto(`/curso/${course}/a-janela/${lesson}`);
  const player = seen.getByRole('region', { name: 'Vídeo da aula' });
  await player.getByRole('button', { name: 'Reproduzir' }).first().click();
  await expect(player.getByText(/A seguir em/)).toBeVisible({ timeout: 40_000 });
  await expect(seen.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
});

test('a student talks about a lesson, and the school answers', async ({ owner, visitor }) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const at = `/curso/${course}/a-janela/${lesson}`;
  const { page: marina } = await student(visitor);

  await marina.goto(at);
  await marina.getByRole('button', { name: 'Curtir aula' }).click();
  await expect(marina.getByRole('button', { name: 'Curtir aula', pressed: true })).toBeVisible();
  await marina.getByRole('tab', { name: /Comentários/ }).click();
  await marina.getByRole('textbox', { name: 'Pergunte ou conte como foi' }).fill('E de noite?');
  await marina.getByRole('button', { name: 'Comentar' }).click();
  await expect(marina.getByRole('article').getByText('E de noite?')).toBeVisible();
  await expectAccessible(marina);
  await expectNoSidewaysScroll(marina);

  await page.goto(at);
  await page.getByRole('article').getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('textbox', { name: 'Responder a Marina Teles' }).fill('Uma vela basta.');
  await page
    .getByRole('form')
    .or(page.locator('form'))
    .getByRole('button', { name: 'Responder' })
    .click();
  await expect(page.getByText('Uma vela basta.', { exact: true })).toBeVisible();

  await marina.reload();
  await marina.getByRole('tab', { name: /Comentários/ }).click();
  await expect(marina.getByText('Uma vela basta.')).toBeVisible();
  await expect(marina.getByRole('button', { name: 'Curtir aula', pressed: true })).toBeVisible();
});

test('a film is read along and watched to its end, and progress outlives a lost line', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);

  await page.goto(`/gestao/cursos/${course}/aulas/${lesson}`);
  await page.getByText('Enviar', { exact: true }).click();
  await page.locator('input[type=file][accept^="video"]').setInputFiles(film);
  await page.locator('input[accept*=".srt"]').setInputFiles({
    name: 'janela.pt-BR.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(said),
  });
  await expect(page.getByRole('combobox', { name: 'Idioma da legenda' })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await expectAccessible(page);

  const { page: marina, context } = await student(visitor);
  await marina.goto(`/curso/${course}/a-janela/${lesson}`);
  const player = marina.getByRole('region', { name: 'Vídeo da aula' });
  const video = player.locator('video');
  await player.getByRole('button', { name: 'Legendas' }).click();
  await expect(player.getByRole('button', { name: 'Legendas', pressed: true })).toBeVisible();
  const shown = () =>
    video.evaluate((it: HTMLVideoElement) =>
      [...(it.textTracks[0]!.cues ?? [])].map((cue) => (cue as VTTCue).text),
    );
  await expect.poll(shown, { timeout: 15_000 }).toEqual(['Comece pela luz da janela.']);
  // Chosen once, chosen for every visit; by keyboard as by hand.
  await marina.reload();
  await expect(player.getByRole('button', { name: 'Legendas', pressed: true })).toBeVisible();
  await marina.keyboard.press('c');
  await expect(player.getByRole('button', { name: 'Legendas', pressed: false })).toBeVisible();
  await expectNoSidewaysScroll(marina);

  await player.getByRole('button', { name: 'Reproduzir' }).first().click();
  await expect(player.getByText(/A seguir em/)).toBeVisible({ timeout: 40_000 });
  await expect(marina.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
  await expectAccessible(marina);
  await player.getByRole('button', { name: 'Ver próxima aula' }).click();
  await expect(marina.getByRole('heading', { level: 1, name: 'O que levar' })).toBeVisible();

  await context.setOffline(true);
  await marina.getByRole('button', { name: 'Concluir aula' }).click();
  await expect(marina.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
  await context.setOffline(false);
  await expect(marina.getByText('Você concluiu Luz natural')).toBeVisible();
  await marina.goto(`/courses/${course}`);
  await expect(marina.getByText(/Concluído em/)).toBeVisible();
  await expect(marina.getByText('Você concluiu as 2 aulas')).toBeVisible();
});
