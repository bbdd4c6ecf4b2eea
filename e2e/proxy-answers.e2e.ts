import type { Locator, Page } from '@playwright/test';
import { jpeg } from '../apps/server/test/media.ts';
import { post } from './calls.ts';
import { expect, test } from './fixtures.ts';

// A proxy in front of the school gives up on an answer, after the server has saved.

const AWAY = 'A escola não responde neste momento. Tente de novo em instantes.';

/** Lets the server do the next call of this kind, and answers it as a proxy that gave up. */
async function answerAsProxy(page: Page, method: string, path: RegExp) {
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    if (request.method === method && path.test(request.url)) {
      const body = Buffer.from('<h1>504 Gateway Time-out</h1>').toString('base64');
      await devTools.send('Fetch.fulfillRequest', { requestId, responseCode: 504, body });
      await devTools.detach();
    } else await devTools.send('Fetch.continueRequest', { requestId }).catch(() => {}); // detached
  });
  const patterns = [{ urlPattern: '*/api/*', requestStage: 'Response' as const }];
  await devTools.send('Fetch.enable', { patterns });
}

test('a comment, a like and a form whose answers a proxy gave neither double nor ask', async ({
  owner,
}) => {
  const { page } = await owner();
  const course = await post(page, '/api/v1/courses', { title: 'Luz natural' });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Começo' });
  const lesson = await post(page, `/api/v1/modules/${module.id}/lessons`, {
    title: 'A janela',
    content: '<p>Luz</p>',
  });
  await page.goto(`/curso/${course.id}/a-janela/${lesson.id}`);
  const field = page.getByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await field.fill('Que lente?');
  const comment = page.getByRole('button', { name: 'Comentar' });
  await answerAsProxy(page, 'POST', /\/comments$/);
  await comment.click();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expect(field).toHaveValue('Que lente?');
  await comment.click();
  await expect(field).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('article', { name: /^Comentário de/ })).toHaveCount(1);

  const like = page.getByRole('button', { name: /Curtir aula/ });
  await answerAsProxy(page, 'PUT', /\/like$/);
  await like.click();
  await expect(page.getByText('A curtida não foi salva. Tente de novo.')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/homepage?editar=info');
  const name = page.getByRole('textbox', { name: 'Nome da plataforma' });
  const save = page.getByRole('button', { name: 'Salvar', exact: true });
  await name.fill('Luz');
  await answerAsProxy(page, 'POST', /update-seo$/);
  await save.click();
  // The message of the failure may show for a moment only: the page reads that the server has saved.
  await expect(page.getByText('Alterações salvas com sucesso')).toBeVisible();
  await expect(save).toBeHidden();
  await name.fill('Luz e sombra');
  await save.click();
  await expect(page.getByText('Dados alterados com sucesso!')).toBeVisible();
});

/** Whether one element covers a part of the other. */
async function overlap(one: Locator, other: Locator) {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return (
    a!.x < b!.x + b!.width &&
    b!.x < a!.x + a!.width &&
    a!.y < b!.y + b!.height &&
    b!.y < a!.y + a!.height
  );
}

for (const size of ['phone', 'desktop'] as const)
  test(`an image of a post whose upload fails says why, beside its buttons, ${size}`, async ({
    owner,
    school,
  }) => {
    const { page } = await owner(size);
    const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
      title: 'A turma',
    });
    await post(page, `/api/v1/communities/${community.id}/channels`, { title: 'Dúvidas' });
    await page.goto(`/comunidade/${school.id}/${community.id}`);
    await page.getByLabel(/^Escreva para a turma/).click();
    await page.keyboard.type('Com foto');
    await answerAsProxy(page, 'POST', /\/uploads\/image$/);
    const form = page.getByRole('form', { name: 'Nova publicação' });
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'janela.jpg', mimeType: 'image/jpeg', buffer: await jpeg(600, 400) });
    const reason = form.getByRole('alert');
    await expect(reason).toContainText(AWAY);
    const file = form.getByRole('listitem').filter({ has: page.getByRole('alert') });
    const remove = file.getByRole('button', { name: 'Tirar janela.jpg' });
    expect(await overlap(reason, remove)).toBe(false);
    expect(await overlap(reason, file.getByRole('img'))).toBe(false);
    const cut = await file.evaluate((one) => one.scrollHeight - one.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    await file.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(reason).toBeHidden();
    await form.getByRole('button', { name: 'Publicar' }).click();
    await expect(page.locator('[data-post]')).toHaveCount(1);
    await expect(page.locator('[data-post] img').first()).toBeVisible();
  });
