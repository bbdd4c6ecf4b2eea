import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const rosa = { name: 'Rosa Lima', email: 'rosa@example.com', password: 'uma senha boa 1' };

test('a member reads, exports and erases their data on a phone, and cancels by the mailed link', async ({
  owner,
  signIn,
  visitor,
  school,
  platform,
}) => {
  const { page } = await owner();
  await page.goto('/gestao/alunos');
  await post(page, '/api/v1/members', rosa);
  const student = (await signIn(rosa.email, rosa.password, 'phone')).page;
  await student.goto('/perfil');
  await student.getByRole('link', { name: 'Abrir meus dados' }).click();
  await expect(student.getByRole('heading', { name: 'Meus dados', level: 1 })).toBeVisible();
  await expect(student.getByText('Ninguém abriu o seu registro.')).toBeVisible();
  await expectAccessible(student);
  await expectNoSidewaysScroll(student);
  const download = student.waitForEvent('download');
  await student.getByRole('link', { name: 'Baixar tudo (.zip)' }).click();
  expect((await download).suggestedFilename()).toBe('meus-dados.zip');

  await student.getByRole('button', { name: 'Fazer um pedido' }).click();
  await student.getByRole('textbox', { name: /O que você pede/ }).fill('Meu nome está errado');
  await expectAccessible(student);
  await student.getByRole('button', { name: 'Enviar' }).click();
  await expect(student.getByText('Meu nome está errado')).toBeVisible();

  await page.goto('/gestao/dados');
  await expect(page.getByText('Faltam 15 dias')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('textbox', { name: /Resposta/ }).fill('Já corrigimos.');
  await page.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(page.getByText('Nenhum pedido aberto')).toBeVisible();
  await page.getByRole('button', { name: 'Mudar prazos' }).click();
  await expectAccessible(page);
  await page.getByRole('spinbutton', { name: 'E-mails enviados' }).fill('14');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('14 dias')).toBeVisible();

  await student.reload();
  await expect(student.getByText('Já corrigimos.')).toBeVisible();
  await student.getByRole('button', { name: 'Apagar minha conta' }).click();
  await student.getByLabel('Sua senha').fill(rosa.password);
  await expectAccessible(student);
  await student.getByRole('dialog').getByRole('button', { name: 'Apagar minha conta' }).click();
  await expect(student.getByRole('dialog', { name: 'Sua conta está fechada' })).toBeVisible();
  await student.getByRole('button', { name: 'Sair da escola' }).click();
  await student.getByRole('textbox', { name: 'E-mail' }).fill(rosa.email);
  await student.getByLabel('Senha', { exact: true }).fill(rosa.password);
  await student.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(student.getByText(/^Esta conta será apagada em/)).toBeVisible();

  await page.goto('/gestao/alunos');
  await expect(page.getByText('Olívia Dona').first()).toBeVisible();
  await expect(page.getByText(rosa.name)).toBeHidden();

  // The sign-in mailed the link again. Its job writes the mail shortly afterwards.
  const mails = () =>
    platform.database.transaction(school.id, ({ db }) =>
      db
        .selectFrom('mails')
        .select('plain')
        .where('recipient', '=', rosa.email)
        .orderBy('id')
        .execute(),
    );
  await expect(async () => expect(await mails()).toHaveLength(2)).toPass();
  const link = /http\S+\/entrar\/voltar\S+/.exec((await mails()).at(-1)!.plain)![0];
  const back = (await visitor('phone')).page;
  const { pathname, search } = new URL(link);
  await back.goto(pathname + search);
  await expectAccessible(back);
  await back.getByRole('button', { name: 'Cancelar a exclusão' }).click();
  await expect(
    back.getByText('Exclusão cancelada. Sua conta voltou: entre de novo.'),
  ).toBeVisible();
  const again = (await signIn(rosa.email, rosa.password, 'phone')).page;
  await again.goto('/perfil');
  await expect(again.getByRole('heading', { name: rosa.name })).toBeVisible();
});

test('the owner exports and erases a member’s data', async ({ owner, signIn }) => {
  const { page } = await owner();
  await page.goto('/gestao/alunos');
  await post(page, '/api/v1/members', rosa);
  await signIn(rosa.email, rosa.password);
  await page.reload();
  await page.getByRole('button', { name: `Opções de ${rosa.name}` }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Baixar dados' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dados-\d+\.zip$/);
  await page.getByRole('button', { name: `Opções de ${rosa.name}` }).click();
  await page.getByRole('menuitem', { name: 'Apagar dados' }).click();
  const dialog = page.getByRole('dialog', { name: `Apagar os dados de ${rosa.name}` });
  await dialog.getByRole('textbox').fill('EXCLUIR');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apagar dados' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(rosa.name)).toBeHidden();
  await page.goto('/gestao/dados');
  await expect(page.getByText(/^Tudo é apagado em/)).toBeVisible();
});
