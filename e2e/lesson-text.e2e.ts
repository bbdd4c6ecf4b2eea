import { jpeg } from '../apps/server/test/media.ts';
import { createLesson, sendImage } from './calls.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  layoutShiftOf,
  recordLayoutShifts,
} from './expectations.ts';
import { expect, test } from './fixtures.ts';

const words = ['Profundidade', 'Sensibilidade', 'Obturador', 'Temperatura', 'Enquadramento'];
const row = (tag: string) => `<tr>${words.map((word) => `<${tag}>${word}</${tag}>`).join('')}</tr>`;
const table = `<table><caption>Ajustes de exposição</caption>${row('th')}${row('td')}</table>`;

test("on a phone a lesson's images keep their place, and its tables scroll", async ({
  owner,
  visitor,
}) => {
  const someone = await owner('phone');
  const editor = someone.page;
  const path = await sendImage(editor, 'lesson_image', await jpeg(1200, 800));
  const lesson = await createLesson(editor, {
    title: 'A janela',
    content: `<p>Antes</p><img src="${path}" alt="&lt;table onerror=alert(1)&gt;"><p>Depois da foto</p>${table}<pre>${'const luz = 1; '.repeat(12)}</pre>`,
  });

  const { page, context } = await visitor('phone');
  await context.addCookies(await someone.context.cookies());
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(answer.url());
  });
  await recordLayoutShifts(page);
  await page.goto(lesson.path, { waitUntil: 'networkidle' });
  await expect(page.getByText('Depois da foto')).toBeVisible();
  const image = page.locator('.lesson-content img');
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(1200);
  expect(missing).toEqual([]);
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);

  await expectNoSidewaysScroll(page);
  const frame = page.getByRole('region', { name: 'Ajustes de exposição' });
  const lines = await frame.evaluate((one) =>
    [...one.querySelectorAll('th')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(words.map(() => 1));
  const name = await frame.locator('caption').evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().right;
  });
  expect(name).toBeLessThan(360);
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Texto que rola para os lados' })).toBeVisible();
  await expect(page.locator('[onerror]')).toHaveCount(0);
  await expectAccessible(page);

  // On a desktop the table fits, so it is not focusable.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('region', { name: 'Ajustes de exposição' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ajustes de exposição' })).toBeVisible();
});
