import type { Frame, Page } from '@playwright/test';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type SignIn, test } from './fixtures.ts';

const addSnippet = (page: Page, customHtml: string, fields: object = {}) =>
  post(page, '/api/platform/auth/custom-html', {
    title: 'Trecho',
    page: 'homepage',
    customHtml,
    ...fields,
  });

/** The frame of a snippet, after its code has run. */
async function frameOf(page: Page, title = 'Trecho'): Promise<Frame> {
  const element = await page.locator(`iframe[title="${title}"]`).elementHandle();
  const frame = await element!.contentFrame();
  await frame!.waitForLoadState();
  return frame!;
}

async function student(signIn: SignIn, admin: Page) {
  const email = 'rosa@example.com';
  const password = 'segredo-bom';
  await post(admin, '/api/v1/members', { name: 'Rosa Lemos', email, password });
  return signIn(email, password);
}

test('who types the closing tag that the editor has added gets it once', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=html/novo');
  const editor = page.getByRole('dialog').getByRole('textbox', { name: 'Código' });
  await editor.click();
  const expectCode = (...lines: string[]) =>
    expect(editor.locator('.cm-line')).toHaveText(lines, { useInnerText: true });
  const type = async (...lines: string[]) => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    for (const [index, line] of lines.entries()) {
      if (index > 0) await page.keyboard.press('Enter');
      await page.keyboard.type(line);
    }
  };
  await type('<p>um <b>dois</b></p>três');
  await expectCode('<p>um <b>dois</b></p>três');
  await type('<ul>', '<li>um</li>', '</ul>');
  await expectCode('<ul>', '  <li>um</li>', '</ul>');
  // Another tag may begin before it.
  await type('<p><i>');
  await expectCode('<p><i></i></p>');
});

test('the owner writes a snippet in the drawer, tries it, and a student finds it', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=html');
  await expect(page.getByText(/ainda não possui nenhum HTML personalizado/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Novo HTML personalizado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo HTML personalizado' });
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Aviso');
  await dialog.getByRole('combobox', { name: 'Página' }).click();
  await page.getByRole('option', { name: 'Página inicial' }).click();

  // Typing works, and Tab leaves the editor.
  const editor = dialog.getByRole('textbox', { name: 'Código' });
  await editor.click();
  await page.keyboard.insertText('<h2>Encontro na quinta</h2><script>vitrine.height(90)</script>');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await expectAccessible(page);

  // The code runs only in the preview, on request.
  expect(await page.locator('iframe').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Pré-visualizar' }).click();
  const preview = page.getByRole('dialog', { name: 'Pré-visualização' });
  await expect(
    preview.locator('iframe').contentFrame().getByText('Encontro na quinta'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('HTML personalizado criado com sucesso')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The page behind shows it at once.
  await expect(
    page.locator('iframe[title="Aviso"]').contentFrame().getByText('Encontro'),
  ).toBeVisible();

  const rosa = await student(signIn, page);
  const frame = rosa.page.locator('iframe[title="Aviso"]');
  await expect(
    frame.contentFrame().getByRole('heading', { name: 'Encontro na quinta' }),
  ).toBeVisible();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(90);
  await expectAccessible(rosa.page);
  await rosa.page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(rosa.page);

  // Safe mode opens the site without snippets, whatever they do.
  await rosa.page.goto('/homepage?safe=1');
  await expect(rosa.page.getByRole('heading').first()).toBeVisible();
  await rosa.page.waitForLoadState('networkidle');
  expect(await rosa.page.locator('iframe').count()).toBe(0);

  // The owner reads why, and mends the snippet.
  await page.goto('/homepage?safe=1&editar=html');
  await expect(page.getByText(/^Você abriu a página com \?safe=1/)).toBeVisible();
  expect(await page.locator('iframe').count()).toBe(0);

  // The snippet disappears when the owner removes it.
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções de Aviso' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  const confirmation = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: /Excluir/ }));
  await expect(
    confirmation.getByText('Deseja mesmo excluir esse html personalizado?'),
  ).toBeVisible();
  await confirmation.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('HTML excluído com sucesso')).toBeVisible();
  await expect(page.locator('iframe[title="Aviso"]')).not.toBeAttached();
});

/** Tries everything that a snippet must not do, and records the results. */
const hostile = `<p id="found"></p><script>
const attempt = async (get) => {
  try { return String(await get()); } catch (error) { return 'refused: ' + error.name; }
};
(async () => {
  const found = {
    origin: window.origin,
    cookie: await attempt(() => document.cookie),
    storage: await attempt(() => localStorage.getItem('segredo')),
    session: await attempt(() => sessionStorage.getItem('segredo')),
    database: await attempt(() => indexedDB.open('x').constructor.name),
    workers: await attempt(() => navigator.serviceWorker.getRegistration()),
    parent: await attempt(() => parent.document.title),
    top: await attempt(() => top.localStorage.length),
    sibling: await attempt(() => parent.frames[1].document.body),
    read: await attempt(async () => (await fetch('/api/v1/session')).status),
    blind: await attempt(async () => (await fetch('/api/v1/session', { mode: 'no-cors', credentials: 'include' })).type),
    write: await attempt(async () => {
      await fetch('/api/platform/auth/custom-html', {
        method: 'POST', mode: 'no-cors', credentials: 'include', body: new FormData(),
      });
      return 'sent';
    }),
    location: await attempt(() => { top.location = 'https://evil.example/a'; return 'set'; }),
    opened: await attempt(() => { window.open('https://evil.example/b', '_top'); return 'asked'; }),
    alert: await attempt(() => { alert('olá'); return 'silent'; }),
  };
  const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/c', target: '_top' });
  document.body.append(link); link.click();
  const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/d', target: '_top', method: 'post' });
  document.body.append(form); form.submit();
  document.getElementById('found').textContent = JSON.stringify(found);
})();
</script>`;

test('a hostile snippet reads nothing, has no session, and cannot navigate the page', async ({
  school,
  owner,
  signIn,
}) => {
  const admin = await owner();
  await addSnippet(admin.page, hostile);
  await addSnippet(admin.page, '<p>vizinho</p>', { title: 'Vizinho' });
  const { page, context } = await student(signIn, admin.page);
  await page.evaluate(() => {
    localStorage.setItem('segredo', 'da página');
    sessionStorage.setItem('segredo', 'da página');
    document.cookie = 'marca=da-pagina; path=/';
  });
  /** The cookies of requests to the school: the frame's, and the page's for comparison. */
  const cookies = { frame: [] as (string | undefined)[], page: [] as (string | undefined)[] };
  context.on('request', async (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return;
    const from = request.frame().parentFrame() ? 'frame' : 'page';
    cookies[from].push((await request.allHeaders())['cookie']);
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.reload();
  const frame = await frameOf(page);
  await expect(frame.locator('#found')).not.toBeEmpty();
  const found = JSON.parse((await frame.locator('#found').textContent())!) as Record<
    string,
    string
  >;

  expect(found).toMatchObject({
    origin: 'null',
    cookie: '',
    storage: 'null',
    session: 'null',
    database: 'refused: SecurityError',
    workers: 'refused: SecurityError',
    parent: 'refused: SecurityError',
    top: 'refused: SecurityError',
    sibling: 'refused: SecurityError',
    read: 'refused: TypeError',
    location: 'refused: SecurityError',
  });
  // Requests whose answers the frame cannot read arrived without a session.
  await expect.poll(() => cookies.frame).toEqual([undefined, undefined, undefined]);
  expect(dialogs).toEqual([]);
  expect(new URL(page.url()).origin).toBe(school.base);
  await expect(page.getByRole('heading').first()).toBeVisible();
  // The same calls from the page are authenticated.
  expect(await page.evaluate(async () => (await fetch('/api/v1/session')).status)).toBe(200);
  await expect.poll(() => cookies.page.at(-1)).toContain('vitrine=');
});

test('a frame sets its size only through its own API, up to the maximum', async ({ owner }) => {
  const { page } = await owner();
  await addSnippet(
    page,
    `<script>vitrine.ready.then((facts) => {
      document.body.dataset.facts = JSON.stringify([facts.page, facts.course, facts.consent, facts.theme['--brand']]);
      vitrine.height(99999);
    });
    parent.postMessage({ vitrine: { height: 5000 } }, '*');
    parent.postMessage('vitrine:hello', '*');</script>`,
  );
  await addSnippet(
    page,
    `<script>vitrine.corner('right', { width: 9000, height: 9000 })</script>`,
    {
      title: 'Canto',
    },
  );
  await addSnippet(page, `<script>vitrine.height('1e9')</script>`, { title: 'Errado' });
  // A chat widget renders by script after a while, and floats.
  const chat = `position:fixed;right:20px;bottom:20px;width:60px;height:60px`;
  await addSnippet(
    page,
    `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div style="${chat}">Oi</div>'))</script>`,
    { title: 'Chat' },
  );
  await page.reload();
  const frame = await frameOf(page);
  await expect(frame.locator('body')).toHaveAttribute('data-facts', /^\["homepage",null,true,"#/);
  const height = (title: string) => async () =>
    (await page.locator(`iframe[title="${title}"]`).boundingBox())?.height;
  await expect.poll(height('Trecho')).toBe(2000);
  await expect.poll(height('Canto')).toBeGreaterThan(0);
  const corner = (await page.locator('iframe[title="Canto"]').boundingBox())!;
  expect(corner.width).toBeLessThanOrEqual(420);
  expect(corner.height).toBeLessThanOrEqual(640);
  expect((await height('Errado')()) ?? 0).toBe(0);
  await expect.poll(height('Chat')).toBe(80);
  const bubble = page.frameLocator('iframe[title="Chat"]').getByText('Oi');
  await expect(bubble).toBeVisible();
  expect((await page.locator('iframe[title="Chat"]').boundingBox())!.width).toBe(80);
  // The viewer closes the floating frame.
  await page.getByRole('button', { name: 'Fechar Canto' }).click();
  await expect(page.locator('iframe[title="Canto"]')).not.toBeAttached();
});

test('the address of a frame shows nothing when it is opened as a page', async ({ owner }) => {
  const { page } = await owner();
  const { frame_url } = await addSnippet(page, '<script>document.title = document.cookie</script>');
  const answer = await page.goto(frame_url!);
  expect(answer!.status()).toBe(404);
});

/** The bar's gradient above it, `.offer-bar::before`. */
const BAR_FADE_PX = 44;

test('a product’s snippet runs where a course is on offer, above its bar', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
    upsell_text: 'Quero entrar',
    upsell_link: 'https://loja.example.com/luz',
  });
  await addSnippet(page, '<h2>Só hoje</h2>', { page: 'product' });
  const email = 'rosa@example.com';
  const password = 'segredo-bom';
  await post(page, '/api/v1/members', { name: 'Rosa Lemos', email, password });
  const rosa = await signIn(email, password, 'phone');
  await rosa.page.goto(`/courses/${course.id}`);
  const frame = rosa.page.locator('iframe[title="Trecho"]');
  await expect(frame.contentFrame().getByText('Só hoje')).toBeVisible();
  // At the end of the page, the whole snippet is visible.
  await rosa.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const bar = await rosa.page.locator('.offer-bar').boundingBox();
  await expect
    .poll(async () => {
      const { y, height } = (await frame.boundingBox())!;
      return y + height;
    })
    .toBeLessThanOrEqual(bar!.y - BAR_FADE_PX);
});
