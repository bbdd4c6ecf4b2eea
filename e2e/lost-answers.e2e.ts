import type { Page } from '@playwright/test';
import { createQuiz, post } from './calls.ts';
import { expect, test } from './fixtures.ts';

const OFFLINE = /Sem conexão\. Confira sua internet e tente de novo\./;

/** Lets the server do the next call of this kind, and breaks the connection before its answer. */
async function loseAnswer(page: Page, method: string, path: RegExp) {
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    if (request.method === method && path.test(request.url)) {
      await devTools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      await devTools.detach();
    } else await devTools.send('Fetch.continueRequest', { requestId }).catch(() => {}); // detached
  });
  const patterns = [{ urlPattern: '*/api/*', requestStage: 'Response' as const }];
  await devTools.send('Fetch.enable', { patterns });
}

test('a form, a switch and a quiz whose answers are lost neither ask nor double', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=info');
  const name = page.getByRole('textbox', { name: 'Nome da plataforma' });
  const save = page.getByRole('button', { name: 'Salvar', exact: true });
  await name.fill('Luz');
  await loseAnswer(page, 'POST', /update-seo$/);
  await save.click();
  // The form reads again what the server has stored.
  await expect(page.getByText('Alterações salvas com sucesso')).toBeVisible();
  await expect(save).toBeHidden();
  await name.fill('Luz e sombra');
  await save.click();
  await expect(page.getByText('Dados alterados com sucesso!')).toBeVisible();
  await expect(page).toHaveTitle('Luz e sombra');

  await page.goto('/homepage?editar=footer');
  const visible = page.getByRole('switch', { name: 'Ativar footer?' });
  await expect(visible).not.toBeChecked();
  await loseAnswer(page, 'POST', /footerToogle$/);
  await visible.click();
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  await expect(visible).toBeChecked();

  const id = await createQuiz(page, { name: 'Luz' });
  await page.goto(`/quiz?id=${id}&type=comun`);
  await page.getByRole('button', { name: 'Colar' }).click();
  await page.getByLabel('Texto').fill('Que abertura?\nA) f/2\nB) f/16\nANSWER: A');
  await loseAnswer(page, 'PUT', /\/questions$/);
  await page.getByRole('button', { name: 'Adicionar 1 pergunta' }).click();
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  const questions = page.getByRole('textbox', { name: /^Pergunta/ });
  await questions.fill('Que abertura deixa entrar mais luz?');
  await expect(page.getByText(/^salvo às/)).toBeVisible();
  await page.reload();
  await expect(questions).toHaveValue('Que abertura deixa entrar mais luz?');
  await expect(page.getByRole('button', { name: /^Opções da pergunta/ })).toHaveCount(1);
});

test('a post and a like whose answers are lost arrive once', async ({ owner, school }) => {
  const { page } = await owner();
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'A turma',
  });
  await post(page, `/api/v1/communities/${community.id}/channels`, { title: 'Dúvidas' });
  await page.goto(`/comunidade/${school.id}/${community.id}`);
  await page.getByLabel(/^Escreva para a turma/).click();
  await page.keyboard.type('Que lente para retrato?');
  const publish = page.getByRole('button', { name: 'Publicar' });
  await loseAnswer(page, 'POST', /\/posts$/);
  await publish.click();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await publish.click();
  await expect(page.getByText(OFFLINE)).toBeHidden();
  await expect(page.locator('[data-post]')).toHaveCount(1);

  const like = page.getByRole('button', { name: 'Curtir publicação' });
  await loseAnswer(page, 'PUT', /\/like$/);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('A curtida não foi salva. Tente de novo.')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.locator('[data-post]')).toHaveCount(1);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});
