import { Banner, messages } from '@vitrine/contract/banners';
import { Home } from '@vitrine/contract/home';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';

const world = await openWorld();
const base = '/api/auth/config/plataforma/bannersCustom';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const create = (fields: object, person: Pick<Person, 'post'> = school.owner) =>
  person.post(`${base}/create`, { tenant_id: school.id, ...fields });
const update = (id: number, fields: object, person: Pick<Person, 'post'> = school.owner) =>
  person.post(`${base}/update/${id}`, fields);
const remove = (id: number) => school.owner.send('DELETE', `${base}/delete/${school.id}/${id}`);
const createBanner = async (fields: object): Promise<Banner> => (await create(fields)).body[2].data;
const index = async (person: Pick<Person, 'get'> = school.owner): Promise<Banner[]> =>
  (await person.get(`${base}/index/${school.id}`)).body[2].data;
const titles = async () => (await index()).map(({ title }) => title);

function formOf(fields: Record<string, string | Uint8Array>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([value as Uint8Array<ArrayBuffer>]), 'foto.jpg');
  return form;
}

const image = async (use: string): Promise<string> => {
  const form = formOf({ use, file: await media.jpeg(400, 300) });
  return (await school.owner.post('/api/v1/uploads/image', form)).body.data.path;
};

const video = async (content: Buffer = media.video()): Promise<string> => {
  const { body } = await school.owner.post(`${base}/upload-video/create-link-upload-video`, {
    filename: 'abertura.mp4',
  });
  await school.owner.send('PUT', new URL(body.url).pathname, content, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  return body.path;
};

/** True where a row uses the file. The sweep deletes unused files after a day. */
const isHeld = (path: string) =>
  school.transaction(async ({ db }) => {
    const { unused_since } = await db
      .selectFrom('files')
      .select('unused_since')
      .where('name', '=', path.split('/').at(-1)!)
      .executeTakeFirstOrThrow();
    return unused_since === null;
  });

describe('a file', () => {
  const part = (head: string, content = '') =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const imageForm = (name: string) =>
    part(`name="url_image"; filename="${name}"\r\ncontent-type: application/octet-stream`);
  const send = (path: string, file: string) =>
    school.owner.send(
      'POST',
      `${base}/${path}`,
      `${part('name="title"', 'A luz certa')}${file}--x--\r\n`,
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    );

  test('with a name and no bytes is refused', async () => {
    const { status, body } = await send('create', imageForm('foto.jpg'));
    expect(status).toBe(422);
    expect(body.errors).toEqual({ url_image: ['O arquivo está vazio. Escolha outro.'] });
    expect(await index()).toEqual([]);
  });

  test('without a name is an empty field', async () => {
    const { status, body } = await send('create', imageForm(''));
    expect(status).toBe(201);
    expect(body[2].data.url_image).toBeNull();
  });

  test('with a name and no bytes for an unknown banner is 404', async () => {
    expect((await send('update/999999', imageForm('foto.jpg'))).status).toBe(404);
  });
});

describe('a banner is made', () => {
  test('of a title alone, with the defaults of the specification, at the end of the list', async () => {
    await create({ title: 'A luz certa' });
    const { status, body } = await create({ title: '  Retrato  ' });
    expect(status).toBe(201);
    expect(body).toEqual([
      'Banner criado com sucesso!',
      201,
      {
        data: {
          id: expect.any(Number),
          tenant_id: school.id,
          order: 2,
          category: '',
          title: 'Retrato',
          subtitle: '',
          text_button: '',
          url_primary: null,
          url_image: null,
          url_image_vertical: null,
          headline_image: null,
          url_video: null,
          url_video_vertical: null,
          url_video_state: null,
          url_video_vertical_state: null,
          font_headline: 'Poppins',
          weight_headline: 400,
          size_headline: 16,
          font_title: 'Poppins',
          weight_title: 400,
          size_title: 16,
          font_subtitle: 'Poppins',
          weight_subtitle: 400,
          size_subtitle: 16,
          font_button: 'Poppins',
          weight_text_button: 400,
          size_text_button: 16,
          version: 1,
        },
      },
    ]);
    expect(await titles()).toEqual(['A luz certa', 'Retrato']);
  });

  test('of a form with its images, cut to the sizes of desktop and phone', async () => {
    const form = formOf({
      tenant_id: String(school.id),
      subtitle: 'Doze aulas',
      size_title: '48px',
      weight_title: '900',
      url_image: await media.jpeg(1200, 900),
      url_image_vertical: await media.jpeg(900, 1200),
      headline_image: await media.png(300, 200),
    });
    const { status, body } = await school.owner.post(`${base}/create`, form);
    expect(status).toBe(201);
    const { data } = body[2];
    expect(data).toMatchObject({ subtitle: 'Doze aulas', size_title: 48, weight_title: 900 });
    expect(data.url_image).toMatch(/-1920x1080\.jpg$/);
    expect(data.url_image_vertical).toMatch(/-1080x1920\.jpg$/);
    expect(await isHeld(data.headline_image)).toBe(true);
    expect((await school.visitor.get(data.url_image)).status).toBe(200);
  });

  test('of a video by its path', async () => {
    const path = await video();
    const banner = await createBanner({ url_video: path });
    expect(banner).toMatchObject({ url_video: path, url_video_state: 'ready' });
    expect(await isHeld(path)).toBe(true);
  });

  test('and shows on the home page of every student, in the order of the list', async () => {
    const banner = await createBanner({
      title: 'A luz certa',
      text_button: 'Assistir',
      url_primary: '/x',
    });
    const student = await school.join();
    const { body } = await student.get('/api/v1/home');
    expect(() => z.strictObject(Home.shape).parse(body.data)).not.toThrow();
    expect(body.data.banners).toEqual([banner]);
    expect(() => z.strictObject(Banner.shape).parse(body.data.banners[0])).not.toThrow();
    expect(await index(student)).toEqual([banner]);
  });

  test('and the page preloads the images of the first banner', async () => {
    const opening = async () => (await world.platform.schools.byId(school.id))!.heroImages;
    expect(await opening()).toBeNull();
    const url_image = await image('banner');
    await createBanner({ url_image });
    const { id } = await createBanner({ title: 'Retrato' });
    expect(await opening()).toEqual({ url_image, url_image_vertical: null });
    const [first] = await index();
    await school.owner.post(`${base}/order`, { newOrdenation: [id, first!.id] });
    expect(await opening()).toEqual({ url_image: null, url_image_vertical: null });
  });

  test('by eight at once, each in a place of its own', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => create({ title })));
    expect(statuses(answers)).toEqual({ 201: 8 });
    expect((await index()).map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('invalid input is refused', () => {
  test.each([
    ['nothing to show', { subtitle: 'Só texto' }, 'title', messages.empty],
    [
      'a description of 251 characters',
      { title: 'A', subtitle: 'á'.repeat(251) },
      'subtitle',
      'A descrição do banner é maior do que o limite de 250',
    ],
    [
      'an address that runs code',
      { title: 'A', url_primary: 'javascript:alert(1)' },
      'url_primary',
      'Link inválido',
    ],
    ['a weight between two', { title: 'A', weight_title: 450 }, 'weight_title', 'Valor inválido'],
    ['a weight over 900', { title: 'A', weight_title: 1000 }, 'weight_title', 'Valor inválido'],
    ['a size that is none', { title: 'A', size_title: '7px' }, 'size_title', 'Valor inválido'],
    ['a font that is none', { title: 'A', font_title: 'Papyrus' }, 'font_title', 'Valor inválido'],
  ])('%s', async (_what, fields, field, text) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: text, errors: { [field]: [text] } });
    expect(await index()).toEqual([]);
  });

  test('but not at the limits: 250 characters, weights of 100 and 900', async () => {
    const fields = {
      title: 'A',
      subtitle: '😀'.repeat(250),
      weight_title: 100,
      weight_headline: 900,
    };
    expect((await create(fields)).status).toBe(201);
  });

  test('a file that was uploaded for another use, or never', async () => {
    for (const url_image of [await image('logo'), `/files/${school.id}/${'a'.repeat(22)}-1x1.jpg`])
      expect((await create({ title: 'A', url_image })).body.errors).toHaveProperty('url_image');
  });

  test('a part that is no image', async () => {
    const form = formOf({ title: 'A', url_image: Buffer.from('<svg onload="alert(1)"/>') });
    expect((await school.owner.post(`${base}/create`, form)).status).toBe(415);
  });

  test('everybody but owner and admin', async () => {
    const { id } = await createBanner({ title: 'A' });
    for (const role of ['student', 'moderator', 'instructor']) {
      const person = await school.join([role]);
      expect((await create({ title: 'B' }, person)).status).toBe(403);
      expect((await update(id, { title: 'B' }, person)).status).toBe(403);
    }
    expect((await create({ title: 'B' }, await school.join(['admin']))).status).toBe(201);
  });
});

describe('a banner is changed', () => {
  test('in the sent fields only', async () => {
    const banner = await createBanner({ title: 'A', subtitle: 'Doze aulas', font_title: 'Lato' });
    const { status, body } = await update(banner.id, { title: 'B', version: banner.version });
    expect(status).toBe(200);
    expect(body).toEqual([
      'Banner atualizado com sucesso!',
      200,
      { data: { ...banner, title: 'B', version: 2 } },
    ]);
  });

  test('not on top of an older version', async () => {
    const banner = await createBanner({ title: 'A' });
    await update(banner.id, { title: 'B' });
    const { status, body } = await update(banner.id, { title: 'C', version: 1 });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'stale_version',
      data: {
        title: 'B',
        version: 2,
        changed_by: 'Olívia Dona',
        changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });

  test('by one of eight concurrent changes of the same version', async () => {
    const { id } = await createBanner({ title: 'A' });
    const answers = await Promise.all(
      [...'BCDEFGHI'].map((title) => update(id, { title, version: 1 })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
  });

  test('and a new image releases the old one, and an empty text removes it', async () => {
    const first = await image('banner');
    const banner = await createBanner({ title: 'A', url_image: first });
    const second = await image('banner');
    await update(banner.id, { url_image: second });
    expect([await isHeld(first), await isHeld(second)]).toEqual([false, true]);
    const { body } = await update(banner.id, { url_image: '' });
    expect(body[2].data.url_image).toBeNull();
    expect(await isHeld(second)).toBe(false);
  });

  test('not to an empty banner: its last content stays', async () => {
    const path = await image('banner');
    const banner = await createBanner({ url_image: path });
    const { status, body } = await update(banner.id, { url_image: '' });
    expect(status).toBe(422);
    expect(body.message).toBe(messages.empty);
    expect(await isHeld(path)).toBe(true);
  });

  test('and texts in the school’s font follow a new font', async () => {
    const banner = await createBanner({ title: 'A', font_title: 'Poppins', font_button: 'Oswald' });
    await school.owner.post('/api/auth/config/plataforma/updateCustomBasic', {
      font_primary: 'Lato',
    });
    const [changed] = await index();
    expect(changed).toMatchObject({
      ...banner,
      font_title: 'Lato',
      font_button: 'Oswald',
      font_headline: 'Lato',
      font_subtitle: 'Lato',
    });
  });

  test('that does not exist is 404, even with invalid fields or images', async () => {
    for (const fields of [
      { title: 'B' },
      { weight_title: 5 },
      formOf({ url_image: Buffer.from('x') }),
    ])
      expect((await update(999_999, fields)).status).toBe(404);
  });
});

test('a banner is read by itself, and removed with its files', async () => {
  const path = await image('banner_vertical');
  const banner = await createBanner({ title: 'A', url_image_vertical: path });
  await createBanner({ title: 'B' });
  const { body } = await school.owner.get(`${base}/get/${school.id}/${banner.id}`);
  expect(body).toEqual([expect.any(String), 200, { data: banner }]);
  expect(await remove(banner.id)).toMatchObject({
    status: 200,
    body: { message: 'O banner foi deletado' },
  });
  expect(await titles()).toEqual(['B']);
  expect(await isHeld(path)).toBe(false);
  expect((await remove(banner.id)).status).toBe(404);
});

test('an image that two banners use stays until neither uses it', async () => {
  const path = await image('banner');
  const [a, b] = [await createBanner({ url_image: path }), await createBanner({ url_image: path })];
  await remove(a.id);
  expect(await isHeld(path)).toBe(true);
  await remove(b.id);
  expect(await isHeld(path)).toBe(false);
});

describe('the order', () => {
  const order = (newOrdenation: unknown) =>
    school.owner.post(`${base}/order`, { newOrdenation, tenant_id: school.id });
  const three = async () =>
    [
      await createBanner({ title: 'A' }),
      await createBanner({ title: 'B' }),
      await createBanner({ title: 'C' }),
    ].map(({ id }) => id) as [number, number, number];

  test('is kept, and answered with its message first', async () => {
    const [a, b, c] = await three();
    const { status, body } = await order([c, a, b]);
    expect(status).toBe(200);
    expect(body.slice(0, 2)).toEqual(['Ordem atualizada com sucesso.', 200]);
    expect(body[2].data.map(({ title }: Banner) => title)).toEqual(['C', 'A', 'B']);
    expect(await titles()).toEqual(['C', 'A', 'B']);
  });

  test('with a gap is 409 and returns the current list', async () => {
    const ids = await three();
    const { status, body } = await order(ids.slice(1));
    expect(status).toBe(409);
    expect(body.data.map(({ id }: Banner) => id)).toEqual(ids);
  });

  test('with an unknown banner is 404', async () => {
    const [a, b] = await three();
    expect((await order([a, b, 999_999])).status).toBe(404);
  });
});

describe('the neighbour school', () => {
  test('sees and changes nothing of another school, and claims none of its files', async () => {
    const path = await image('banner');
    const { id } = await createBanner({ title: 'A' });
    const { owner, id: other } = await world.school();
    expect((await owner.get(`${base}/index/${school.id}`)).status).toBe(403);
    expect((await owner.get(`${base}/get/${other}/${id}`)).status).toBe(404);
    expect((await update(id, { title: 'B' }, owner)).status).toBe(404);
    expect((await owner.send('DELETE', `${base}/delete/${other}/${id}`)).status).toBe(404);
    expect((await owner.post(`${base}/order`, { newOrdenation: [id] })).status).toBe(404);
    expect((await owner.post(`${base}/create`, { title: 'B', url_image: path })).status).toBe(422);
    expect(await titles()).toEqual(['A']);
  });
});
