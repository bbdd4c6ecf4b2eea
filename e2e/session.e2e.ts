import { createLink } from '../apps/server/src/features/sessions/links.store.ts';
import { ownerLink } from '../apps/server/src/features/tenants/tenants.store.ts';
import { jpeg } from '../apps/server/test/media.ts';
import { call, createLesson, post } from './calls.ts';
import { expectAccessible } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const marina = { name: 'Marina', email: 'marina@example.com', password: 'uma senha boa 1' };

test('the printed link of a first start sets e-mail and password of the owner once', async ({
  school,
  platform,
  visitor,
}) => {
  const { page } = await visitor();
  const link = await ownerLink(platform.database, school.id, school.ownerId);
  await page.goto(link);
  const email = `owner@${new URL(school.base).hostname.replace('localhost', 'example.com')}`;
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Seu nome' })).toHaveValue('Olívia Dona');
  await page.getByLabel('Senha', { exact: true }).fill('uma senha da dona 1');
  await page.getByRole('button', { name: 'Salvar e entrar' }).click();
  await page.waitForURL('**/homepage');
  await page.goto('/homepage?editar=root');
  await expect(page.getByRole('heading', { name: 'Você está no modo edição' })).toBeVisible();

  const { page: later } = await visitor('phone');
  await later.goto(link);
  await later.getByLabel('Senha', { exact: true }).fill('uma outra senha 1');
  await later.getByRole('button', { name: 'Salvar e entrar' }).click();
  await expect(later.getByText(/expirou ou já foi usado/)).toBeVisible();
});

test('a mailed link leads to the requested page, and never out of the school', async ({
  owner,
  visitor,
  school,
  platform,
}) => {
  const { page } = await owner();
  const { id } = await post(page, '/api/v1/members', marina);
  for (const [next, place] of [
    ['/favoritos', '/favoritos'],
    ['//evil.example.com/a', '/homepage'],
  ] as const) {
    const { token } = await platform.database.transaction(school.id, (tx) =>
      createLink(tx, { memberId: id, purpose: 'sign_in', browserHash: null }),
    );
    const { page: mail } = await visitor('phone');
    await mail.goto(`/entrar/link?token=${token}&next=${encodeURIComponent(next)}`);
    await mail.getByRole('button', { name: 'Entrar', exact: true }).click();
    await mail.waitForURL(`**${place}`);
    expect(new URL(mail.url()).origin).toBe(new URL(school.base).origin);
  }
});

test('whose mailed link is gone gets a new one there, or signs in, to the page that it leads to', async ({
  owner,
  visitor,
  school,
  platform,
}) => {
  const { page } = await owner();
  await post(page, '/api/v1/members', marina);
  const { page: mail } = await visitor('phone');
  await mail.goto(`/entrar/link?token=${'a'.repeat(43)}&next=%2Ffavoritos`);
  await mail.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(mail.getByText('Este link expirou ou já foi usado. Peça um novo.')).toBeVisible();
  await expect(mail.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await mail.keyboard.type(marina.email);
  await expectAccessible(mail);
  await mail.keyboard.press('Enter');
  await expect(mail.getByText(/o link chega em instantes/)).toBeVisible();
  const links = () =>
    platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('sign_in_links').select('purpose').where('purpose', '=', 'sign_in').execute(),
    );
  await expect.poll(links).toHaveLength(1);
  await mail.getByRole('link', { name: 'Ir para a entrada' }).click();
  await mail.getByRole('textbox', { name: 'E-mail' }).fill(marina.email);
  await mail.getByLabel('Senha', { exact: true }).fill(marina.password);
  await mail.getByRole('button', { name: 'Entrar', exact: true }).click();
  await mail.waitForURL('**/favoritos');
});

test('an ended session is renewed over the page; a change in another tab shows here', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const { id: lessonId, path } = await createLesson(
    page,
    { title: 'A janela', content: '<p>Luz</p>' },
    { product_ids: [product.id] },
  );
  await post(page, '/api/v1/members', { ...marina, product_ids: [product.id] });
  const { page: first, context } = await signIn(marina.email, marina.password);
  const finish = (tab: typeof page, name: string) =>
    tab.getByRole('button', { name, exact: true }).first();

  await first.goto(path);
  const second = await context.newPage();
  // A tab receives messages of the others once its code has loaded.
  await second.goto(path, { waitUntil: 'networkidle' });
  await finish(first, 'Concluir aula').click();
  await expect(finish(second, 'Aula concluída')).toBeVisible();
  await finish(second, 'Aula concluída').click();
  await expect(finish(first, 'Concluir aula')).toBeVisible();

  // A long comment is collapsed by its number of lines.
  const long = Array.from({ length: 20 }, (_, index) => `<p>Linha ${index + 1}</p>`).join('');
  await call(first, 'POST', `/api/v1/lessons/${lessonId}/comments`, { content: long });
  await first.reload();
  await first.getByRole('button', { name: 'Ver mais', exact: true }).click();
  await first.getByText('Linha 20').scrollIntoViewIfNeeded();
  await expect(first.getByText('Linha 20')).toBeInViewport();
  await first.getByRole('button', { name: 'Ver menos' }).click();

  await context.clearCookies();
  await finish(first, 'Concluir aula').click();
  const dialog = first.getByRole('dialog', { name: 'Sua sessão terminou' });
  await expect(dialog.getByLabel('Senha')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Receber link por e-mail' })).toBeVisible();
  await expectAccessible(first);
  await first.keyboard.type(marina.password);
  await first.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(finish(first, 'Aula concluída')).toBeVisible();
  await expect(finish(first, 'Aula concluída')).toBeFocused();

  // What is not there is asked for once: to try again would take seconds.
  const calls: string[] = [];
  first.on('request', (request) => {
    if (/\/api\/v1\/courses\//.test(request.url())) calls.push(request.url());
  });
  for (const [address, heading] of [
    ['/courses/999999', 'Este curso não existe'],
    ['/courses/luz', 'Esta página não existe'],
    ['/nao-existe', 'Esta página não existe'],
  ] as const) {
    await first.goto(address);
    await expect(first.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect(calls.length).toBeLessThanOrEqual(1);
});

test('a language that is chosen in one tab shows in the other one, and keeps what is typed there', async ({
  owner,
  school,
}) => {
  const { page, context } = await owner();
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'A turma',
  });
  await post(page, `/api/v1/communities/${community.id}/channels`, { title: 'Fotos' });
  const other = await context.newPage();
  await other.goto(`/comunidade/${school.id}/${community.id}`);
  await other.getByLabel(/^Escreva para a turma/).click();
  await other.keyboard.type('Que lente?');
  const isListening = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/start-offline-'));
  await expect.poll(() => other.evaluate(isListening)).toBe(true);
  await page.goto('/favoritos');
  await page.getByRole('button', { name: 'Idioma' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await expect(other.getByRole('button', { name: 'Publish' })).toBeVisible();
  await expect(other.getByText('Que lente?')).toBeVisible();
});

test('a device without a chosen language uses the account’s', async ({ owner, signIn }) => {
  const { page: staff } = await owner();
  const password = 'uma senha boa 1';
  await post(staff, '/api/v1/members', { name: 'Rosa', email: 'rosa@example.com', password });
  const { page: first } = await signIn('rosa@example.com', password);
  await call(first, 'PATCH', '/api/v1/me', { language: 'es' });
  const { page } = await signIn('rosa@example.com', password);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notificaciones');
  await page.getByRole('button', { name: 'Idioma' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
});

test('a photo is chosen, cropped and saved by keyboard, and the focus stays at its field', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.goto('/perfil');
  await page.getByRole('button', { name: 'Editar perfil' }).click();
  const form = page.getByRole('dialog', { name: 'Editar perfil' });
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Escolher arquivo' }).focus();
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1200, 900) });
  await page.getByRole('button', { name: 'Usar este recorte' }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Trocar arquivo' })).toBeVisible();
  await expect(form.getByRole('group', { name: 'Foto' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Trocar arquivo' })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
});

test('a session that ends while a form is saved keeps the form, its text and the focus', async ({
  owner,
  signIn,
}) => {
  const { page: staff } = await owner();
  const ana = { name: 'Ana', email: 'ana@example.com', password: 'uma senha boa 3' };
  await post(staff, '/api/v1/members', ana);
  const { page, context } = await signIn(ana.email, ana.password);
  await page.goto('/perfil');
  await page.getByRole('button', { name: 'Editar perfil' }).click();
  const form = page.getByRole('dialog', { name: 'Editar perfil' });
  const bio = form.getByLabel('Bio');
  await bio.fill('Fotografo janelas.');
  await context.clearCookies();
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await expect(question.getByLabel('Senha')).toBeFocused();
  // Only the sign-in hears the keys.
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sair sem salvar?' })).toBeHidden();
  await question.getByLabel('Senha').fill('errada');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByLabel('Senha').fill(ana.password);
  const saving = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(bio).toHaveValue('Fotografo janelas.');
  await expect(bio).toBeFocused();
  saving.resolve();
  await expect(form).toBeHidden();
  await expect(page.getByText('Fotografo janelas.')).toBeVisible();
});

test('an open page follows the roles of its reader', async ({ owner, signIn }) => {
  const { page } = await owner();
  const { id } = await post(page, '/api/v1/members', marina);
  const change = (roles: string[]) => call(page, 'PATCH', `/api/v1/members/${id}`, { roles });
  const { page: student } = await signIn(marina.email, marina.password);
  await student.goto('/gestao/moderacao');
  const notFound = student.getByRole('heading', { name: 'Esta página não existe' });
  await expect(notFound).toBeVisible();
  // The stream is open once the bell has its number.
  await expect(student.getByRole('button', { name: /^Notificações/ })).toBeVisible();
  await change(['student', 'moderator']);
  await expect(student.getByRole('heading', { level: 1, name: 'Moderação' })).toBeVisible();
  await expect(student.getByText('Seu acesso a esta escola mudou.')).toBeVisible();
  await expectAccessible(student);
  await change(['student']);
  await expect(notFound).toBeVisible();
});
