import { call, createLesson, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const marina = { name: 'Marina Teles', email: 'marina@example.com', password: 'uma senha boa 1' };
const joao = { name: 'João Prado', email: 'joao@example.com', password: 'uma senha boa 2' };

test('a comment notifies the author at once and links to itself, unless they switched that off', async ({
  owner,
  school,
  signIn,
}) => {
  const { page: staff } = await owner();
  for (const person of [marina, joao]) await post(staff, '/api/v1/members', person);
  const community = await post(staff, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  const channel = await post(staff, `/api/v1/communities/${community.id}/channels`, {
    title: 'Fotos',
  });

  const { page } = await signIn(marina.email, marina.password);
  const written = await post(page, `/api/v1/channels/${channel.id}/posts`, {
    title: 'Neblina',
    content: '<p>Cinco da manhã</p>',
  });
  await page.goto('/homepage');
  const bell = page.getByRole('button', { name: /^Notificações/ });
  await expect(bell).toHaveAccessibleName('Notificações');

  const { page: other } = await signIn(joao.email, joao.password, 'phone');
  for (let count = 1; count <= 25; count += 1)
    await post(other, `/api/v1/posts/${written.id}/comments`, { content: `Comentário ${count}` });
  // The event stream delivers it without a reload.
  await expect(bell).toHaveAccessibleName('Notificações, mais de 9 não lidas');
  await expect(bell).toHaveText('+9');

  await bell.click();
  const popover = page.getByRole('dialog', { name: 'Notificações' });
  await expect(popover.getByRole('link', { name: /comentou na sua publicação/ })).toHaveCount(10);
  expect((await popover.boundingBox())!.width).toBe(479);
  await expectAccessible(page);
  // The list must not move under the pointer.
  await call(other, 'PUT', `/api/v1/posts/${written.id}/like`, {});
  await popover.getByRole('button', { name: 'Mostrar novas notificações' }).click();
  await expect(popover.getByRole('link').first()).toContainText('João Prado curtiu Neblina');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();

  await bell.click();
  await popover.getByRole('link', { name: /Comentário 25/ }).click();
  await expect(page).toHaveURL(/\/comunidade\/post\/\d+\/\d+\/\d+\?comentario=\d+$/);
  await expect(page.getByText('Comentário 25')).toBeInViewport();

  await page.goto('/notifications');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(bell).toHaveAccessibleName('Notificações');
  await page.getByRole('button', { name: 'Escolher avisos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notificações' });
  await dialog.getByRole('switch', { name: 'Comentários, na plataforma', exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await post(other, `/api/v1/posts/${written.id}/comments`, { content: 'Silencioso' });
  // The link in a mail opens the same dialog.
  await page.goto('/notifications?avisos');
  await expect(
    dialog.getByRole('switch', { name: 'Comentários, na plataforma', exact: true }),
  ).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Silencioso')).toHaveCount(0);
  await expect(bell).toHaveAccessibleName('Notificações');

  // On a phone the bell opens the page.
  await post(page, `/api/v1/posts/${written.id}/comments`, {
    content: 'Obrigada',
    parent_id: null,
  });
  await call(page, 'PUT', `/api/v1/posts/${written.id}/like`, {});
  const created = await post(other, `/api/v1/channels/${channel.id}/posts`, {
    content: '<p>Eu</p>',
  });
  await call(page, 'PUT', `/api/v1/posts/${created.id}/like`, {});
  await other.goto('/homepage');
  await other.getByRole('link', { name: /^Notificações, \d não/ }).click();
  await expect(other).toHaveURL(/\/notifications$/);
  await expect(other.getByRole('link', { name: /Marina Teles curtiu/ })).toBeVisible();
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);
});

test('an answer to a doubt leads to the answer under the lesson', async ({ owner, signIn }) => {
  const { page: staff } = await owner();
  const product = await post(staff, '/api/v1/products', { title: 'Plano' });
  await post(staff, '/api/v1/members', { ...marina, product_ids: [product.id] });
  const lesson = await createLesson(
    staff,
    { title: 'Histograma', content: '<p>Luz natural</p>' },
    { title: 'Luz', product_ids: [product.id] },
  );
  const { page } = await signIn(marina.email, marina.password);
  const path = `/api/v1/lessons/${lesson.id}/comments`;
  const doubt = await post(page, path, { content: 'Pode estourar o céu?' });
  await staff.goto('/homepage');
  await staff.getByRole('button', { name: 'Notificações, 1 não lida' }).click();
  await staff.getByRole('link', { name: /Marina Teles comentou em Histograma/ }).click();
  await expect(staff.getByText('Pode estourar o céu?')).toBeInViewport();
  await post(staff, path, { content: 'Só não a grama.', parent_id: doubt.id });
  for (let count = 1; count <= 21; count += 1) await post(page, path, { content: `Nota ${count}` });
  await page.goto('/notifications');
  await page.getByRole('link', { name: /respondeu sua dúvida em Histograma/ }).click();
  await expect(page.getByText('Só não a grama.')).toBeInViewport();
  await expectAccessible(page);
});
