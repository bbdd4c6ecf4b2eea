import type { Page } from '@playwright/test';
import { post, postForm } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type Visitor, test } from './fixtures.ts';

const settings = '/api/auth/config/plataforma/updateCustomBasic';

/** A photograph that compresses badly, so that its upload takes a while. */
async function noise(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1920, 1080];
    const context = canvas.getContext('2d')!;
    const pixels = context.createImageData(1920, 1080);
    for (let place = 0; place < pixels.data.length; place++)
      pixels.data[place] = place % 4 === 3 ? 255 : Math.random() * 255;
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return Buffer.from(base64, 'base64');
}

/** The worst photograph for contrast. */
async function whiteImage(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1920, 1080];
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1920, 1080);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return Buffer.from(base64, 'base64');
}

/** The WCAG contrast of white with the lightest pixel of a part of the page, without its text. */
async function whiteOn(page: Page, part: string) {
  await page.addStyleTag({ content: `${part} * { visibility: hidden }` });
  const screenshot = (await page.locator(part).screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    // The rounded corners show the page outside.
    const edge = 24;
    [canvas.width, canvas.height] = [image.width - 2 * edge, image.height - 2 * edge];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, -edge, -edge);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    const linear = (part: number) =>
      part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    let lightest = 0;
    for (let offset = 0; offset < pixels.length; offset += 4)
      lightest = Math.max(
        lightest,
        0.2126 * linear(pixels[offset]!) +
          0.7152 * linear(pixels[offset + 1]!) +
          0.0722 * linear(pixels[offset + 2]!),
      );
    return 1.05 / (lightest + 0.05);
  }, screenshot);
}

/** Creates a member with a password. */
async function withPassword({ page }: Visitor) {
  const person = { name: 'Rosa Lima', email: 'rosa@example.com', password: 'segredo-bom' };
  await post(page, '/api/v1/members', person);
  return person.email;
}

test('the owner sees changes to the sign-in page at once, and visitors get them', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=login');
  const preview = page.frameLocator('iframe[title="Prévia da página de login"]');
  await expect(
    preview.getByRole('heading', { name: 'Faça login', includeHidden: true }),
  ).toBeVisible();

  await page.getByRole('textbox', { name: 'Título', exact: true }).fill('Bom te ver de novo');
  await page.getByText('Glassmophirsm efeito-vidro').click();
  await page.getByText('Esquerda').click();
  await expect(
    preview.getByRole('heading', { name: 'Bom te ver de novo', includeHidden: true }),
  ).toBeVisible();
  await expect(preview.locator('.visitor')).toHaveAttribute('data-theme', '3');

  await page.getByRole('switch', { name: 'Botão personalizado' }).click();
  await page.getByRole('textbox', { name: 'Título do botão' }).fill('Conheça os cursos');
  await expect(preview.locator('.visitor-action')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'URL do botão' }).fill('https://example.com/cursos');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();

  const { page: visitorPage } = await visitor();
  await visitorPage.goto('/entrar');
  await expect(visitorPage.getByRole('heading', { name: 'Bom te ver de novo' })).toBeVisible();
  expect(await visitorPage.locator('.visitor').getAttribute('data-placement')).toBe('left');
  expect(
    await visitorPage.getByRole('link', { name: 'Conheça os cursos' }).getAttribute('href'),
  ).toBe('https://example.com/cursos');
});

test('on a phone, the progress of an upload leaves its button free', async ({ owner }) => {
  const { page, context } = await owner('phone');
  await page.goto('/homepage?editar=login');
  const desktop = page.getByRole('group', { name: 'Desktop' });
  const image = { name: 'foto.png', mimeType: 'image/png', buffer: await noise(page) };
  await desktop.locator('input[type=file]').setInputFiles(image);
  const dialog = page.getByRole('dialog', { name: 'Recortar para o desktop' });
  await expect(dialog.getByText(/1.920 × 1.080 px/)).toBeVisible();
  const network = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await dialog.getByRole('button', { name: 'Usar este recorte' }).click();
  // An estimate comes after two seconds.
  await expect(desktop.getByText(/^cerca de/)).toBeAttached();
  const button = (await desktop.getByRole('button', { name: 'Cancelar' }).boundingBox())!;
  const text = (await desktop.getByText('Enviando').boundingBox())!;
  expect(text.y).toBeGreaterThanOrEqual(button.y + button.height);
});

test('an image is cut to its frame by keyboard, sent, and shown to phones and desktops', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=login');
  const box = page.getByRole('group', { name: 'Desktop' }).locator('input[type=file]');
  await box.setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: await whiteImage(page),
  });
  const dialog = page.getByRole('dialog', { name: 'Recortar para o desktop' });
  await expect(dialog.getByText('1.920 × 1.080 px', { exact: true })).toBeVisible();
  const frame = dialog.getByRole('group', { name: /Quadro do recorte/ });
  await frame.focus();
  await page.keyboard.press('+');
  await expect(dialog.getByText(/pode perder nitidez/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restaurar' }).click();
  await expect(dialog.getByText('1.920 × 1.080 px', { exact: true })).toBeVisible();
  await frame.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sem imagem própria, o celular mostra a do desktop.')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();

  for (const size of ['phone', 'desktop'] as const) {
    const { page: visitorPage } = await visitor(size);
    await visitorPage.goto('/entrar');
    const banner = visitorPage.locator('.visitor-image img');
    await expect(banner).not.toHaveJSProperty('naturalWidth', 0);
    expect(await banner.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /-1920x1080\.jpg\?w=\d+$/,
    );
  }
});

test.describe('in a German browser', () => {
  const languages = [
    ['pt', 'Digite seu e-mail.', 'E-mail inválido', 'Digite a senha.'],
    ['en', 'Type your e-mail.', 'Invalid e-mail', 'Type the password.'],
    ['es', 'Escribe tu correo.', 'Correo no válido', 'Escribe la contraseña.'],
  ] as const;

  for (const [language, noEmail, wrongEmail, noPassword] of languages)
    test(`the sign-in page says in ${language} what is missing`, async ({ visitor, school }) => {
      const { page, context } = await visitor('desktop', { locale: 'de-DE' });
      await context.addCookies([{ name: 'language', value: language, url: school.base }]);
      await page.goto('/entrar');
      const email = page.locator('[name=email]');
      const alert = page.getByRole('alert');
      await page.locator('.visitor-submit').click();
      await expect(alert).toHaveText(noEmail);
      await expect(email).toBeFocused();
      await email.fill('rosa');
      await page.locator('.visitor-alternative').click();
      await expect(alert).toHaveText(wrongEmail);
      await email.fill('rosa@example.com');
      await page.locator('.visitor-submit').click();
      await expect(alert).toHaveText(noPassword);
      await expectAccessible(page);
    });
});

const templates = [1, 2, 3].flatMap((login_theme) =>
  ['left', 'center', 'right'].map((login_theme_placement) => ({
    login_theme,
    login_theme_placement,
  })),
);

test.describe('at a school with a long name', () => {
  test.use({ schoolName: 'Escola de Fotografia com Luz Natural e Paciência de Minas' });

  test('every template is readable over the lightest photograph, at every width and on low screens', async ({
    owner,
    visitor,
  }) => {
    const admin = await owner();
    const shown = {
      overlay_banner_login: 0,
      cta_login: 1,
      title_cta_login: 'Ainda não é aluno? Conheça os planos e comece hoje mesmo',
      link_cta_login: '/ajuda',
      magic_link_enabled: 1,
      footer_visible: 1,
      use_terms: '<p>Termos</p>',
      privacy_terms: '<p>Privacidade</p>',
    };
    const banner = { field: 'login_banner', bytes: await whiteImage(admin.page) };
    await postForm(admin.page, settings, shown, banner);
    const { page } = await visitor();
    for (const template of templates) {
      await post(admin.page, settings, template);
      for (const size of [
        { width: 360, height: 640 },
        { width: 768, height: 1024 },
        { width: 1440, height: 640 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(size);
        await page.goto('/entrar');
        await expectNoSidewaysScroll(page);
      }
      // The page fits the viewport without scrolling.
      for (const size of [
        { width: 1024, height: 768 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height);
      }
      await expectAccessible(page);
      // White text on dark.
      expect(await whiteOn(page, '.visitor-card')).toBeGreaterThanOrEqual(7);
      await page.goto('/entrar');
      expect(await whiteOn(page, '.visitor-foot')).toBeGreaterThanOrEqual(7);
    }
  });
});

/** The page before its script has loaded, or in a browser without scripts. */
const withoutScript = { javaScriptEnabled: false };

test('a visitor signs in before the script has loaded and returns to the requested page', async ({
  owner,
  visitor,
}) => {
  const email = await withPassword(await owner());
  const { page } = await visitor('desktop', withoutScript);
  await page.goto('/gestao/alunos');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('errada-demais');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);

  await page.getByLabel('Senha', { exact: true }).fill('segredo-bom');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/gestao/alunos');
});

test('a link by mail and a new password can be asked for without a script', async ({
  owner,
  visitor,
}) => {
  const email = await withPassword(await owner());
  const { page } = await visitor('desktop', withoutScript);
  const sent = 'Se este e-mail tem uma conta aqui, o link chega em instantes.';
  await page.goto('/entrar');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Receber link por e-mail' }).click();
  await expect(page.getByText(sent)).toBeVisible();

  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText(sent)).toBeVisible();

  await page.goto('/entrar/link?token=gone');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Este link expirou ou já foi usado. Peça um novo.',
  );
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Enviar novo link' }).click();
  await expect(page.getByText(sent)).toBeVisible();
});

test('changing the language keeps typed text', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/entrar');
  await page.getByLabel('E-mail').fill('rosa@example.com');
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('rosa@example.com');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the page sends few requests and loads few bytes before the image', async ({ visitor }) => {
  const { page } = await visitor('phone');
  const loaded: { type: string; bytes: number }[] = [];
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    loaded.push({ type: request.resourceType(), bytes: responseBodySize + responseHeadersSize });
  });
  await page.goto('/entrar', { waitUntil: 'networkidle' });
  const code = loaded.filter(({ type }) => type !== 'image');
  expect(code.length).toBeLessThanOrEqual(6);
  expect(code.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(45 * 1024);
});
