import type { Locator, Page } from '@playwright/test';
import { jpeg } from '../apps/server/test/media.ts';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test, type SignIn } from './fixtures.ts';

const password = 'uma senha boa 1';

/** Creates a community with two channels, one of them for a plan. Rosa holds the plan; Kauê does not. */
async function classOf(page: Page, tenant: number) {
  const studio = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const community = await post(page, `/api/auth/v2/community/config/${tenant}`, {
    title: 'A turma',
  });
  const channels = `/api/v1/communities/${community.id}/channels`;
  await post(page, channels, { title: 'Dúvidas' });
  await post(page, channels, { title: 'Retrato', product_ids: [studio.id] });
  const people = { kaue: [] as number[], rosa: [studio.id], bia: [] as number[] };
  for (const [name, product_ids] of Object.entries(people))
    await post(page, '/api/v1/members', {
      name: { kaue: 'Kauê Dias', rosa: 'Rosa Lemos', bia: 'Bia Moderadora' }[name],
      email: `${name}@example.com`,
      password,
      product_ids,
      ...(name === 'bia' && { roles: ['moderator'] }),
    });
  return `/comunidade/${tenant}/${community.id}`;
}

const on = async (signIn: SignIn, name: string) =>
  (await signIn(`${name}@example.com`, password, 'phone')).page;

const composer = (page: Page) => page.getByRole('form', { name: 'Nova publicação' });
const write = (page: Page) => page.getByLabel(/^Escreva para a turma/);

test('students of different products talk on phones, without reloading', async ({
  owner,
  school,
  signIn,
}) => {
  const path = await classOf((await owner()).page, school.id);
  const kaue = await on(signIn, 'kaue');
  const rosa = await on(signIn, 'rosa');
  await rosa.goto(path);
  await expect(rosa.getByText('Ninguém publicou aqui ainda')).toBeVisible();
  await kaue.goto(path);

  await write(kaue).click();
  await kaue.keyboard.type('Que lente para retrato, @rosa');
  await kaue.getByRole('option', { name: 'Rosa Lemos' }).tap();
  await kaue.keyboard.type('?');
  const chooser = kaue.waitForEvent('filechooser');
  await kaue.getByRole('button', { name: 'Anexar imagens' }).click();
  await (
    await chooser
  ).setFiles([
    { name: 'um.jpg', mimeType: 'image/jpeg', buffer: await jpeg(800, 600) },
    { name: 'dois.jpg', mimeType: 'image/jpeg', buffer: await jpeg(600, 800) },
  ]);
  await expectAccessible(kaue);
  await composer(kaue).getByRole('button', { name: 'Publicar' }).click();
  const question = kaue.getByRole('article', { name: 'Publicação de Kauê Dias' });
  await expect(question).toContainText('@Rosa Lemos');
  await expectNoSidewaysScroll(kaue);
  await expectAccessible(kaue);

  // The new post waits above Rosa's feed until she asks for it.
  await rosa.getByRole('button', { name: '1 nova publicação' }).click();
  const article = rosa.getByRole('article', { name: 'Publicação de Kauê Dias' });
  await article.getByRole('button', { name: 'Curtir publicação' }).click();
  await article.getByRole('button', { name: /Abrir imagem 1/ }).click();
  const viewer = rosa.getByRole('dialog', { name: 'Imagem 1 de 2' });
  await expect(viewer).toBeVisible();
  await rosa.keyboard.press('ArrowRight');
  await expect(rosa.getByRole('dialog', { name: 'Imagem 2 de 2' })).toBeVisible();
  await expectAccessible(rosa);
  await rosa.keyboard.press('Escape');
  await article.getByRole('link', { name: /comentário/ }).click();
  await rosa.getByLabel('Escreva um comentário').fill('Uma 85 mm.');
  await rosa.getByRole('button', { name: 'Comentar' }).click();
  await expect(rosa.getByRole('article', { name: 'Comentário de Rosa Lemos' })).toBeVisible();
  await expectAccessible(rosa);
  await expectNoSidewaysScroll(rosa);

  await question.getByRole('link', { name: /comentário/ }).click();
  const comment = kaue.getByRole('article', { name: 'Comentário de Rosa Lemos' });
  await comment.getByRole('button', { name: 'Responder' }).click();
  await kaue.getByLabel('Responder a Rosa Lemos').fill('Obrigado!');
  await kaue.getByRole('button', { name: 'Responder', exact: true }).last().click();
  // Rosa's page appends it without a reload.
  await expect(rosa.getByText('Obrigado!')).toBeVisible();

  await comment.getByRole('button', { name: /Opções do comentário/ }).click();
  const report = kaue.getByRole('menuitem', { name: 'Denunciar' });
  await expect(report).toBeVisible();
  await expect(kaue.getByRole('menuitem', { name: 'Excluir' })).toBeHidden();
  await report.click();
  await kaue
    .getByLabel('O que está errado?')
    .fill('Propaganda de fora, e não é a primeira vez nesta turma');
  await expectAccessible(kaue);
  await kaue.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(kaue.getByText('Denúncia enviada. A equipe vai olhar.')).toBeVisible();
});

test('a moderator pins, removes with a reason and silences; the author reads why', async ({
  owner,
  school,
  signIn,
}) => {
  const path = await classOf((await owner()).page, school.id);
  const kaue = await on(signIn, 'kaue');
  await kaue.goto(path);
  const channel = Number(
    await kaue.evaluate(async (path) => {
      const answer = await fetch(`/api/v1/communities/${path.split('/').at(-1)}`);
      const { data } = (await answer.json()) as { data: { channels: { id: number }[] } };
      return data.channels[0]!.id;
    }, path),
  );
  const spam = await post(kaue, `/api/v1/channels/${channel}/posts`, { content: 'Vendo presets' });
  await post(kaue, `/api/v1/channels/${channel}/posts`, { content: 'Foto da semana' });
  await post(await on(signIn, 'rosa'), `/api/v1/posts/${spam.id}/reports`, { reason: 'Venda' });

  const bia = await on(signIn, 'bia');
  await bia.goto(path);
  const week = bia.getByRole('article').filter({ hasText: 'Foto da semana' });
  await week.getByRole('button', { name: /Opções da publicação/ }).click();
  await bia.getByRole('menuitem', { name: 'Fixar no canal' }).click();
  await expect(week.getByText('Fixada')).toBeVisible();

  // The post has a tall image, which leaves the answers in sight.
  await bia.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (...call) => {
      const answer = await send(...call);
      if (!answer.url.includes('/api/v1/reports?')) return answer;
      const page = (await answer.json()) as { data: { thing: { attachments: object[] } }[] };
      const file = { path: 'alta.jpg', url: '/files/1/alta-1200x1600.jpg', name: 'alta.jpg' };
      page.data[0]?.thing.attachments.push({
        ...file,
        kind: 'image',
        type: 'image/jpeg',
        bytes: 1,
      });
      return Response.json(page);
    };
  });
  await bia.goto('/gestao/moderacao');
  await expect(bia.getByRole('region', { name: 'Denúncia' })).toContainText('Vendo presets');
  const phone = bia.viewportSize()!;
  await bia.setViewportSize({ width: 1440, height: 900 });
  await expect(bia.getByRole('button', { name: 'Abrir imagem 1 de 1' })).toBeVisible();
  await expect(bia.locator('.moderation-answer').last()).toBeInViewport({ ratio: 1 });
  await bia.setViewportSize(phone);
  await expectAccessible(bia);
  await expectNoSidewaysScroll(bia);
  await bia.keyboard.press('3');
  await bia.getByRole('radio', { name: '1 dia' }).check({ force: true });
  await bia.getByLabel('O que a pessoa vai ler').fill('Aqui não se vende.');
  await bia.getByRole('button', { name: 'Remover e silenciar por 1 dia' }).click();
  await expect(bia.getByText('Nada espera por você')).toBeVisible();
  await expectAccessible(bia);

  await kaue.goto(path);
  await expect(kaue.getByText(/Você lê, e volta a escrever em/)).toBeVisible();
  await expect(kaue.getByText('Vendo presets')).toBeHidden();
  await expect(write(kaue)).toBeHidden();
  await kaue.goto(`/comunidade/post/${spam.id}${path.replace('/comunidade', '')}`);
  await expect(kaue.getByText('Motivo: Aqui não se vende.')).toBeVisible();
  await expectAccessible(kaue);

  await bia.getByRole('radio', { name: /Silenciados/ }).check({ force: true });
  await bia.getByRole('button', { name: /^Deixar escrever: / }).click();
  await expect(bia.getByText('Ninguém está silenciado')).toBeVisible();
  await kaue.goto(path);
  await expect(write(kaue)).toBeVisible();
});

test('a draft survives a reload; a link leads a visitor back to the post', async ({
  owner,
  school,
  signIn,
  visitor,
}) => {
  const path = await classOf((await owner()).page, school.id);
  const kaue = await on(signIn, 'kaue');
  await kaue.goto(path);
  await write(kaue).click();
  await kaue.keyboard.type('Meia frase');
  const chooser = kaue.waitForEvent('filechooser');
  await kaue.getByRole('button', { name: 'Anexar imagens' }).click();
  const buffer = await jpeg(800, 600);
  await (await chooser).setFiles([{ name: 'um.jpg', mimeType: 'image/jpeg', buffer }]);
  const attached = composer(kaue).getByRole('img', { name: 'um.jpg' });
  await expect(attached).toBeVisible();
  await expect(composer(kaue).getByRole('status')).toBeHidden();
  await kaue.reload();
  await expect(composer(kaue)).toContainText('Meia frase');
  await expect(attached).toHaveJSProperty('complete', true);
  await composer(kaue).getByRole('button', { name: 'Publicar' }).click();
  const article = kaue.getByRole('article').filter({ hasText: 'Meia frase' });
  await expect(article.getByRole('button', { name: /Abrir imagem/ })).toBeVisible();
  await article.getByRole('link', { name: /comentário/ }).click();
  await expect(kaue.getByText('Ninguém comentou ainda')).toBeVisible();

  const somebody = (await visitor('phone')).page;
  await somebody.goto(kaue.url().split('#')[0]!);
  await somebody.getByRole('textbox', { name: 'E-mail' }).fill('rosa@example.com');
  await somebody.getByLabel('Senha', { exact: true }).fill(password);
  await somebody.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(somebody.getByRole('article', { name: /Kauê Dias/ })).toContainText('Meia frase');
});

test('by keyboard, the focus stays with what was written, answered and removed', async ({
  owner,
  school,
  signIn,
}) => {
  const at = await classOf((await owner()).page, school.id);
  const kaue = await on(signIn, 'kaue');
  const choose = async (page: Page, options: Locator, item: string) => {
    await options.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
  };
  await kaue.goto(at);
  for (const text of ['Primeira', 'Segunda']) {
    await write(kaue).focus();
    await expect(write(kaue)).toHaveAttribute('contenteditable');
    await kaue.keyboard.type(text);
    await kaue.keyboard.press('Control+Enter');
    await expect(kaue.getByRole('article').filter({ hasText: text })).toBeFocused();
  }
  const second = kaue.getByRole('article').filter({ hasText: 'Segunda' });
  await choose(kaue, second.getByRole('button', { name: /^Opções/ }), 'Editar');
  await kaue.getByRole('button', { name: 'Cancelar' }).focus();
  await kaue.keyboard.press('Enter');
  await expect(second).toBeFocused();

  await second.getByRole('link', { name: 'Nenhum comentário' }).focus();
  await kaue.keyboard.press('Enter');
  await kaue.getByLabel('Escreva um comentário').focus();
  await kaue.keyboard.type('Boa luz');
  await kaue.keyboard.press('Control+Enter');
  const comment = kaue.getByRole('article', { name: /^Comentário/ }).filter({ hasText: 'Boa luz' });
  const answer = comment.getByRole('button', { name: 'Responder' });
  await answer.focus();
  await kaue.keyboard.press('Enter');
  await kaue.keyboard.type('Muito boa');
  await kaue.keyboard.press('Control+Enter');
  const reply = kaue.getByRole('article', { name: /^Comentário/ }).filter({ hasText: 'Muito' });
  await expect(reply).toBeVisible();
  await expect(answer).toBeFocused();
  await choose(kaue, reply.getByRole('button', { name: /^Opções/ }), 'Excluir');
  await kaue.getByRole('button', { name: 'Excluir' }).focus();
  await kaue.keyboard.press('Enter');
  await expect(reply).toBeHidden();
  await expect(comment).toBeFocused();

  const bia = await on(signIn, 'bia');
  await bia.goto(at);
  const seen = bia.getByRole('article').filter({ hasText: 'Segunda' });
  const last = seen.getByRole('list', { name: 'Últimos comentários' });
  await expect(last).toContainText('Boa luz');
  // The name and the date stand below each other on a narrow phone: WCAG 2.5.8.
  const heights = await last
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  const first = bia.getByRole('article').filter({ hasText: 'Primeira' });
  const remove = async (article: Locator) => {
    await choose(bia, article.getByRole('button', { name: /^Opções/ }), 'Remover');
    // A phone opens no keyboard by itself, so the field is not focused.
    await bia.getByLabel('O que a pessoa vai ler').focus();
    await bia.keyboard.type('Venda');
    await bia.getByRole('button', { name: 'Remover' }).focus();
    await bia.keyboard.press('Enter');
    // The page behind an open dialog is hidden, too.
    await expect(bia.getByRole('dialog')).toBeHidden();
    await expect(article).toBeHidden();
  };
  await remove(seen);
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await remove(first);
  await expect(bia.getByRole('heading', { name: 'Dúvidas' })).toBeFocused();
});

const languages = [
  {
    language: 'en',
    communities: 'Communities',
    write: /^Write to everyone/,
    postBy: 'Post by Kauê Dias',
    like: /Like post/,
    options: /^Options of the post/,
    pin: 'Pin in the channel',
    comments: /comment/,
    comment: 'Write a comment',
    commentBy: 'Comment by Kauê Dias',
    moderation: 'Moderation',
    order: 'Order',
  },
  {
    language: 'es',
    communities: 'Comunidades',
    write: /^Escribe para el grupo/,
    postBy: 'Publicación de Kauê Dias',
    like: /Dar me gusta a la publicación/,
    options: /^Opciones de la publicación/,
    pin: 'Fijar en el canal',
    comments: /comentario/,
    comment: 'Escribe un comentario',
    commentBy: 'Comentario de Kauê Dias',
    moderation: 'Moderación',
    order: 'Orden',
  },
] as const;

for (const { language, ...words } of languages)
  test(`by keyboard alone, and in ${language}: read, write, answer, moderate`, async ({
    owner,
    school,
    signIn,
  }) => {
    const admin = await owner();
    const path = await classOf(admin.page, school.id);
    const speaks = { name: 'language', value: language, url: school.base };
    const { page, context } = await signIn('kaue@example.com', password, 'phone');
    await context.addCookies([speaks]);
    const expectWhole = async (here: Page) => {
      await expectAccessible(here);
      await expectNoSidewaysScroll(here);
      // Letter combinations that only Portuguese has, from words of these pages.
      await expect(here.locator('main')).not.toContainText(/ção|ções|ê nã|ários/);
    };

    await page.goto('/comunidade/explorer');
    await expect(page.getByRole('heading', { name: words.communities, level: 1 })).toBeVisible();
    await expectWhole(page);
    await page.getByRole('link', { name: /A turma/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    await page.getByLabel(words.write).focus();
    await page.keyboard.type('Bom dia');
    await expectWhole(page);
    await page.keyboard.press('Control+Enter');
    const article = page.getByRole('article', { name: words.postBy });
    await expect(article).toContainText('Bom dia');
    await expect(article).toBeFocused();
    const like = article.getByRole('button', { name: words.like });
    await like.focus();
    await page.keyboard.press('Space');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expectWhole(page);
    await article.getByRole('link', { name: words.comments }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(words.comment).focus();
    await page.keyboard.type('Boa luz');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: words.commentBy })).toContainText('Boa luz');
    await expectWhole(page);

    const { page: bia, context: moderator } = await signIn('bia@example.com', password, 'phone');
    await moderator.addCookies([speaks]);
    await bia.goto(path);
    const options = bia.getByRole('button', { name: words.options });
    await options.focus();
    await bia.keyboard.press('Enter');
    await expect(bia.getByRole('menuitem').first()).toBeFocused();
    await bia.keyboard.press('Escape');
    await expect(options).toBeFocused();
    await bia.keyboard.press('Enter');
    await bia.getByRole('menuitem', { name: words.pin }).focus();
    await bia.keyboard.press('Enter');
    await expect(bia.getByRole('article').first().locator('svg.lucide-pin')).toBeVisible();
    await expect(options).toBeFocused();
    await expectWhole(bia);
    await bia.goto('/gestao/moderacao');
    await expect(bia.getByRole('heading', { name: words.moderation, level: 1 })).toBeVisible();
    await expectWhole(bia);

    await admin.context.addCookies([speaks]);
    await admin.page.goto('/homepage?editar=comunidade');
    await expect(admin.page.getByRole('heading', { name: words.order, exact: true })).toBeVisible();
    await expectAccessible(admin.page);
  });

test('what is written in Arabic begins at the right, in the field and in the post', async ({
  owner,
  school,
}) => {
  const { page } = await owner('phone');
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'A turma',
  });
  const channel = await post(page, `/api/v1/communities/${community.id}/channels`, {
    title: 'Fotos',
  });
  await post(page, `/api/v1/channels/${channel.id}/posts`, {
    title: 'صورتي',
    content: '<p>مرحبا (1/3)!</p><p>Uma linha em português.</p>',
    attachments: [],
  });
  await page.goto(`/comunidade/${school.id}/${community.id}`);
  /** The distances of a text from the left and the right edge of its element, in pixels. */
  const gapsOf = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [letters, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return { left: letters.left - box.left, right: box.right - letters.right };
    });
  const shown = page.locator('[data-post]');
  for (const text of [shown.locator('.post-title a'), shown.locator('.rich-text p').first()]) {
    const block = text.locator('xpath=ancestor-or-self::*[self::p or self::h3]');
    // React replaces the server's page meanwhile.
    await expect(async () => {
      const { left, right } = await gapsOf(block);
      expect(left).toBeGreaterThan(50);
      expect(right).toBeLessThan(2);
    }).toPass();
  }
  expect((await gapsOf(shown.locator('.rich-text p').nth(1))).left).toBeLessThan(2);
  const field = page.getByLabel(/^Escreva para a turma/);
  await field.click();
  await field.fill('مرحبا');
  const written = page.locator('.post-composer .rich-text p, .post-composer textarea').first();
  await expect(written).toBeVisible();
  // The editor replaces the paragraph meanwhile.
  await expect(written).toHaveCSS('unicode-bidi', 'plaintext');
});
