import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test('the owner writes a quiz and pastes questions; it is answered on a phone and read', async ({
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
  await page.getByRole('button', { name: 'Colar' }).click();
  await page
    .getByLabel('Texto')
    .fill('Qual abertura deixa entrar mais luz?\nA) f/2\nB) f/16\nANSWER: A\n\nf/22 difrata. {T}');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Adicionar 2 perguntas' }).click();
  await expect(page.getByText(/^salvo às/)).toBeVisible();
  await expectAccessible(page);

  const kaue = { name: 'Kauê', email: 'kaue@example.com', password: 'uma senha boa 1' };
  await post(page, '/api/v1/members', kaue);
  const student = (await signIn(kaue.email, kaue.password, 'phone')).page;
  await student.goto('/avaliacoes');
  await student.getByRole('link', { name: 'Luz e sombra' }).click();
  await student.getByRole('button', { name: 'Começar' }).click();
  await student.getByText('f/2', { exact: true }).click();
  await expect(student.getByText(/^Respostas guardadas às/).last()).toBeVisible();
  await expectNoSidewaysScroll(student);
  await expectAccessible(student);
  // A reload, as after a dead battery, loses no answer.
  await student.reload();
  await expect(student.getByRole('heading', { name: 'f/22 difrata.' })).toBeVisible();
  await student.getByText('Falso').click();
  await student.getByRole('button', { name: 'Entregar' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(student.getByRole('heading', { name: 'Ainda não foi desta vez' })).toBeVisible();
  await expectAccessible(student);

  await page.getByRole('tab', { name: 'Resultados' }).click();
  await expect(page.getByRole('button', { name: /Kauê/ })).toContainText('50%');
  await page.getByRole('button', { name: /Qual abertura/ }).click();
  await expectAccessible(page);
});
