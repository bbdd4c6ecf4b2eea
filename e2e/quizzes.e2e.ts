import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { call, createQuiz, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test('the owner writes a quiz and pastes questions; a student answers on a phone, and the owner reads the results', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=avaliacoes');
  await page.getByRole('button', { name: 'Novo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova avaliação' });
  await dialog.getByLabel('Nome').fill('Luz e sombra');
  await dialog.getByRole('switch', { name: 'Publicada' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Opções de Luz e sombra' }).click();
  await page.getByRole('menuitem', { name: 'Configurar' }).click();
  await expect(page).toHaveURL(/\/quiz\?id=\d+&type=comun$/);
  // The site behind the builder is out of reach.
  await expect(page.getByRole('button', { name: 'Colar' })).toBeVisible();
  await expect(page.locator('.site-header')).toHaveJSProperty('inert', true);
  await page.getByRole('button', { name: 'Colar' }).click();
  // The field ends where the dialog does, and only its text scrolls.
  await expect(page.getByLabel('Texto')).toBeInViewport({ ratio: 1 });
  await page
    .getByLabel('Texto')
    .fill(
      'Qual abertura deixa entrar mais luz?\nA) f/2\nB) f/16\nC) f/8\nD) f/11\nANSWER: A\n\nf/22 difrata. {T}',
    );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Adicionar 2 perguntas' }).click();
  await expect(page.getByText(/^salvo às/)).toBeVisible();
  // A whole question is in sight: from its kind to its explanation.
  await expect(page.getByText('Uma certa')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Explicação')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  const kaue = {
    name: 'Kauê de Albuquerque Cavalcanti Nogueira dos Santos',
    email: 'kaue@example.com',
    password: 'uma senha boa 1',
  };
  await post(page, '/api/v1/members', kaue);
  const student = (await signIn(kaue.email, kaue.password, 'phone')).page;
  await student.goto('/avaliacoes');
  await student.getByRole('link', { name: 'Luz e sombra' }).click();
  await student.getByRole('button', { name: 'Começar' }).click();
  await student.getByText('f/2', { exact: true }).click();
  await expect(student.getByText('guardada', { exact: true })).toBeVisible();
  await expect(student.locator('.phone-tabs')).toHaveJSProperty('inert', true);
  await expectNoSidewaysScroll(student);
  await expectAccessible(student);
  // A reload, as after a dead battery, loses no answer.
  await student.reload();
  await expect(student.getByRole('heading', { name: 'f/22 difrata.' })).toBeVisible();
  await student.getByText('Falso').click();
  await student.getByRole('button', { name: 'Entregar' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(student.getByRole('heading', { name: 'Ainda não foi desta vez' })).toBeVisible();
  await expect(student.locator('.phone-tabs')).toHaveJSProperty('inert', false);
  await expectAccessible(student);

  await page.getByRole('tab', { name: 'Resultados' }).click();
  await expect(page.getByRole('button', { name: /Kauê/ })).toContainText('50%');
  await page.getByRole('button', { name: /Qual abertura/ }).click();
  await expect(page.getByRole('img', { name: /^Quem marcou A tirou de 50% a 50%/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar aluno' }).fill('KAUE');
  await expect(page.getByRole('button', { name: /Kauê/ })).toBeVisible();
  // On a phone, the whole name is there.
  await page.setViewportSize({ width: 360, height: 740 });
  const name = page.getByText(kaue.name, { exact: true }).last();
  await expect(name).toBeVisible();
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.getByRole('searchbox', { name: 'Buscar aluno' }).fill('ninguém');
  await expect(page.getByText('Nenhum aluno com esse nome respondeu.')).toBeVisible();
  await expectAccessible(page);
});

test('the dialogs of an attempt open without a connection, and give the focus back', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const rosa = { name: 'Rosa', email: 'rosa@example.com', password: 'uma senha boa 1' };
  await post(page, '/api/v1/members', rosa);
  const quiz = await createQuiz(page, { name: 'Luz', published: 1 });
  const options = [{ text: 'Fotômetro', correct: true }, { text: 'Tripé' }];
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    questions: ['E agora?', 'E depois?'].map((text) => ({ kind: 'single', text, options })),
  });
  const { page: student, context } = await signIn(rosa.email, rosa.password, 'phone');
  await student.goto(`/avaliacoes/${quiz}`);
  await student.getByRole('button', { name: 'Começar' }).click();
  await expect(student.getByRole('heading', { name: 'E agora?' })).toBeVisible();
  await student.waitForLoadState('networkidle');
  await context.setOffline(true);
  await student.getByRole('button', { name: 'Todas as perguntas' }).click();
  const grid = student.getByRole('dialog', { name: 'Perguntas' });
  await grid.getByRole('button', { name: 'Entregar' }).click();
  const question = student.getByRole('dialog', { name: 'Entregar a avaliação?' });
  await expect(question.getByRole('button', { name: 'Continuar respondendo' })).toBeFocused();
  await student.keyboard.press('Escape');
  await expect(question).toBeHidden();
  const places = student.getByRole('button', { name: 'Todas as perguntas' });
  await places.click();
  await student.keyboard.press('Escape');
  await expect(grid).toBeHidden();
  await expect(places).toBeFocused();
  await context.setOffline(false);
});

test('a behavioural quiz ends with a card of its answers, which can be saved as an image', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const marina = { name: 'Marina Teles', email: 'marina@example.com', password: 'segredo-bom' };
  await post(page, '/api/v1/members', marina);
  const quiz = await createQuiz(page, { name: 'Seu olhar', type: 'comportamental', published: 1 });
  const options = [
    { text: 'Espero', profile: 'luz', weight: 3 },
    { text: 'Chego perto', profile: 'perto', weight: 1 },
  ];
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    profiles: [
      { key: 'luz', title: 'Quem espera a luz' },
      { key: 'perto', title: 'Quem chega perto' },
    ],
    questions: ['E agora?', 'E depois?'].map((text) => ({ kind: 'single', text, options })),
  });

  const student = (await signIn(marina.email, marina.password, 'phone')).page;
  await student.goto(`/avaliacoes/${quiz}`);
  await student.getByRole('button', { name: 'Começar' }).click();
  await student.getByText('Espero').click();
  await student.getByRole('button', { name: 'Próxima' }).click();
  await student.getByText('Chego perto').click();
  await student.getByRole('button', { name: 'Entregar' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(student.getByRole('heading', { name: 'Quem espera a luz' })).toBeFocused();
  const card = student.getByRole('img', { name: 'Marina Teles é Quem espera a luz' });
  await expect(card).toBeVisible();
  await expect(student.getByText('Cada raio do sol é uma das suas 2 respostas.')).toBeVisible();
  await expectNoSidewaysScroll(student);
  await expectAccessible(student);

  const saving = student.waitForEvent('download');
  await student.getByRole('button', { name: 'Salvar imagem' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Quem-espera-a-luz.png');
  // Width and height stand in the head of a PNG.
  const head = (await readFile(await saved.path())).subarray(16, 24);
  expect([head.readUInt32BE(0), head.readUInt32BE(4)]).toEqual([1080, 1350]);
  // The two rays have two colours: the upper one points up, the other one down.
  const colours = await card.evaluate((canvas: HTMLCanvasElement) => {
    const pixel = (x: number, y: number) =>
      canvas
        .getContext('2d')!
        .getImageData(x * 2, y * 2, 1, 1)
        .data.join();
    return [pixel(280, 130), pixel(280, 392), pixel(20, 130)];
  });
  expect(new Set(colours).size).toBe(3);
});

test('with text of double size on a narrow phone, every button stays in the window', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const rosa = { name: 'Rosa Lima', email: 'rosa@example.com', password: 'segredo-bom' };
  await post(page, '/api/v1/members', rosa);
  const quiz = await createQuiz(page, { name: 'Superexposição', published: 1, goal: 70 });
  const options = [{ text: 'Fotômetro', correct: true }, { text: 'Tripé' }];
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    questions: ['E agora?', 'E depois?'].map((text) => ({ kind: 'single', text, options })),
  });
  const enlarge = async (one: Page) => {
    await one.setViewportSize({ width: 360, height: 740 });
    await one.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  };
  const expectInWindow = async (...targets: Locator[]) => {
    for (const target of targets) {
      await expect(target).toBeVisible();
      const { x, width } = (await target.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    }
  };

  const student = (await signIn(rosa.email, rosa.password, 'phone')).page;
  await student.goto('/avaliacoes');
  await enlarge(student);
  await expectInWindow(student.getByRole('link', { name: 'Superexposição' }));
  await expectNoSidewaysScroll(student);
  await student.getByRole('link', { name: 'Superexposição' }).click();
  await student.getByRole('button', { name: 'Começar' }).click();
  await student.getByText('Fotômetro').click();
  await expectInWindow(
    student.getByText('Fotômetro'),
    student.getByText('guardada', { exact: true }),
    student.getByRole('button', { name: 'Todas as perguntas' }),
    student.getByRole('button', { name: 'Próxima' }),
  );
  await expectNoSidewaysScroll(student);

  await page.goto(`/quiz?id=${quiz}&type=comun`);
  await enlarge(page);
  await expectInWindow(
    page.getByRole('button', { name: 'Nova pergunta' }),
    page.getByRole('button', { name: 'Colar' }),
    page.getByRole('button', { name: 'Despublicar' }),
  );
});
