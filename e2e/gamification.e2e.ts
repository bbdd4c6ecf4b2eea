import type { Page } from '@playwright/test';
import { createLesson, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const password = 'uma senha boa 1';

/** Creates a course with one lesson, and two students who hold it. */
async function classOf(page: Page) {
  const studio = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const lesson = await createLesson(
    page,
    { title: 'Luz de janela', content: '<p>Perto da janela.</p>' },
    { title: 'Fotografia', product_ids: [studio.id] },
  );
  for (const [name, email] of [
    ['Kauê Dias', 'kaue@example.com'],
    ['Rosa Lemos', 'rosa@example.com'],
  ])
    await post(page, '/api/v1/members', { name, email, password, product_ids: [studio.id] });
  return lesson.path;
}

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Sets points, a level and a reward in the drawer, as the owner. */
async function setGamification(page: Page) {
  await page.goto('/homepage?editar=gamificacao/pontuacao');
  await page.getByLabel('Nome dos pontos').fill('XP');
  await page.getByLabel('Pontos por Comentar aula').fill('10');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Pontuação criada com sucesso.')).toBeVisible();

  await page.goto('/homepage?editar=gamificacao/niveis');
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  const level = page.getByRole('dialog', { name: 'Novo nível' });
  await level.getByLabel('Nome').fill('Olhar treinado');
  await level.getByLabel('Pontos para chegar').fill('10');
  await choose(page, 'Animação', 'Subida de nível, ouro');
  await level.getByRole('combobox', { name: /Quem poderá chegar/ }).click();
  await page.getByRole('option', { name: 'Plano Estúdio' }).click();
  await page.keyboard.press('Escape');
  await level.getByRole('button', { name: /Salvar|Criar/ }).click();
  await expect(page.getByText('Novo nível criado.')).toBeVisible();
  await expect(level).toBeHidden();

  await page.goto('/homepage?editar=gamificacao/recompensa');
  await page.getByRole('button', { name: 'Nova recompensa' }).first().click();
  const reward = page.getByRole('dialog', { name: 'Criar recompensa' });
  await reward.getByLabel('Nome').fill('Primeira palavra');
  await reward.getByLabel('Pontos necessários').fill('10');
  await reward
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'Guia de bolso para a luz da hora dourada.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
  await choose(page, 'Animação', 'Taça de ouro');
  await reward.getByRole('button', { name: /Salvar|Criar/ }).click();
  await expect(page.getByText('Recompensa criada com sucesso.')).toBeVisible();
  await expect(reward).toBeHidden();
}

test('the owner sets points, a level and a reward; a commenting student sees each', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const lesson = await classOf(page);
  await setGamification(page);

  const { page: kaue } = await signIn('kaue@example.com', password);
  await kaue.emulateMedia({ reducedMotion: 'reduce' });
  await kaue.goto(lesson);
  await kaue.getByLabel('Pergunte ou conte como foi').fill('A sombra ficou linda.');
  // The chip shows for less than 2 s. The wait starts before the press and polls every frame.
  const gained = kaue.waitForFunction(() => document.querySelector('.points-chip')?.textContent);
  await kaue.getByRole('button', { name: 'Comentar' }).click();
  expect(await (await gained).jsonValue()).toBe('+10 XP');

  // The level comes first, then the reward. Esc closes each.
  const level = kaue.getByRole('dialog', { name: 'Olhar treinado' });
  await expect(level).toContainText('Você chegou a um novo nível');
  await expectAccessible(kaue);
  await kaue.keyboard.press('Escape');
  const reward = kaue.getByRole('dialog', { name: 'Primeira palavra' });
  await expect(reward).toContainText('Você conquistou uma recompensa');
  await expect(reward).toContainText('Guia de bolso para a luz da hora dourada');
  await expect(reward).toContainText('+10 XP');
  await expect(reward.getByRole('button', { name: 'Encerrar animação' })).toBeVisible();
  await expectAccessible(kaue);
  await kaue.keyboard.press('Escape');
  await expect(reward).toBeHidden();
  await expect(kaue.getByRole('article', { name: 'Comentário de Kauê Dias' })).toContainText(
    'Olhar treinado',
  );

  // Neither appears again.
  await kaue.goto('/perfil/recompensas');
  await expect(kaue.getByRole('heading', { name: 'Primeira palavra' })).toBeVisible();
  await expect(kaue.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(kaue);
  await kaue.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(kaue);
  await kaue.setViewportSize({ width: 1440, height: 900 });
  await kaue.goto('/perfil/pontos');
  await expect(kaue.getByText('+10', { exact: true })).toBeVisible();
  await expect(kaue.getByRole('link', { name: 'Luz de janela' })).toBeVisible();
  await kaue.goto('/ranking');
  const ownPlace = kaue.getByRole('region', { name: 'Seu lugar' });
  await expect(ownPlace).toContainText('1º');
  await expectAccessible(kaue);
  // A numeral takes no press from what it lies over.
  await expect(kaue.locator('.ranking-numeral').first()).toHaveCSS('pointer-events', 'none');
  // Two rules are stronger than the classes of an avatar and of tabs.
  const portrait = kaue.locator('.ranking-portrait > :last-child').first();
  await expect(portrait).toHaveCSS('border-radius', '12px');
  await expect(kaue.locator('.ranking-header [role=tablist]')).toHaveCSS('column-gap', '16px');
  // In a low window the card fits below the header, and scrolls.
  await kaue.setViewportSize({ width: 1024, height: 260 });
  expect((await ownPlace.boundingBox())!.height).toBeLessThanOrEqual(260 - 92);
  await kaue.setViewportSize({ width: 1440, height: 900 });

  // The week stands beside the season, by keyboard too, and in the address.
  await kaue.getByRole('tab', { name: 'Temporada' }).focus();
  await kaue.keyboard.press('ArrowRight');
  await kaue.keyboard.press('Enter');
  await expect(kaue).toHaveURL(/\/ranking\?periodo=semana$/);
  await kaue.reload();
  await expect(kaue.getByRole('tab', { name: 'Esta semana', selected: true })).toBeVisible();
  await expect(kaue.getByText(/Recomeça /)).toBeVisible();
  await expect(kaue.getByRole('region', { name: 'Seu lugar' })).toContainText('com 10 XP');
  await expectAccessible(kaue);

  const { page: rosa } = await signIn('rosa@example.com', password, 'phone');
  await rosa.goto(lesson);
  await rosa.getByRole('tab', { name: /Comentários/ }).click();
  const comment = rosa.getByRole('article', { name: 'Comentário de Kauê Dias' });
  await expect(comment).toContainText('Olhar treinado');
  await expectNoSidewaysScroll(rosa);
  await rosa.goto('/ranking');
  await expect(rosa.getByText('Kauê Dias')).toBeVisible();
  await expect(rosa.getByRole('region', { name: 'Seu lugar' })).toContainText(
    'Você ainda não está neste ranking.',
  );
  await expectNoSidewaysScroll(rosa);
});

test('the owner deletes a reward and starts a season; the former one stays readable', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  await classOf(page);
  await setGamification(page);
  await page.getByRole('button', { name: 'Excluir Primeira palavra' }).click();
  await page.getByRole('button', { name: 'Sim, desejo excluir' }).click();
  await expect(page.getByText('Você ainda não possui recompensas')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nova recompensa' })).toBeFocused();

  // The dialog shows manual points before it gives them.
  await page.goto('/gestao/alunos');
  const { id } = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/v1/members?search=Kau')).json();
    return data[0];
  });
  await page.goto(`/gestao/alunos/${id}/pontos`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'De onde vieram os pontos de Kauê Dias',
  );
  await page.getByRole('button', { name: 'Dar ou tirar pontos' }).click();
  await page.getByLabel('Pontos *').fill('40');
  await expect(page.getByText('De 0 para 40 XP.')).toBeVisible();
  await page.getByLabel('Motivo').fill('Ajudou a turma');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  // The form still holds these words until it closes.
  await expect(page.getByLabel('Tudo').getByText('Ajudou a turma')).toBeVisible();

  await page.goto('/ranking?editar=gamificacao/ranking');
  await page.getByRole('button', { name: 'Limpar pontuação geral' }).click();
  await expect(page.getByText('1 pessoa no ranking volta a zero.')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Sim, limpar tudo' }).click();
  await expect(page.getByText('Pontuação geral limpa com sucesso.')).toBeVisible();

  const { page: kaue } = await signIn('kaue@example.com', password, 'phone');
  await kaue.goto('/ranking?periodo=semana');
  // The moment of the level that those points reached still shows.
  const level = kaue.getByRole('dialog', { name: 'Olhar treinado' });
  await expect(level).toBeVisible();
  await kaue.keyboard.press('Escape');
  await expect(level).toBeHidden();
  await expect(kaue.getByText('Ninguém pontuou nesta semana ainda')).toBeVisible();
  await kaue.getByRole('tab', { name: 'Anteriores' }).click();
  await expect(kaue.getByRole('region', { name: 'Classificação' })).toContainText('40 XP');
  await expectAccessible(kaue);
  await expectNoSidewaysScroll(kaue);
});
