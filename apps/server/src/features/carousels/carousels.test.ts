import { Carousel, CarouselItem, CarouselWithItems, messages } from '@vitrine/contract/carousels';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { base, carouselCalls } from '../../../test/carousels.ts';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  course = await courseWith(school, { lessons: [2, 1] });
});
const { body, create, createCarousel, update, list, show, items } = carouselCalls(() => ({
  school,
  course,
}));

describe('a carousel is made', () => {
  test('published, with the defaults of C section 9', async () => {
    const { status, body: answer } = await create({ published: 0 });
    expect(status).toBe(201);
    const id = answer[2].data.id as number;
    expect(answer).toEqual([
      'Carrossel criado com sucesso!',
      201,
      { data: { id, type: '1', card_type: 'horizontal' } },
    ]);
    expect((await list()).find((row) => row.id === id)).toEqual({
      id,
      tenant_id: school.id,
      title: 'Para aprender do zero',
      description: '',
      type: '1',
      type_content: '',
      custom: 1,
      carousel_type: 'Regular',
      card_type: 'horizontal',
      font_title: 'Poppins',
      weight_title: 900,
      size_title: 27,
      font_description: 'Poppins',
      weight_description: 300,
      size_description: 18,
      cards_per_group: 0,
      cards_per_group_mobile: 0,
      autoplay: 0,
      autoplay_time: 4,
      published: 1,
      version: expect.any(Number),
      content: [course.id],
    });
  });

  test('with everything that can be set, numbers as text too', async () => {
    const looks = {
      description: 'Escolhas da semana',
      carousel_type: 'Destacado',
      card_type: 'biggerImage',
      font_title: 'Oswald',
      font_description: 'Lato',
      cards_per_group: 4,
      cards_per_group_mobile: 2,
      autoplay_time: 10,
    };
    const id = await createCarousel({
      ...looks,
      weight_title: '700',
      size_title: '40',
      autoplay: '1',
    });
    const row = await show(id);
    expect(row).toMatchObject({ ...looks, weight_title: 700, size_title: 40, autoplay: 1 });
    expect(z.strictObject(CarouselWithItems.shape).safeParse(row).error).toBeUndefined();
  });

  test('of the kind that is named, also without a card', async () => {
    const id = await createCarousel({ carousel_type: 'Destacado', card_type: null });
    expect((await show(id)).carousel_type).toBe('Destacado');
  });

  test('with the default card of its type where null is stored', async () => {
    for (const [type, content, card] of [
      ['1', course.id, 'vertical'],
      ['2', course.modules[0]!.id, 'vertical'],
      ['3', course.lessons[0], 'horizontal'],
    ] as const) {
      const { body: answer } = await create({ type, content: [content], card_type: null });
      expect(answer[2].data).toMatchObject({ type, card_type: card });
      expect(await show(answer[2].data.id)).toMatchObject({ type, card_type: card });
    }
  });

  test('with the font of the school in title and description, also after it changes', async () => {
    const id = await createCarousel();
    const fonts = async () => {
      const { font_title, font_description } = await show(id);
      return [font_title, font_description];
    };
    expect(await fonts()).toEqual(['Poppins', 'Poppins']);
    await school.owner.post('/api/auth/config/plataforma/updateCustomBasic', {
      font_primary: 'Lato',
    });
    expect(await fonts()).toEqual(['Lato', 'Lato']);
  });
});

describe('invalid input is refused', () => {
  test.each([
    ['biggerImage', 'Destacado'],
    ['fullImage', 'Destacado'],
    ['circle', 'Regular'],
  ])('of the kind of its card, where none is named: %s', async (card_type, carousel_type) => {
    const id = await createCarousel({ card_type });
    expect(await show(id)).toMatchObject({ card_type, carousel_type });
  });

  test.each([
    ['an empty title', { title: ' ' }, 'title', common.required, messages.untitled],
    ['no title', { title: undefined }, 'title', common.required, messages.untitled],
    ['a title of two', { title: 'Ab' }, 'title', messages.titleTooShort],
    ['a title of 256', { title: 'a'.repeat(256) }, 'title', common.titleTooLong],
    ['no type', { type: undefined }, 'type', messages.typeRequired],
    ['an empty type', { type: '' }, 'type', messages.typeRequired],
    ['a type of the system', { type: '8' }, 'type', messages.typeRequired],
    ['no content', { content: [] }, 'content', messages.createdEmpty],
    ['content left out', { content: undefined }, 'content', messages.createdEmpty],
    ['a size of 7', { size_title: 7 }, 'size_title', common.invalid],
    ['a size of 41', { size_description: 41 }, 'size_description', common.invalid],
    ['a weight in between', { weight_title: 600 }, 'weight_title', common.invalid],
    ['a font of elsewhere', { font_title: 'Arial' }, 'font_title', common.invalid],
    ['a card of elsewhere', { card_type: 'hexagon' }, 'card_type', common.invalid],
    [
      'a card of the other kind',
      { carousel_type: 'Regular', card_type: 'fullImage' },
      'card_type',
      common.invalid,
    ],
    ['an autoplay of 0 s', { autoplay_time: 0 }, 'autoplay_time', common.invalid],
    ['an autoplay of 11 s', { autoplay_time: 11 }, 'autoplay_time', common.invalid],
    ['fewer than no cards', { cards_per_group: -1 }, 'cards_per_group', common.invalid],
    [
      'lessons as courses',
      { type: '2', type_content: 'onlyClasses' },
      'type_content',
      common.invalid,
    ],
  ])('%s', async (_what, more, field, text, message: string = text) => {
    const before = (await list()).length;
    const { status, body: answer } = await create(more);
    expect(status).toBe(422);
    expect(answer).toMatchObject({ message, errors: { [field]: [text] } });
    expect((await list()).length).toBe(before);
  });

  test('content with an unknown item, or with one of another school: nothing is saved', async () => {
    const neighbour = await world.school();
    const neighbourCourse = await courseWith(neighbour);
    const before = (await list()).length;
    for (const foreign of [999_999, neighbourCourse.id])
      expect((await create({ content: [course.id, foreign] })).status).toBe(404);
    expect((await list()).length).toBe(before);
    const id = await createCarousel();
    expect((await update(id, { title: 'Outro', content: [neighbourCourse.id] })).status).toBe(404);
    expect(await show(id)).toMatchObject({ title: 'Para aprender do zero', content: [course.id] });
  });

  test('changes by a student, an instructor and a visitor', async () => {
    const id = await createCarousel();
    for (const roles of [['student'], ['instructor']]) {
      const person = await school.join(roles);
      expect((await person.post(`${base}/create`, body())).status).toBe(403);
      expect((await person.post(`${base}/update/${id}`, body())).status).toBe(403);
      expect((await person.send('DELETE', `${base}/delete/${school.id}/${id}`)).status).toBe(403);
    }
    expect((await school.visitor.get(`/api/auth/home/carousels/${school.id}`)).status).toBe(401);
  });
});

describe('a carousel is changed', () => {
  test('and published; remaining items keep their ids', async () => {
    const other = await courseWith(school, { title: 'Retrato' });
    const id = await createCarousel({ content: [course.id, other.id], size_title: 30 });
    await school.owner.send('PUT', `/api/v1/carousels/${id}/published`, { published: 0 });
    const [, remaining] = await items(id, '1');
    const { status, body: answer } = await update(id, {
      title: 'Retratos',
      content: [other.id, other.id],
    });
    expect(status).toBe(200);
    expect(answer).toEqual([
      'Carrossel atualizado com sucesso!',
      200,
      { data: { id, type: '1', card_type: 'horizontal' } },
    ]);
    expect(await show(id)).toMatchObject({
      title: 'Retratos',
      content: [other.id],
      published: 1,
      size_title: 30,
      carousel_item: [{ carouselItemId: remaining!.carouselItemId }],
    });
  });

  test('and keeps its kind and its looks where the change names none', async () => {
    const looks = { carousel_type: 'Destacado', card_type: 'biggerImage', size_title: 40 };
    const id = await createCarousel(looks);
    expect((await update(id, { title: 'Retratos' })).status).toBe(200);
    expect(await show(id)).toMatchObject({ ...looks, title: 'Retratos' });
  });

  test('without content is refused in the words of a change', async () => {
    const { status, body: answer } = await update(await createCarousel(), { content: [] });
    expect(status).toBe(422);
    expect(answer.message).toBe('O carrossel não pode ser atualizado sem conteúdo!');
  });

  test('from an old version is 409, with the current carousel', async () => {
    const id = await createCarousel();
    const { version } = await show(id);
    expect((await update(id, { title: 'Primeira', version })).status).toBe(200);
    const { status, body: answer } = await update(id, { title: 'Segunda', version });
    expect(status).toBe(409);
    expect(answer).toMatchObject({ code: 'stale_version', data: { id, title: 'Primeira' } });
  });

  test('by eight at once from the same version: one of them wins', async () => {
    const id = await createCarousel();
    const { version } = await show(id);
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((letter) => update(id, { title: `Título ${letter}`, version })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
  });

  test('that does not exist is 404, even with a body that is wrong', async () => {
    expect((await update(999_999)).status).toBe(404);
    expect((await update(999_999, { title: '' })).status).toBe(404);
    expect((await school.owner.get('/api/auth/home/get-carousel/999999')).status).toBe(404);
  });

  test('and removed', async () => {
    const [id, left] = [await createCarousel(), await createCarousel()];
    const removed = await school.owner.send('DELETE', `${base}/delete/${school.id}/${id}`);
    expect(removed).toMatchObject({
      status: 200,
      body: { message: 'Carrossel deletado com sucesso' },
    });
    const ids = (await list()).map((row) => row.id);
    expect(ids).not.toContain(id);
    expect(ids).toContain(left);
    expect((await school.owner.send('DELETE', `${base}/delete/${school.id}/${id}`)).status).toBe(
      404,
    );
  });
});

describe('publishing', () => {
  const toggle = (id: number, headers: Record<string, string> = { tenantid: String(school.id) }) =>
    school.owner.send('GET', `${base}/publish/${school.id}/${id}`, undefined, { headers });

  test('toggles by a GET that names the school in a header, and not without it', async () => {
    const id = await createCarousel();
    expect((await toggle(id, {})).status).toBe(403);
    const head = await school.owner.send('HEAD', `${base}/publish/${school.id}/${id}`, undefined, {
      headers: { tenantid: String(school.id) },
    });
    expect(head.status).toBe(404);
    expect(await show(id)).toMatchObject({ published: 1 });
    expect((await toggle(id)).body).toEqual({
      message: 'Dados salvos com sucesso.',
      data: { id, published: 0 },
    });
    expect((await toggle(id)).body.data).toEqual({ id, published: 1 });
    expect((await toggle(999_999)).status).toBe(404);
  });

  test('sets the state by PUT', async () => {
    const id = await createCarousel();
    const put = (published: unknown) =>
      school.owner.send('PUT', `/api/v1/carousels/${id}/published`, { published });
    for (const published of [0, 0, 1])
      expect((await put(published)).body).toEqual({ data: { id, published } });
    expect((await put('talvez')).status).toBe(422);
  });

  test('of eight concurrent toggles ends where it began', async () => {
    const id = await createCarousel();
    expect(statuses(await Promise.all([...'12345678'].map(() => toggle(id))))).toEqual({ 200: 8 });
    expect(await show(id)).toMatchObject({ published: 1 });
  });

  test('an unpublished carousel is for staff only', async () => {
    const id = await createCarousel();
    await toggle(id);
    const student = await school.join();
    const instructor = await school.join(['instructor']);
    expect((await list(instructor)).map((row) => row.id)).toContain(id);
    expect((await list(student)).map((row) => row.id)).not.toContain(id);
    for (const path of [`get-carousel/${id}`, `carousel-item/vertical/1/${id}`])
      expect((await student.get(`/api/auth/home/${path}`)).text).toBe(
        (await student.get('/api/auth/home/get-carousel/999999')).text,
      );
  });
});

describe('the system’s carousels', () => {
  const system = async () => (await list()).filter(({ type }) => Number(type) >= 5);

  test('are all there from the first day, each once', async () => {
    const types = (await system()).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['5', '6', '7', '8', '9']);
  });

  test('are not changed, not ordered inside, not removed; and are published', async () => {
    for (const { id, type } of await system()) {
      for (const answer of [
        await update(id),
        await update(id, { title: '' }),
        await school.owner.post(`${base}/orderItens`, { carousel_id: id, order: [] }),
        await school.owner.send('DELETE', `${base}/delete/${school.id}/${id}`),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'system_carousel' } });
      const { body: answer } = await school.owner.send('PUT', `/api/v1/carousels/${id}/published`, {
        published: 1,
      });
      expect(answer.data).toEqual({ id, published: 1 });
      expect(await show(id)).toMatchObject({
        type,
        card_type: ['8', '9'].includes(type) ? 'vertical' : 'horizontal',
      });
    }
  });

  test('say their titles in the reader’s language', async () => {
    const { body: rows } = await school.owner.send(
      'GET',
      `/api/auth/home/carousels/${school.id}`,
      undefined,
      { headers: { cookie: `${school.owner.cookie}; language=en` } },
    );
    expect(rows.find(({ type }: Carousel) => type === '8').title).toBe('Trending');
  });
});

test('the neighbour school sees and changes nothing of another school', async () => {
  const id = await createCarousel();
  const { owner, id: tenantId } = await world.school();
  const body404 = (await owner.get('/api/auth/home/get-carousel/999999')).text;
  expect((await owner.get(`/api/auth/home/get-carousel/${id}`)).text).toBe(body404);
  expect((await owner.get(`/api/auth/home/carousel-item/vertical/1/${id}`)).text).toBe(body404);
  expect((await owner.get(`/api/auth/home/carousels/${school.id}`)).status).toBe(403);
  const update = { title: 'Nosso agora', type: '1', content: [course.id] };
  expect((await owner.post(`${base}/update/${id}`, update)).status).toBe(404);
  expect((await owner.post(`${base}/create`, update)).status).toBe(404);
  expect((await owner.send('DELETE', `${base}/delete/${tenantId}/${id}`)).status).toBe(404);
  expect(
    (await owner.send('PUT', `/api/v1/carousels/${id}/published`, { published: 0 })).status,
  ).toBe(404);
  expect((await owner.post(`${base}/orderCarrossel`, { newOrdenation: [id] })).status).toBe(404);
  expect((await owner.post(`${base}/orderItens`, { carousel_id: id, order: [] })).status).toBe(404);
  expect(await show(id)).toMatchObject({ title: 'Para aprender do zero', published: 1 });
});

test('every carousel and every card has the fields of the contract, and no others', async () => {
  const made = [
    await createCarousel(),
    await createCarousel({ type: '2', type_content: 'getCourseModules' }),
    await createCarousel({
      type: '3',
      type_content: 'getModuleClasses',
      content: [course.modules[0]!.id],
    }),
  ];
  const carousels = await list();
  expect(carousels.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
  for (const row of carousels)
    expect(z.strictObject(Carousel.shape).safeParse(row).error).toBeUndefined();
  const shown = await Promise.all(made.map((id) => show(id)));
  expect(shown.map(({ carousel_item: cards }) => cards.length)).toEqual([1, 2, 2]);
  for (const card of shown.flatMap(({ carousel_item: cards }) => cards))
    expect(z.strictObject(CarouselItem.shape).safeParse(card).error).toBeUndefined();
});
