import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { post, postForm, sendImage } from './calls.ts';
import { contrast, luminance, partsOf } from './contrast.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const settings = '/api/auth/config/plataforma/updateCustomBasic';
const banners = '/api/auth/config/plataforma/bannersCustom/create';

const widths = [360, 768, 1024, 1440];
const title = 'Fotografia com luz natural: do retrato ao ensaio de família';
const subtitle =
  'Doze semanas com encontros ao vivo, exercícios comentados um a um e uma turma que continua junta depois do fim do curso.';

/** The header's text with the lowest contrast. */
const headerWords = ['.site-header .menu-place'];

/** The worst image for contrast: white under light text, black under dark text. */
const plain = (colour: string) =>
  sharp({ create: { width: 1920, height: 1080, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

const grounds = [
  { name: 'dark', background: '#0b0b0f', surface: '#131318', text: '#f6f5f3', worst: '#ffffff' },
  { name: 'light', background: '#fbfaf8', surface: '#ffffff', text: '#221b26', worst: '#000000' },
];

/** The page's code has replaced the first fold, so no element changes while it is measured. */
const tookOver = { waitUntil: 'networkidle' } as const;

/** The WCAG contrast of each text with the worst pixel behind its letters. */
async function contrasts(page: Page, parts: string[]) {
  const found = [];
  for (const part of parts) {
    const texts = page.locator(part);
    for (let index = 0; index < (await texts.count()); index += 1) {
      const text = texts.nth(index);
      if (!(await text.isVisible()) || !(await text.textContent())?.trim()) continue;
      const { clip, ink } = await text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { x, y, width, height } = range.getBoundingClientRect();
        const clipped = { x, y: y + scrollY, width, height };
        return { clip: clipped, ink: getComputedStyle(element).color };
      });
      await text.evaluate((element: HTMLElement) => (element.style.visibility = 'hidden'));
      const { data } = await sharp(await page.screenshot({ clip, fullPage: true }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      await text.evaluate((element: HTMLElement) => (element.style.visibility = ''));
      const letters = luminance(partsOf(ink));
      let worst = 21;
      for (let pixel = 0; pixel < data.length; pixel += 3)
        worst = Math.min(worst, contrast(letters, luminance([...data.subarray(pixel, pixel + 3)])));
      found.push({ part, worst });
    }
  }
  return found;
}

/** The elements that an ancestor or their own box clips. */
const clipped = (page: Page, parts: string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => {
            const inner = element.getBoundingClientRect();
            if (
              getComputedStyle(element).overflowY !== 'visible' &&
              element.scrollHeight > element.clientHeight + 2
            )
              return true;
            for (let outer = element.parentElement; outer; outer = outer.parentElement) {
              if (getComputedStyle(outer).overflowY === 'visible') continue;
              const box = outer.getBoundingClientRect();
              if (outer !== document.documentElement && outer !== document.body)
                if (inner.bottom > box.bottom + 1 || inner.top < box.top - 1) return true;
            }
            return false;
          })
          .map(() => selector),
      ),
    parts,
  );

/**
 * The largest step in brightness between neighbouring rows of pixels near an image's bottom edge.
 */
async function seam(page: Page, image: string) {
  const edge = await page
    .locator(image)
    .first()
    .evaluate((element) => {
      const { bottom, width, x } = element.getBoundingClientRect();
      return { y: bottom + scrollY, x, width };
    });
  await page.addStyleTag({
    content:
      '.card-row, .hero-text > *, .catalog-words > *, .banner-controls, main .catalog-column + * { visibility: hidden !important }',
  });
  const clip = { x: edge.x, y: edge.y - 220, width: edge.width, height: 224 };
  const shot = sharp(await page.screenshot({ clip, fullPage: true }))
    .removeAlpha()
    .greyscale();
  const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
  const line = info.width * info.channels;
  const rowMean = (row: number) =>
    data.subarray(row * line, (row + 1) * line).reduce((sum, value) => sum + value, 0) / line;
  let step = 0;
  for (let row = 1; row < info.height; row += 1)
    step = Math.max(step, Math.abs(rowMean(row) - rowMean(row - 1)));
  return step;
}

/** The parts that lie over an image. */
const over = (page: Page, image: string, parts: string[]) =>
  page.evaluate(
    ([of, selectors]) => {
      const box = document.querySelector(of)!.getBoundingClientRect();
      return selectors.filter((selector) =>
        [...document.querySelectorAll(selector)].some((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top < box.bottom && bottom > box.top;
        }),
      );
    },
    [image, parts] as const,
  );

for (const ground of grounds)
  test(`on a ${ground.name} ground a banner is readable over the worst image, at every width`, async ({
    owner,
    visitor,
  }) => {
    test.setTimeout(120_000);
    const { page: admin } = await owner();
    await post(admin, settings, {
      background_color_primary: ground.background,
      background_color_secondary: ground.surface,
      text_color: ground.text,
      primary_color: '#b3155a',
      background_image: ground.name === 'dark' ? '/backgrounds/10.svg' : '/backgrounds/13.svg',
      showcase: 1,
    });
    await postForm(
      admin,
      banners,
      {
        category: 'Nova turma',
        title,
        subtitle,
        text_button: 'Quero participar',
        url_primary: '/entrar',
        size_title: 56,
        weight_title: 700,
        size_headline: 16,
        size_subtitle: 18,
      },
      { field: 'url_image', bytes: await plain(ground.worst) },
    );
    for (const width of widths) {
      const { page } = await visitor();
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/homepage', tookOver);
      await expect(page.locator('.banners img').first()).toHaveJSProperty('complete', true);
      const words = ['.hero-kicker', '.hero-title', '.hero-line'];
      expect(await clipped(page, [...words, '.banner-button'])).toEqual([]);
      await expectNoSidewaysScroll(page);
      for (const { part, worst } of await contrasts(page, words))
        expect(worst, `${part} at ${width}`).toBeGreaterThanOrEqual(4.5);
      if (ground.name === 'dark') expect(await seam(page, '.hero-image')).toBeLessThan(6);
      await page.close();
    }
    for (const width of widths) {
      await admin.setViewportSize({ width, height: 800 });
      await admin.goto('/homepage', tookOver);
      await expect(admin.locator('.banners img').first()).toHaveJSProperty('complete', true);
      for (const { part, worst } of await contrasts(admin, headerWords))
        expect(worst, `${part} of the home page at ${width}`).toBeGreaterThanOrEqual(4.5);
    }

    const cover = await sendImage(admin, 'image', await plain(ground.worst));
    const course = await post(admin, '/api/v1/courses', { title, description: subtitle, cover });
    const module = await post(admin, `/api/v1/courses/${course.id}/modules`, { title, cover });
    for (const path of [`/courses/${course.id}`, `/modulos/${module.id}`])
      for (const width of widths) {
        await admin.setViewportSize({ width, height: 800 });
        await admin.goto(path, tookOver);
        await expect(admin.locator('.catalog-image img')).toHaveJSProperty('complete', true);
        const words = ['.catalog-title', '.catalog-words p'];
        expect(await clipped(admin, words)).toEqual([]);
        for (const { part, worst } of await contrasts(admin, [...words, ...headerWords]))
          expect(worst, `${part} of ${path} at ${width}`).toBeGreaterThanOrEqual(4.5);
        if (ground.name === 'light' && width < 768)
          // The image is a card of its own there: it needs no scrim, and nothing may lie over it.
          expect(await over(admin, '.catalog-image', [...words, '.site-header'])).toEqual([]);
        else expect(await seam(admin, '.catalog-image'), `${path} at ${width}`).toBeLessThan(6);
      }
  });

test('on a dark ground the header and the words on a white cover of a community are readable', async ({
  school,
  owner,
}) => {
  const { page } = await owner();
  const cover_path = await sendImage(page, 'community_cover', await plain('#ffffff'));
  const { id } = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
    description: 'Fotos, perguntas e saídas de quem aprende a ver a luz.',
    cover_path,
  });
  await post(page, `/api/v1/communities/${id}/channels`, { title: 'Geral' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/comunidade/${school.id}/${id}`, tookOver);
    await expect(page.locator('.community-cover img')).toHaveJSProperty('complete', true);
    const words = ['.community-cover-text h1', '.community-cover-text p', ...headerWords];
    for (const { part, worst } of await contrasts(page, words))
      expect(worst, `${part} at ${width}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('no scrim of a banner lies over the title of the first row', async ({ owner }) => {
  const { page } = await owner();
  await post(page, '/api/v1/courses', { title: 'Retrato' });
  await postForm(
    page,
    banners,
    { title: 'Luz' },
    { field: 'url_image', bytes: await plain('#ffffff') },
  );
  await page.goto('/homepage');
  await page.getByRole('button', { name: 'Recolher' }).click();
  await page.getByRole('button', { name: 'Dispensar' }).click();
  const row = page.locator('.banners + .card-row .card-row-title');
  await expect(row).toBeVisible();
  const { data } = await sharp(await row.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The letters are #f6f5f3 on #0b0b0f. A scrim over them would dim the brightest pixel.
  expect(Math.max(...data)).toBeGreaterThan(225);
});

test('beside its words a banner and a course show their image as it is', async ({ owner }) => {
  const { page } = await owner();
  const cover = await sendImage(page, 'image', await plain('#ffffff'));
  const course = await post(page, '/api/v1/courses', { title, description: subtitle, cover });
  await postForm(
    page,
    banners,
    { title, subtitle, text_button: 'Quero participar', size_title: 56 },
    { field: 'url_image', bytes: await plain('#ffffff') },
  );
  for (const [path, words] of [
    ['/homepage', '.banner-text .hero-title'],
    [`/courses/${course.id}`, '.catalog-title'],
  ] as const) {
    await page.goto(path, tookOver);
    let y = 0;
    await expect
      .poll(async () => (y = (await page.locator(words).boundingBox())?.y ?? 0))
      .toBeGreaterThan(0);
    const clip = { x: 1000, y, width: 200, height: 4 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    // The image is white. Under a shade of a fifth it would have 206.
    expect(channels[0]!.min, path).toBeGreaterThan(206);
  }
});
