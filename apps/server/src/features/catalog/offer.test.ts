import type { Course } from '@vitrine/contract/catalog';
import { limits, messages } from '@vitrine/contract/catalog-limits';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;

beforeEach(async () => {
  school = await world.school();
  product = await school.product('Plano Estúdio');
  course = await courseWith(school, { products: [product], lessons: [3, 1] });
});

type Reader = Pick<Person, 'get'>;
const url = () => `/api/v1/courses/${course.id}`;
const read = async (person: Reader): Promise<Course> => (await person.get(url())).body.data;
const offer = (given: unknown) => school.owner.send('PATCH', url(), { offer: given });

const openShowcase = async (showcase: boolean) => {
  const heard = new Promise<void>((resolve) =>
    world.platform.schools.onChange((tenantId) => tenantId === school.id && resolve()),
  );
  await school.transaction(({ db }) =>
    db.updateTable('platform_settings').set({ showcase }).execute(),
  );
  await heard;
};

describe('an offer', () => {
  const fullOffer = {
    price_text: 'R$ 89 por mês',
    button_text: 'Quero o Plano Estúdio',
    button_url: 'https://loja.example.com/estudio',
    learn: ['Escolher o tempo', 'Firmar a câmera'],
    includes: ['8 fotos RAW'],
  };

  test('is made with the course, and changed in parts', async () => {
    const made = await school.owner.post('/api/v1/courses', { title: 'Novo', offer: fullOffer });
    expect(made.body.data.offer).toEqual(fullOffer);
    const { body } = await school.owner.send('PATCH', `/api/v1/courses/${made.body.data.id}`, {
      offer: { learn: [' Só isto ', '', '  '], button_url: '' },
    });
    expect(body.data.offer).toEqual({ ...fullOffer, learn: ['Só isto'], button_url: null });
    const renamed = await school.owner.send('PATCH', `/api/v1/courses/${made.body.data.id}`, {
      title: 'Outro',
    });
    expect(renamed.body.data.offer).toEqual(body.data.offer);
  });

  test('is read by a student without the course, with the link to buy it', async () => {
    await school.owner.send('PATCH', url(), {
      offer: fullOffer,
      upsell_link: 'https://loja.example.com/outra',
      description: '<p>Água que vira <b>névoa</b></p>',
    });
    expect(await read(await school.join())).toMatchObject({
      locked: true,
      offer: fullOffer,
      description: '<p>Água que vira <b>névoa</b></p>',
      upsell: {
        link: fullOffer.button_url,
        price_text: fullOffer.price_text,
        button_text: fullOffer.button_text,
      },
    });
    await offer({ button_url: null });
    expect((await read(await school.join())).upsell!.link).toBe('https://loja.example.com/outra');
  });

  const { price, button, point, points } = limits.offer;
  test.each([
    ['price_text', 'é'.repeat(price), 'é'.repeat(price + 1), messages.priceTooLong],
    ['button_text', 'é'.repeat(button), 'é'.repeat(button + 1), messages.buttonTooLong],
    ['learn', Array(points).fill('x'), Array(points + 1).fill('x'), messages.tooManyPoints],
    ['includes', ['é'.repeat(point)], ['é'.repeat(point + 1)], messages.pointTooLong],
    ['button_url', '/termos', 'javascript:alert(1)', common.invalidLink],
    ['button_url', 'https://a.com', `/files/999999/a.png`, common.invalidLink],
    ['learn', [], 'texto', undefined],
  ])('has a limit on %s', async (field, accepted, refused, message) => {
    expect((await offer({ [field]: accepted })).status).toBe(200);
    const { status, body } = await offer({ [field]: refused });
    expect(status).toBe(422);
    if (message) expect(body.message).toBe(message);
    expect((await read(school.owner)).offer).toMatchObject({ [field]: accepted });
  });

  test('shows a description that was stored before cleaning without its scripts', async () => {
    await school.transaction(({ db }) =>
      db
        .updateTable('courses')
        .set({ description: '<p onclick="x()">Água</p><script>alert(1)</script>' })
        .where('id', '=', course.id)
        .execute(),
    );
    for (const person of [school.owner, await school.join()])
      expect((await read(person)).description).toBe('<p>Água</p>');
  });

  test('names other courses that the same products open, and no draft of them', async () => {
    const other = await courseWith(school, { title: 'Retrato', products: [product], lessons: [2] });
    const hidden = await courseWith(school, { title: 'Oculto', products: [product] });
    await courseWith(school, { title: 'De outro', products: [await school.product('Outro')] });
    await school.owner.send('PATCH', `/api/v1/courses/${hidden.id}`, { published: 0 });
    const also = async () => (await read(await school.join())).also;
    expect(await also()).toEqual([{ id: other.id, title: 'Retrato', cover: null, lessons: 2 }]);
    // A draft is no lesson for who may buy the course.
    await school.owner.send('PATCH', `/api/v1/lessons/${other.lessons[0]}`, { published: 0 });
    expect(await also()).toMatchObject([{ lessons: 1 }]);
    await school.owner.send('PATCH', `/api/v1/modules/${other.modules[0]!.id}`, { published: 0 });
    expect(await also()).toMatchObject([{ lessons: 0 }]);
    expect((await read(await school.join(['student'], [product]))).also).toEqual([]);
  });
});

describe('a sample lesson', () => {
  let sample: number;
  beforeEach(async () => {
    sample = course.lessons[1]!;
    await school.owner.send('PATCH', `/api/v1/lessons/${sample}`, { sample: 1 });
  });
  const lesson = (person: Reader, id = sample) => person.get(`/api/v1/lessons/${id}`);

  test('is marked in the outline, and is the only open lesson there', async () => {
    const { modules } = await read(await school.join());
    expect(modules[0]!.lessons.map((one) => [one.sample, one.locked])).toEqual([
      [0, true],
      [1, false],
      [0, true],
    ]);
  });

  test('opens whole to every member, with the way to its course', async () => {
    await offer({ price_text: 'R$ 89', button_text: 'Quero' });
    const path = await fileFor(world, school, 'lesson_file');
    await school.owner.send('PATCH', `/api/v1/lessons/${sample}`, {
      files: [{ name: 'Tabela.pdf', path }],
    });
    const { status, body } = await lesson(await school.join());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sample: 1,
      content: '<p>Luz natural</p>',
      files: [{ name: 'Tabela.pdf' }],
      upsell: { price_text: 'R$ 89', button_text: 'Quero', products: [{ id: product }] },
      // Its neighbours are locked.
      previous: null,
      next: null,
    });
    const holder = await lesson(await school.join(['student'], [product]));
    expect(holder.body.data).toMatchObject({ upsell: null, next: { id: course.lessons[2] } });
  });

  test('can be liked, commented on and finished without its course', async () => {
    const student = await school.join();
    const at = `/api/v1/lessons/${sample}`;
    const saved = await student.send('PUT', `${at}/progress`, { finished: true });
    expect(saved.body.data).toMatchObject({ finished: true, course_progress: 25, completed: [] });
    expect((await student.send('PUT', `${at}/like`)).body.data).toEqual({ likes: 1, liked: true });
    expect((await student.post(`${at}/comments`, { content: '<p>Boa</p>' })).status).toBe(201);
    // "Continue" lists held courses only.
    expect((await student.get('/api/v1/home')).body.data.continue).toEqual([]);
  });

  test('opens to visitors while the showcase is open, and every other lesson stays closed', async () => {
    const { visitor } = school;
    expect([(await lesson(visitor)).status, (await visitor.get(url())).status]).toEqual([401, 401]);
    await openShowcase(true);
    expect((await lesson(visitor)).body.data).toMatchObject({ sample: 1, liked: false });
    expect((await read(visitor)).locked).toBe(true);
    expect((await visitor.get(`/api/v1/modules/${course.modules[0]!.id}`)).status).toBe(200);
    expect((await lesson(visitor, course.lessons[0])).status).toBe(403);
    const at = `/api/v1/lessons/${sample}`;
    expect((await visitor.send('PUT', `${at}/progress`, { seconds: 1 })).status).toBe(401);
    expect((await visitor.get(`${at}/comments`)).status).toBe(401);
    await openShowcase(false);
    expect((await lesson(visitor)).status).toBe(401);
  });

  test('opens where blocked content is hidden, and reveals nothing else of its course', async () => {
    await showBlockedContent(world, school, false);
    const student = await school.join();
    const { body } = await lesson(student);
    expect(body.data.modules).toMatchObject([{ lessons: [{ id: sample }] }]);
    expect((await student.get(url())).status).toBe(404);
  });

  test('is no sample after the mark is removed', async () => {
    const student = await school.join();
    expect((await lesson(student)).status).toBe(200);
    await school.owner.send('PATCH', `/api/v1/lessons/${sample}`, { sample: 0 });
    expect((await lesson(student)).status).toBe(403);
  });

  test('can be marked only by those who manage the school', async () => {
    const student = await school.join(['student'], [product]);
    const path = `/api/v1/lessons/${course.lessons[0]}`;
    for (const person of [student, await school.join(['instructor'])])
      expect((await person.send('PATCH', path, { sample: 1 })).status).toBe(403);
    expect((await school.owner.send('PATCH', path, { sample: 'x' })).status).toBe(422);
    expect((await lesson(await school.join(), course.lessons[0])).status).toBe(403);
  });

  test('opens nothing at the neighbour school', async () => {
    const other = await world.school();
    expect((await lesson(other.owner)).status).toBe(404);
    expect((await lesson(await other.join())).status).toBe(404);
  });
});
