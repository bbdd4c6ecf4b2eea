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
