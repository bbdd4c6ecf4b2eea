import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();

const manifest = async (school: TestSchool) => {
  const { body, headers, status } = await school.visitor.get('/manifest.webmanifest');
  expect([status, String(headers['content-type'])]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  expect(headers['cache-control']).toBe('no-cache');
  return body;
};

/** The raw bytes: the harness reads answers as text. */
const icon = async (school: TestSchool, url: string) => {
  const answer = await world.app.inject({ url, headers: { host: school.host } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  return answer.rawPayload;
};

/** The colour of one pixel, as `[r, g, b, alpha]`. */
async function pixel(png: Buffer, left: number, top: number) {
  const data = await sharp(png)
    .extract({ left, top, width: 1, height: 1 })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return [...data];
}

const settings = (school: TestSchool, values: object) =>
  school.transaction(({ db }) => db.updateTable('platform_settings').set(values).execute());

describe('the manifest', () => {
  test('is the school’s own, at its own host', async () => {
    const [school, neighbour] = [await world.school('Contraluz'), await world.school('Maré')];
    await settings(school, { background_color_primary: '#102030' });
    world.platform.schools.forget(school.id);
    expect(await manifest(school)).toMatchObject({
      name: 'Contraluz',
      short_name: 'Contraluz',
      start_url: '/homepage',
      scope: '/',
      display: 'standalone',
      theme_color: '#102030',
      background_color: '#102030',
    });
    expect((await manifest(neighbour)).name).toBe('Maré');
    const elsewhere = await world.app.inject({
      url: '/manifest.webmanifest',
      headers: { host: 'nobody.example.com' },
    });
    expect(elsewhere.statusCode).toBe(404);
  });

  test('names no language: a school may be called in any', async () => {
    expect(await manifest(await world.school('Backlight'))).not.toHaveProperty('lang');
  });

  test('cuts a long name for the launcher, and no character in two', async () => {
    const school = await world.school(`${'Foto'.repeat(7)}x😀😀😀`);
    const { name, short_name: short } = await manifest(school);
    expect([name, short]).toEqual([`${'Foto'.repeat(7)}x😀😀😀`, `${'Foto'.repeat(7)}x😀`]);
  });

  test('lists icons of 192 and 512, and a maskable one', async () => {
    const school = await world.school('Ótica');
    const { icons } = await manifest(school);
    expect(icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of icons) {
      const { format, width, height } = await sharp(await icon(school, src)).metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
  });
});

describe('an icon', () => {
  test('without an image is the letter of the school’s name on its colour', async () => {
    const school = await world.school('Ótica');
    await settings(school, { primary_color: '#cc2200' });
    world.platform.schools.forget(school.id);
    const drawn = await icon(school, '/app-icon/512.png');
    expect(await pixel(drawn, 256, 30)).toEqual([0xcc, 0x22, 0, 255]);
    expect((await pixel(drawn, 1, 1))[3]).toBe(0);
    // The ring of an O: colour in its middle, ink beside it.
    expect(await pixel(drawn, 256, 256)).toEqual([0xcc, 0x22, 0, 255]);
    for (const [left, top] of [
      [256, 134],
      [256, 378],
      [134, 256],
      [378, 256],
    ] as const)
      expect((await pixel(drawn, left, top))[2], `${left} ${top}`).toBeGreaterThan(200);
    // A mask cuts no corner of colour away.
    expect(await pixel(await icon(school, '/app-icon/maskable-512.png'), 1, 1)).toEqual([
      0xcc, 0x22, 0, 255,
    ]);
  });

  test('has a colour that covers whatever it lies on, and another address with another one', async () => {
    const school = await world.school('Contraluz');
    const addressOf = async (values: object) => {
      await settings(school, values);
      world.platform.schools.forget(school.id);
      return (await manifest(school)).icons[2].src as string;
    };
    const first = await addressOf({ primary_color: '#cc220040' });
    expect(await pixel(await icon(school, first), 1, 1)).toEqual([0xcc, 0x22, 0, 255]);
    const second = await addressOf({ background_color_primary: '#102030' });
    expect(second).not.toBe(first);
  });

  test('is drawn for a name without letters, too', async () => {
    const school = await world.school('光の学校');
    const { width } = await sharp(await icon(school, '/app-icon/192.png')).metadata();
    expect(width).toBe(192);
  });

  test('shows the square logo, within the safe zone, and follows a new one', async () => {
    const school = await world.school('Contraluz');
    const before = (await manifest(school)).icons[0].src;
    const form = new FormData();
    form.set('use', 'logo');
    form.set('file', new File([await media.jpeg(400, 400)], 'logo.jpg', { type: 'image/jpeg' }));
    const { body } = await school.owner.post('/api/v1/uploads/image', form);
    await settings(school, {
      logo_square: body.data.path,
      background_color_primary: '#102030',
    });
    world.platform.schools.forget(school.id);
    const { icons } = await manifest(school);
    expect(icons[0].src).not.toBe(before);
    const plain = await pixel(await icon(school, icons[1].src), 5, 5);
    expect(plain[0]).toBeGreaterThan(150);
    const masked = await icon(school, icons[2].src);
    expect(await pixel(masked, 5, 5)).toEqual([0x10, 0x20, 0x30, 255]);
    expect((await pixel(masked, 256, 256))[0]).toBeGreaterThan(150);
  });

  test('shows the favicon of a school without a square logo', async () => {
    const school = await world.school('Contraluz');
    const form = new FormData();
    form.set('use', 'favicon');
    form.set('file', new File([await media.jpeg(400, 400)], 'f.jpg', { type: 'image/jpeg' }));
    const { body } = await school.owner.post('/api/v1/uploads/image', form);
    await settings(school, { favicon: body.data.path, primary_color: '#cc2200' });
    world.platform.schools.forget(school.id);
    const drawn = await pixel(await icon(school, '/app-icon/512.png'), 256, 30);
    expect(drawn).not.toEqual([0xcc, 0x22, 0, 255]);
  });

  test('falls back to the letter where the image is gone', async () => {
    const school = await world.school('Contraluz');
    await settings(school, {
      logo_square: `/files/${school.id}/aaaaaaaaaaaaaaaaaaaaaa-400x400.jpg`,
      primary_color: '#cc2200',
    });
    world.platform.schools.forget(school.id);
    const drawn = await icon(school, '/app-icon/512.png');
    expect(await pixel(drawn, 256, 30)).toEqual([0xcc, 0x22, 0, 255]);
  });

  test('is kept by browsers for a year, because a new one has another address', async () => {
    const school = await world.school();
    const [{ src: url }] = (await manifest(school)).icons;
    const { headers } = await world.app.inject({ url, headers: { host: school.host } });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('of another name is not found', async () => {
    const school = await world.school();
    for (const name of ['1024.png', 'constructor.png', '..%2f..%2fetc.png'])
      expect((await school.visitor.get(`/app-icon/${name}`)).status, name).toBe(404);
  });
});

test.skipIf(!isBuilt())(
  'every page links them, and its policy allows the service worker',
  async () => {
    const school = await world.school('Contraluz');
    for (const page of ['/entrar', '/homepage']) {
      const { text, headers } = await school.owner.get(page);
      if (headers['location']) continue;
      expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest">');
      expect(text).toMatch(
        /<link rel="apple-touch-icon" href="\/app-icon\/apple-180\.png\?v=\w+">/,
      );
      expect(text).toMatch(/<meta name="theme-color" content="#\w+">/);
      expect(headers['content-security-policy']).toMatch(/worker-src 'self'; manifest-src 'self'/);
    }
  },
);
