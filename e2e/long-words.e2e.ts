import { post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const word = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers';
const widths = [320, 768, 1024];

test('a word without spaces breaks in the line below a title and in a link back', async ({
  school,
  owner,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: word });
  const course = await post(page, '/api/v1/courses', { title: word, product_ids: [product.id] });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: word });
  const lesson = await post(page, `/api/v1/modules/${module.id}/lessons`, {
    title: word,
    content: '<p>Um pano branco.</p>',
  });
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  const channel = await post(page, `/api/v1/communities/${community.id}/channels`, {
    title: word.slice(0, 50),
  });
  const { id } = await post(page, `/api/v1/channels/${channel.id}/posts`, { content: word });
  for (const path of [
    `/curso/${course.id}/aula/${lesson.id}`,
    `/comunidade/post/${id}/${school.id}/${community.id}`,
    `/gestao/cursos/${course.id}`,
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByText(word.slice(0, 50)).filter({ visible: true })).not.toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await test.step(`${path} at ${width}`, () => expectNoSidewaysScroll(page));
    }
  }
});

test('the number of a module stands in the line of a long word', async ({ owner }) => {
  const { page } = await owner('phone');
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
  });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: word });
  const lesson = await post(page, `/api/v1/modules/${module.id}/lessons`, {
    title: 'A janela',
    content: '<p>Um pano branco.</p>',
  });
  for (const path of [`/courses/${course.id}`, `/curso/${course.id}/aula/${lesson.id}`]) {
    await page.goto(path);
    const words = page.getByRole('button', { name: word }).getByText(word);
    await expect(words).toBeVisible();
    const lines = await words.evaluate((element) => {
      const topOf = (at: number) => {
        const range = document.createRange();
        range.setStart(element.firstChild!, at);
        range.setEnd(element.firstChild!, at + 1);
        return range.getBoundingClientRect().top;
      };
      return [topOf(0), topOf('1. '.length)];
    });
    expect(lines[0], path).toBe(lines[1]);
  }
});

test('on a narrow phone, rows are told apart whose names begin alike', async ({
  school,
  owner,
}) => {
  const { page } = await owner();
  const name = 'Retrato de rua em novembro, turma';
  for (const group of ['A', 'B']) {
    await post(page, '/api/v1/products', { title: `${name} ${group}` });
    await post(page, '/api/auth/quiz/create', { name: `${name} ${group}`, tenant_id: school.id });
    await post(page, '/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: `${name} ${group}`,
      criteria: 'score',
      needed_score: 10,
    });
  }
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [
    '/gestao/produtos',
    '/lembretes?editar=avaliacoes',
    '/lembretes?editar=gamificacao/recompensa',
  ]) {
    await page.goto(path);
    for (const group of ['A', 'B']) {
      const row = page.getByText(`${name} ${group}`, { exact: true }).and(page.locator('p'));
      await expect(row).toBeVisible();
      const isCut = await row.evaluate(
        (element) =>
          element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      );
      expect(isCut, `${path} ${group}`).toBe(false);
    }
  }
});

test('on a phone, the name of a sign-in template and the facts of a quiz stand whole', async ({
  school,
  owner,
}) => {
  const { page } = await owner('phone');
  await post(page, '/api/auth/quiz/create', {
    name: 'Luz e sombra',
    type: 'comportamental',
    stopwatch: 1,
    time_limit: '01:30:00',
    tenant_id: school.id,
  });
  await page.goto('/homepage?editar=avaliacoes');
  const facts = page.getByText('Nenhuma pergunta · Comportamental · 1 h 30 min');
  await expect(facts).toBeVisible();
  const hidden = await facts.evaluate((words) => words.scrollWidth - words.clientWidth);
  expect(hidden).toBe(0);

  await page.goto('/homepage?editar=login');
  const name = page.locator('label').filter({ hasText: 'Monocromático' });
  await name.click();
  await expect(page.getByRole('radio', { name: 'Monocromático' })).toBeChecked();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const { height } = (await name.getByText('Monocromático').boundingBox())!;
    expect(height, `one line at ${width} px`).toBeLessThan(24);
  }
});

test('in Spanish, whose words are longer, a post is edited on a narrow phone', async ({
  owner,
  school,
}) => {
  const { page, context } = await owner('phone');
  await page.goto('/homepage');
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  const channel = await post(page, `/api/v1/communities/${community.id}/channels`, {
    title: 'Avisos',
  });
  await post(page, `/api/v1/channels/${channel.id}/posts`, { content: '<p>Sábado, às seis</p>' });
  await context.addCookies([{ name: 'language', value: 'es', url: school.base }]);
  await page.goto(`/comunidade/${school.id}/${community.id}`);
  await page.getByRole('button', { name: /^Opciones de la publicación de/ }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const save = page.getByRole('button', { name: 'Guardar' });
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});

test('a long word breaks in every text of a banner', async ({ owner }) => {
  const { page } = await owner('phone');
  await post(page, '/api/auth/config/plataforma/bannersCustom/create', {
    category: word,
    title: word,
    subtitle: word,
    text_button: word,
    url_primary: 'https://example.com',
  });
  await page.goto('/homepage');
  const banner = page.locator('.banner-text');
  await expect(banner.getByRole('link', { name: word })).toBeVisible();
  const texts = banner.getByText(word, { exact: true });
  await expect(texts).toHaveCount(4);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    const outside = await texts.evaluateAll((all) =>
      all
        .filter((one) => {
          const words = document.createRange();
          words.selectNodeContents(one);
          const { left, right } = words.getBoundingClientRect();
          return left < 0 || right > document.documentElement.clientWidth;
        })
        .map(({ className }) => className),
    );
    expect(outside, `at ${width}`).toEqual([]);
  }
});

test.describe('of a school with a long name', () => {
  test.use({ schoolName: word });

  test('the name breaks in the profile of a person', async ({ owner }) => {
    const { page } = await owner('phone');
    const { id } = await post(page, '/api/v1/members', { name: 'Rosa', email: 'rosa@example.com' });
    for (const path of [`/pessoas/${id}`, '/dashboard/profile']) {
      await page.goto(path);
      await expect(page.getByText(`Em ${word} desde`)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });
});
