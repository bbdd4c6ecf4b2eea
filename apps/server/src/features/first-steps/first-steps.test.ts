import type { FileUse } from '@vitrine/contract/uploads';
import { expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const path = '/api/v1/first-steps';
const appearance = '/api/auth/config/plataforma/updateCustomBasic';

const steps = async (school: TestSchool) => (await school.owner.get(path)).body.data;
const done = async (school: TestSchool) =>
  Object.entries(await steps(school)).flatMap(([name, step]) =>
    (step as { done?: boolean }).done ? [name] : [],
  );

test('each step is done by content of this school, not of another one', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  expect(await done(school)).toEqual([]);
  const product = await school.product('Plano Estúdio');
  expect(await done(school)).toEqual(['product']);

  const course = await school.owner.post('/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product],
  });
  expect(await done(school)).toEqual(['product']); // a course without lessons shows nothing yet
  const module = await school.owner.post(`/api/v1/courses/${course.body.data.id}/modules`, {
    title: 'Módulo 1',
  });
  await school.owner.post(`/api/v1/modules/${module.body.data.id}/lessons`, { title: 'Aula 1' });
  expect(await steps(school)).toMatchObject({
    dismissed: false,
    product: { done: true, title: 'Plano Estúdio', courses_count: 1 },
    course: { done: true, title: 'Luz natural', lessons_count: 1 },
  });

  // A new course that is still empty takes nothing back.
  await school.owner.post('/api/v1/courses', { title: 'Sombra' });
  expect(await steps(school)).toMatchObject({ course: { done: true, title: 'Luz natural' } });

  expect((await school.owner.post(`${path}/student-seen`)).status).toBe(204);
  expect(await done(school)).toEqual(['product', 'course', 'student']);
  await school.transaction(({ db }) =>
    db.updateTable('platform_settings').set({ primary_color: '#3366ff' }).execute(),
  );
  expect(await done(school)).toEqual(['look', 'product', 'course', 'student']);
  expect(await done(neighbour)).toEqual([]);
});

test('a look of its own is a logo, another font or another colour, however it is written', async () => {
  const lookAfter = async (settings: object) => {
    const school = await world.school();
    const saved = await school.owner.post(appearance, settings);
    expect(saved.status, saved.text).toBe(200);
    return (await steps(school)).look;
  };
  for (const given of [{ primary_color: '#FFB238' }, { background_color_primary: '#0B0B0F' }])
    expect(await lookAfter(given), JSON.stringify(given)).toMatchObject({ done: false });
  for (const own of [{ background_color_primary: '#101820' }, { font_primary: 'Lato' }])
    expect(await lookAfter(own), JSON.stringify(own)).toMatchObject({ done: true });

  const school = await world.school();
  const logo = await fileFor(world, school, 'logo');
  expect((await school.owner.post(appearance, { logo_square: logo })).status).toBe(200);
  expect((await steps(school)).look).toMatchObject({ done: true, logo });
});

test('the course of its step is the newest with a lesson, and counts what is its own', async () => {
  const school = await world.school();
  const [plan, other] = [await school.product('Plano Estúdio'), await school.product('Outro')];
  const course = (title: string, lessons: number) =>
    courseWith(school, { title, products: [plan], lessons: [lessons] });
  for (const title of ['Luz natural', 'Sombra'])
    await school.owner.post('/api/v1/courses', { title, product_ids: [other] });
  expect(await steps(school)).toMatchObject({
    product: { title: 'Plano Estúdio', courses_count: 0 },
    course: { done: false, title: 'Sombra' },
  });
  await course('Retrato', 1);
  await course('Estúdio', 2);
  await school.owner.post('/api/v1/courses', { title: 'Vazio' });
  expect(await steps(school)).toMatchObject({
    product: { courses_count: 2 },
    course: { done: true, title: 'Estúdio', lessons_count: 2 },
  });
});

test('an inactive product is no step: it opens nothing', async () => {
  const school = await world.school();
  const [old, sold] = [await school.product('Plano antigo'), await school.product('Plano Estúdio')];
  const switchOff = (id: number) =>
    school.owner.send('PATCH', `/api/v1/products/${id}`, { status: 'inactive' });
  await switchOff(old);
  expect(await steps(school)).toMatchObject({ product: { done: true, id: sold } });
  await switchOff(sold);
  expect(await steps(school)).toMatchObject({ product: { done: false, id: null } });
});

test('the steps show the newest covers of the product, and the image of the first banner', async () => {
  const school = await world.school();
  const product = await school.product('Plano Estúdio');
  const storedImage = (use: FileUse) => fileFor(world, school, use);
  expect(await steps(school)).toMatchObject({
    product: { covers: [] },
    banner: { done: false, image: null },
  });

  const covers = [
    await storedImage('image'),
    await storedImage('image'),
    await storedImage('image'),
    null,
  ];
  for (const cover of covers) {
    const course = { title: 'Luz natural', cover, product_ids: [product] };
    expect((await school.owner.post('/api/v1/courses', course)).status).toBe(201);
  }
  const [first, second] = [await storedImage('banner'), await storedImage('banner')];
  for (const url_image of [first, second])
    await school.owner.post('/api/auth/config/plataforma/bannersCustom/create', {
      tenant_id: school.id,
      title: 'A luz certa',
      url_image,
    });
  const { product: productStep, banner } = await steps(school);
  expect(productStep.covers).toEqual([covers[2], covers[1]]);
  expect(banner).toEqual({ done: true, image: first });
});

test('a banner for phones alone shows its own image', async () => {
  const school = await world.school();
  const image = await fileFor(world, school, 'banner_vertical');
  await school.owner.post('/api/auth/config/plataforma/bannersCustom/create', {
    tenant_id: school.id,
    title: 'A luz certa',
    url_image_vertical: image,
  });
  expect((await steps(school)).banner).toEqual({ done: true, image });
});

test('the first student completes a step, staff do not', async () => {
  const school = await world.school();
  const { id } = await school.join(['instructor']);
  expect((await steps(school)).student).toEqual({ done: false, joined: false });
  // Nobody sees an account that waits for its erasure.
  expect((await school.owner.post(`/api/v1/members/${id}/erasure`)).status).toBe(202);
  expect((await steps(school)).student).toEqual({ done: false, joined: false });
  await school.join();
  expect((await steps(school)).student).toEqual({ done: false, joined: true });
});

test('the checklist is dismissed for the whole school, and for admins alone', async () => {
  const school = await world.school();
  const student = await school.join();
  expect((await student.get(path)).status).toBe(403);
  expect((await student.post(`${path}/dismiss`)).status).toBe(403);
  expect((await school.owner.post(`${path}/dismiss`)).status).toBe(204);
  expect((await school.owner.post(`${path}/dismiss`)).status).toBe(204);
  const admin = await school.join(['admin']);
  expect((await admin.get(path)).body.data).toMatchObject({
    dismissed: true,
    student: { done: false },
  });
});
