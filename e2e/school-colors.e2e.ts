import sharp from 'sharp';
import { post } from './calls.ts';
import { contrast, luminance, partsOf } from './contrast.ts';
import { expect, test } from './fixtures.ts';

test('the main button has an edge where its colour is nearly that of the ground', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await post(page, '/api/auth/config/plataforma/updateCustomBasic', {
    version: 1,
    primary_color: '#0d0d10',
  });
  const { page: login } = await visitor();
  await login.goto('/entrar');
  await page.goto('/favoritos');
  const buttons = [
    login.getByRole('button', { name: 'Entrar', exact: true }),
    page.getByRole('link', { name: 'Ver o que há para assistir' }),
  ];
  for (const button of buttons) {
    const { edge, fill } = await button.evaluate((node) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(node);
      return { edge: borderTopColor, fill: backgroundColor };
    });
    expect(edgeContrast(edge, fill)).toBeGreaterThan(3);
  }
});

test('a light school answers a failed sign-in on a light ground, the glass on a dark one', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const groundOf = async () => {
    const { page: login } = await visitor();
    await login.goto('/entrar');
    await login.getByRole('textbox', { name: 'E-mail' }).fill('ninguem@example.com');
    await login.getByLabel('Senha', { exact: true }).fill('uma senha errada');
    await login.getByRole('button', { name: 'Entrar', exact: true }).click();
    const alert = login.getByRole('alert');
    await expect(alert).toContainText('incorretos');
    const { dominant } = await sharp(await alert.screenshot()).stats();
    return luminance([dominant.r, dominant.g, dominant.b]);
  };
  const settings = '/api/auth/config/plataforma/updateCustomBasic';
  await post(page, settings, {
    version: 1,
    background_color_primary: '#fbfaf8',
    background_color_secondary: '#f4f2ef',
    text_color: '#221b26',
  });
  expect(await groundOf()).toBeGreaterThan(0.6);
  await post(page, settings, { version: 2, login_theme: 3 });
  expect(await groundOf()).toBeLessThan(0.1);
});

/** The contrast of an edge with its fill, `rgb(…)`. A transparent one has none. */
const edgeContrast = (edge: string, fill: string) =>
  edge.includes('rgba') ? 1 : contrast(luminance(partsOf(edge)), luminance(partsOf(fill)));
