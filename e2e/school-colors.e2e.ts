import sharp from 'sharp';
import { post } from './calls.ts';
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
    expect(contrast(edge, fill)).toBeGreaterThan(3);
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
    return luminance(`rgb(${dominant.r}, ${dominant.g}, ${dominant.b})`);
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

/** The WCAG contrast of two opaque colours, `rgb(…)`. A transparent one has none. */
function contrast(one: string, other: string) {
  if (one.includes('rgba')) return 1;
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)!.map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
