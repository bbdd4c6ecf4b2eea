import type { Locator } from '@playwright/test';
import { call, createLesson, createRanked, post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';
const cutTexts = (places: Locator) =>
  places.evaluateAll((all) =>
    all
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  );

test('with text of twice the size the header stays above the lesson and its marquee', async ({
  owner,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const lesson = await createLesson(
    page,
    { title: 'A janela', content: '<p>Um pano branco.</p>' },
    { product_ids: [product.id] },
  );
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('font-size', '32px', 'important');
    });
  });
  const isBelowHeader = async (selector: string) => {
    const header = await page.locator('header').first().boundingBox();
    const below = await page.locator(selector).boundingBox();
    return header && below && below.y >= header.y + header.height - 1;
  };
  await page.goto(lesson.path);
  await expect(page.getByRole('heading', { name: 'A janela', level: 1 })).toBeVisible();
  await expect.poll(() => isBelowHeader('h1')).toBe(true);
  await expectNoSidewaysScroll(page);
  await post(page, '/api/auth/marquee/create', { text: 'Hoje às 20h', product_id: product.id });
  await page.reload();
  // The first fold holds its place without the text.
  await expect(page.locator('.marquee', { hasText: 'Hoje às 20h' })).toBeVisible();
  await expect.poll(() => isBelowHeader('.marquee')).toBe(true);
});

test('with the text spacing of WCAG 1.4.12 the line above the title of a card is whole', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const courses: number[] = [];
  for (const title of ['Luz natural', 'Retratos em casa', 'Noite']) {
    const { id } = await post(page, '/api/v1/courses', { title });
    const module = await post(page, `/api/v1/courses/${id}/modules`, { title });
    for (const lesson of ['Um', 'Dois'])
      await post(page, `/api/v1/modules/${module.id}/lessons`, { title: lesson });
    courses.push(id);
  }
  for (const cards_per_group_mobile of [2, 3])
    await post(page, '/api/auth/config/plataforma/carrossel/create', {
      title: `Fileira de ${cards_per_group_mobile}`,
      type: '1',
      content: courses,
      card_type: 'vertical',
      cards_per_group_mobile,
    });
  await page.goto('/homepage');
  await page.addStyleTag({ content: textSpacing });
  const kickers = page.locator('.poster-kicker');
  await expect(kickers).toHaveCount(6);
  expect(await cutTexts(kickers)).toEqual([]);
});

test('with the text spacing of WCAG 1.4.12 the titles of cards and the names of a ranking are whole', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const courses: number[] = [];
  for (const title of ['Retratos com luz natural', 'Fotografia de produto em casa'])
    courses.push((await post(page, '/api/v1/courses', { title })).id);
  await post(page, '/api/auth/config/plataforma/carrossel/create', {
    title: 'Cursos',
    type: '1',
    content: courses,
    card_type: 'horizontal',
  });
  await createRanked(page, [
    'Ana Luz',
    'Caio Sol',
    'Íris Mar',
    'Maria Aparecida Gonçalves',
    'João Pedro Albuquerque',
  ]);
  await page.goto('/homepage');
  await page.addStyleTag({ content: textSpacing });
  await expect(page.locator('.card-title')).toHaveCount(2);
  expect(await cutTexts(page.locator('.card-title'))).toEqual([]);
  await page.goto('/ranking');
  await page.addStyleTag({ content: textSpacing });
  const names = page.locator('.ranking-place a');
  await expect(names.first()).toBeVisible();
  expect(await cutTexts(names)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('with the text spacing of WCAG 1.4.12 cards of all shapes have whole titles, and lessons the name of their course', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const title = 'Fotografia de produto em casa';
  const lesson = await createLesson(
    page,
    { title: `${title} com uma só luz`, duration_seconds: 754 },
    { title },
  );
  const carousel = (card_type: string, type: string, content: number[]) =>
    post(page, '/api/auth/config/plataforma/carrossel/create', {
      title: `${card_type} ${type}`,
      type,
      content,
      card_type,
    });
  await carousel('horizontal', '3', [lesson.id]);
  for (const shape of ['vertical', 'square', 'circle'])
    await carousel(shape, '1', [lesson.courseId]);
  await page.goto('/homepage');
  await page.addStyleTag({ content: textSpacing });
  const texts = page.locator('.card-title, .card-facts:has(.card-course), .poster-title');
  await expect(texts).toHaveCount(5);
  expect(await cutTexts(texts)).toEqual([]);
});

test('with the text spacing of WCAG 1.4.12 the names of a podium and of a post, and the titles of square cards, are whole', async ({
  owner,
  school,
}) => {
  const { page } = await owner('phone');
  const { id: course } = await post(page, '/api/v1/courses', {
    title: 'Fotografia de produto em casa',
  });
  await post(page, '/api/auth/config/plataforma/carrossel/create', {
    title: 'Cursos',
    type: '1',
    content: [course],
    card_type: 'square',
    cards_per_group_mobile: 2,
  });
  const names = ['Maria Aparecida Gonçalves', 'João Pedro Albuquerque', 'Ana Beatriz Figueiredo'];
  await createRanked(page, names);
  await page.goto('/homepage');
  await page.addStyleTag({ content: textSpacing });
  const title = page.locator('[data-shape="square"] .card-title');
  await expect(title).toBeVisible();
  expect(await cutTexts(title)).toEqual([]);

  await page.goto('/ranking');
  await page.addStyleTag({ content: textSpacing });
  const podium = page.locator('.ranking-first > p:has(a)');
  await expect(podium).toHaveCount(3);
  expect(await cutTexts(podium)).toEqual([]);
  await expectNoSidewaysScroll(page);

  await call(page, 'PATCH', '/api/v1/me', { name: 'Maria Aparecida Gonçalves' });
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'A turma',
  });
  const channel = await post(page, `/api/v1/communities/${community.id}/channels`, {
    title: 'Dúvidas',
  });
  await post(page, `/api/v1/channels/${channel.id}/posts`, { content: 'Que lente?' });
  await page.goto(`/comunidade/${school.id}/${community.id}`);
  await page.addStyleTag({ content: textSpacing });
  const author = page.locator('.byline-name');
  await expect(author).toBeVisible();
  expect(await cutTexts(author)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('with the text spacing of WCAG 1.4.12 the titles of a search are whole, and open their page', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const title = 'Fotografia de produto em casa';
  const { id } = await post(page, '/api/v1/courses', { title });
  await page.goto('/search?search=fotografia');
  await page.addStyleTag({ content: textSpacing });
  const found = page.getByRole('main').getByRole('link', { name: title });
  await expect(found).toBeVisible();
  expect(await cutTexts(found)).toEqual([]);
  // The whole row is the link.
  const row = (await found.boundingBox())!;
  await page.mouse.click(row.x + row.width - 4, row.y + row.height + 12);
  await expect(page).toHaveURL(`/courses/${id}`);
});

test('with the text spacing of WCAG 1.4.12 the title and the entries of the drawer are whole', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/homepage?editar');
  await page.addStyleTag({ content: textSpacing });
  const drawer = page.getByRole('dialog', { name: 'Modo edição' });
  const title = drawer.getByRole('heading', { name: 'Você está no modo edição' });
  await expect(title).toBeVisible();
  await expect(drawer.getByText('2 não publicados')).toBeVisible();
  expect(await cutTexts(title)).toEqual([]);
  expect(await cutTexts(drawer.locator('li button span span'))).toEqual([]);
});

test('the title of a live has room beside its mark, or above it', async ({ owner }) => {
  const { page } = await owner('phone');
  await post(page, '/api/v1/lives', {
    title: 'Fotografia de produto em casa, com perguntas',
    starts_at: new Date(Date.now() - 7_200_000).toISOString(),
    ends_at: new Date(Date.now() - 3_600_000).toISOString(),
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    recording_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  await page.goto('/live');
  const title = page.getByText('Fotografia de produto em casa, com perguntas');
  await expect(page.getByText('Com gravação')).toBeVisible();
  expect((await title.boundingBox())!.width).toBeGreaterThan(220);
  await page.evaluate(() =>
    document.documentElement.style.setProperty('font-size', '32px', 'important'),
  );
  await expectNoSidewaysScroll(page);
});

for (const path of ['/homepage', '/gestao/alunos'])
  test(`the name of a school is whole in the header of ${path}, or only its mark shows`, async ({
    owner,
  }) => {
    const { page } = await owner('phone');
    await page.goto(path);
    const link = page.locator('header').getByRole('link', { name: 'Contraluz' });
    await expect(link).toBeVisible();
    if (path === '/homepage')
      for (const beside of ['Editar site', 'Notificações'])
        await expect(page.getByRole('link', { name: beside })).toBeVisible();
    for (const width of [320, 360, 390, 640]) {
      await page.setViewportSize({ width, height: 740 });
      const name = link.getByText('Contraluz');
      const [wide, shown] = await name.evaluate((one) => {
        const { top } = one.getBoundingClientRect();
        const isShown = top < one.parentElement!.getBoundingClientRect().bottom;
        return [one.scrollWidth, isShown ? one.clientWidth : Infinity];
      });
      expect(wide, `at ${width}`).toBeLessThanOrEqual(shown!);
      await expectNoSidewaysScroll(page);
    }
  });
