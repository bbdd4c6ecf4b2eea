import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { createLesson, post } from './calls.ts';
import { expect, sizes, test } from './fixtures.ts';

/** A ring reaches this far out of its element: a gap of 2 px and a line of 2 px. */
const RING_PX = 4;
/** Room around the element in a screenshot. */
const MARGIN_PX = 8;

/** The pixels of a region of the page. */
const pixelsOf = async (
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
) =>
  sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

/**
 * The sides on which the keyboard's focus changes what is seen. A ring that an ancestor clips lacks
 * a side.
 */
async function ringSides(page: Page, element: Locator) {
  await element.scrollIntoViewIfNeeded();
  await page.keyboard.press('Shift'); // from here on the browser shows the focus
  await element.evaluate((node) => (document.activeElement as HTMLElement | null)?.blur() ?? node);
  const { x, y, width, height } = (await element.boundingBox())!;
  const clip = {
    x: Math.floor(x) - MARGIN_PX,
    y: Math.floor(y) - MARGIN_PX,
    width: Math.ceil(width) + 2 * MARGIN_PX,
    height: Math.ceil(height) + 2 * MARGIN_PX,
  };
  const before = await pixelsOf(page, clip);
  await element.evaluate((node: HTMLElement) => node.focus({ preventScroll: true }));
  const after = await pixelsOf(page, clip);
  const { width: columns, height: rows, channels } = after.info;
  const changed = (column: number, row: number) =>
    [0, 1, 2].some((part) => {
      const at = (row * columns + column) * channels + part;
      return Math.abs(before.data[at]! - after.data[at]!) > 24;
    });
  // Within the ring's reach, in the middle of each side.
  const near = Array.from({ length: 2 * RING_PX }, (_, step) => MARGIN_PX - RING_PX - 1 + step);
  const middle = { column: Math.round(columns / 2), row: Math.round(rows / 2) };
  return {
    top: near.some((step) => changed(middle.column, step)),
    bottom: near.some((step) => changed(middle.column, rows - 1 - step)),
    left: near.some((step) => changed(step, middle.row)),
    right: near.some((step) => changed(columns - 1 - step, middle.row)),
  };
}

const whole = { top: true, bottom: true, left: true, right: true };

test('the keyboard sees where it is: a ring has four sides in menus, lists and rows', async ({
  school,
  owner,
}) => {
  const { page } = await owner();
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  await post(page, `/api/v1/communities/${community.id}/channels`, { title: 'Dúvidas' });
  const lesson = await createLesson(page, {
    title: 'A janela',
    content: '<p>Um pano branco.</p>',
  });
  const hasRing = async (element: Locator, name: string) =>
    expect.poll(() => ringSides(page, element), name).toEqual(whole);
  await page.goto(`/courses/${lesson.courseId}`, { waitUntil: 'networkidle' });
  await hasRing(page.locator('.site-header .menu-place').first(), 'the header');
  await hasRing(page.locator('.module-head'), 'a module of the course');
  await hasRing(page.locator('.lesson-line-open'), 'a lesson of the course');
  await page.goto(lesson.path, { waitUntil: 'networkidle' });
  await hasRing(page.locator('.list-module-head'), 'a module beside the player');
  await hasRing(page.locator('.list-row'), 'a lesson beside the player');
  await page.goto(`/comunidade/${school.id}/${community.id}`, { waitUntil: 'networkidle' });
  await hasRing(page.locator('.channel').first(), 'a channel beside the feed');
  await page.setViewportSize(sizes.phone);
  await hasRing(page.locator('.channel').first(), 'a channel above the feed');
});

test('on a small phone the keyboard sees each channel of the row whole', async ({
  school,
  owner,
}) => {
  const { page } = await owner('phone');
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  const titles = ['Boas-vindas', 'Foto da semana', 'Saídas em grupo', 'Dúvidas de edição'];
  for (const title of titles)
    await post(page, `/api/v1/communities/${community.id}/channels`, { title });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/comunidade/${school.id}/${community.id}`);
  await page.getByRole('link', { name: titles[0]! }).focus();
  for (const title of titles.slice(1)) {
    await page.keyboard.press('Tab');
    const channel = page.getByRole('link', { name: title });
    await expect(channel).toBeFocused();
    await expect(channel).toBeInViewport({ ratio: 1 });
  }
});
