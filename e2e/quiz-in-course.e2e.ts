import type { Page } from '@playwright/test';
import { call, createLesson, createQuiz, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const marina = { name: 'Marina Teles', email: 'marina@example.com', password: 'segredo-bom' };

/** Creates a course of one lesson, a student who holds it, and a published quiz outside any course. */
async function courseAndQuiz(page: Page) {
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const { courseId } = await createLesson(
    page,
    { title: 'A janela', content: '<p>Um pano branco.</p>' },
    { product_ids: [product.id] },
  );
  await post(page, '/api/v1/members', { ...marina, product_ids: [product.id] });
  const quiz = await createQuiz(page, { name: 'Prova da luz', published: 1, repeat: 1 });
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    questions: [
      {
        kind: 'single',
        text: 'Quanto é \\(x^2\\) para \\(x = 2\\)?',
        options: [{ text: '4', correct: true }, { text: '8' }],
      },
      {
        kind: 'true_false',
        text: 'Uma janela é luz contínua.',
        options: [{ text: 'Verdadeiro', correct: true }, { text: 'Falso' }],
      },
    ],
  });
  return { course: courseId, quiz };
}

test('the owner puts a quiz into a module; a student passes it by keyboard, and the course is finished', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const { course } = await courseAndQuiz(page);
  await page.goto(`/gestao/cursos/${course}`);
  await page.getByRole('button', { name: 'Opções de Janela' }).click();
  await page.getByRole('menuitem', { name: 'Adicionar avaliação' }).click();
  const choice = page.getByRole('dialog', { name: 'Adicionar avaliação' });
  await expect(choice.getByRole('button', { name: 'Prova da luz' })).toBeVisible();
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Prova da luz' }).click();
  await page.getByRole('link', { name: 'Prova da luz' }).click();
  await expect(page.getByRole('switch', { name: 'Conta para o fim do módulo' })).toBeChecked();
  await expectAccessible(page);

  const { page: student } = await signIn(marina.email, marina.password, 'phone');
  await student.goto(`/courses/${course}`);
  await student.getByRole('link', { name: /Prova da luz/ }).click();
  const card = student.getByRole('region', { name: 'Avaliação' });
  await expect(card.getByText('Ao passar, esta aula fica concluída.')).toBeVisible();
  await expect(student.getByRole('button', { name: 'Concluir aula' })).toHaveCount(0);
  await expectNoSidewaysScroll(student);
  await expectAccessible(student);

  await card.getByRole('button', { name: 'Começar' }).focus();
  await student.keyboard.press('Enter');
  await expect(student.getByRole('heading', { name: /^Quanto é/ }).locator('.katex')).toHaveCount(
    2,
  );
  await student.keyboard.press('1');
  await student.keyboard.press('ArrowRight');
  await expect(student.getByRole('heading', { name: /luz contínua/ })).toBeFocused();
  await student.keyboard.press('a');
  await expect(student.getByText(/^Respostas guardadas às/).last()).toBeVisible();
  await student.getByRole('button', { name: 'Entregar' }).focus();
  await student.keyboard.press('Enter');
  await student.getByRole('dialog').getByRole('button', { name: 'Entregar' }).press('Enter');
  await expect(student.getByRole('heading', { name: 'Você passou' })).toBeVisible();
  await expectAccessible(student);

  await student.getByRole('link', { name: 'Voltar à aula' }).click();
  await expect(card.getByText('Melhor nota: 100%')).toBeVisible();
  await expect(
    student.getByRole('button', { name: 'Aula concluída', pressed: true }).first(),
  ).toBeVisible();

  // The owner's results show the student's attempt.
  await page.getByRole('link', { name: 'Abrir a avaliação' }).click();
  await page.getByRole('tab', { name: 'Resultados' }).click();
  await page.getByRole('button', { name: /Marina Teles/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ler' }).click();
  await expect(page.getByText('Tentativa de Marina Teles')).toBeVisible();
  await expectAccessible(page);
});

test('a question is written on a phone, with every field within the screen', async ({ owner }) => {
  const { page } = await owner();
  const { quiz } = await courseAndQuiz(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/quiz?id=${quiz}&type=comun`);
  await page.getByRole('listitem').getByRole('button').nth(1).click();
  const text = page.getByRole('textbox', { name: 'Pergunta 1' });
  for (const field of [page.getByText('Verdadeiro ou falso'), text])
    await expect(field).toBeInViewport({ ratio: 1 });
});

test('the preview beside the builder shows the question as students get it', async ({ owner }) => {
  const { page } = await owner();
  const { quiz } = await courseAndQuiz(page);
  await page.goto(`/quiz?id=${quiz}&type=comun`);
  const preview = page.getByRole('region', { name: 'Como o aluno vê' });
  await expect(preview.locator('.katex')).toHaveCount(2);
  await preview.getByText('8', { exact: true }).click();
  await expect(preview.getByRole('radio', { name: '8' })).toBeChecked();
  await expectAccessible(page);
});
