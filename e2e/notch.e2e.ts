import type { Page } from '@playwright/test';
import { createLesson, post } from './calls.ts';
import { expect, test } from './fixtures.ts';

const NOTCH_PX = 47;

/** Texts and buttons where the camera of a phone in landscape covers the page. */
const coveredTexts = (page: Page) =>
  page.evaluate((notch) => {
    const right = innerWidth - notch;
    const controls = [...document.querySelectorAll('h1, h2, main p, main li, a, button, input')];
    return controls
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest('.scroll-row, .skip-link, [aria-hidden="true"]'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight)
      .filter(({ one, box }) => {
        // A row's ground may reach below it. Its text may not.
        const { paddingLeft, paddingRight } = getComputedStyle(one);
        const [from, to] = [
          box.left + parseFloat(paddingLeft),
          box.right - parseFloat(paddingRight),
        ];
        return box.width < innerWidth && (from < notch || to > right);
      })
      .map(({ one }) => (one.getAttribute('aria-label') ?? one.textContent).slice(0, 40));
  }, NOTCH_PX);

test('in landscape, nothing of a page is below the camera of a phone', async ({
  owner,
  school,
}) => {
  const { page, context } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const lesson = await createLesson(
    page,
    { title: 'A janela', content: '<p>Um pano branco.</p>' },
    { product_ids: [product.id] },
  );
  await post(page, '/api/auth/marquee/create', { text: 'Hoje às 20h', product_id: product.id });
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  await post(page, `/api/v1/communities/${community.id}/channels`, { title: 'Dúvidas' });
  const devtools = await context.newCDPSession(page);
  const insets = { left: NOTCH_PX, right: NOTCH_PX };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  for (const width of [740, 844])
    for (const path of [
      '/meus-cursos',
      `/courses/${lesson.courseId}`,
      lesson.path,
      `/comunidade/${school.id}/${community.id}`,
      '/dashboard/profile',
    ]) {
      await page.setViewportSize({ width, height: 390 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await coveredTexts(page), `${path} at ${width}`).toEqual([]);
    }
});

test('in landscape, the side menu closes beside the camera of a phone', async ({ owner }) => {
  const { page, context } = await owner();
  const devtools = await context.newCDPSession(page);
  const insets = { left: NOTCH_PX, right: NOTCH_PX };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.setViewportSize({ width: 844, height: 390 });
  await page
    .getByRole('button', { name: /^Abrir menu/ })
    .filter({ visible: true })
    .click();
  const close = page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Fechar' });
  await expect
    .poll(async () => {
      const box = await close.boundingBox();
      return box && box.x + box.width;
    })
    .toBe(844 - NOTCH_PX);
});
