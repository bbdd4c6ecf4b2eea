import { call, createLesson, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test('a student finds their courses, resumes a lesson, then continues with the next course', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const lessons: Record<string, number[]> = {};
  for (const title of ['Luz natural', 'Retrato de bicho']) {
    const course = await post(page, '/api/v1/courses', { title, product_ids: [product.id] });
    const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Começo' });
    lessons[title] = [];
    for (const name of ['A janela', 'A sombra']) {
      const lesson = { title: name, content: '<p>Luz</p>', duration_seconds: 600 };
      const { id } = await post(page, `/api/v1/modules/${module.id}/lessons`, lesson);
      lessons[title].push(id);
    }
  }
  const [first, second] = lessons['Luz natural']!;
  const marina = { name: 'Marina', email: 'marina@example.com', password: 'uma senha boa 1' };
  await post(page, '/api/v1/members', { ...marina, product_ids: [product.id] });

  const student = (await signIn(marina.email, marina.password)).page;
  const watch = (id: number, body: object) =>
    call(student, 'PUT', `/api/v1/lessons/${id}/progress`, body);
  await watch(first!, { seconds: 0, finished: true });
  await watch(second!, { seconds: 120 });

  await student.getByRole('link', { name: 'Meus cursos' }).first().click();
  await expect(student.getByRole('heading', { name: 'Meus cursos' })).toBeVisible();
  const goOn = student.getByRole('region', { name: 'A sombra' });
  await expect(goOn).toContainText('Parou em 2:00. Restam 8 min desta aula.');
  // The bar has equal margins to both edges of the image.
  const [before, after] = await goOn.getByRole('progressbar').evaluate((bar) => {
    const [barBox, imageBox] = [bar, bar.closest('.go-on-image')!].map((one) =>
      one.getBoundingClientRect(),
    );
    return [barBox!.left - imageBox!.left, imageBox!.right - barBox!.right];
  });
  expect(after).toBe(before);
  await expect(student.getByRole('tab', { name: 'Começados 1' })).toBeVisible();
  await expectAccessible(student);
  await student.getByRole('tab', { name: 'Novos 1' }).click();
  await expect(student.getByRole('link', { name: /^Retrato de bicho/ })).toBeVisible();
  await student.reload();
  await expect(student.getByRole('link', { name: /^Retrato de bicho/ })).toBeVisible();
  await expect(student.getByRole('link', { name: /^Luz natural/ })).toHaveCount(0);
  await student.getByRole('tab', { name: 'Todos 2' }).click();
  for (const width of [360, 768, 1024, 1440]) {
    await student.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(student);
  }
  await student.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(student);
  await goOn.getByRole('link', { name: 'Continuar' }).click();
  await expect(student.getByRole('heading', { name: 'A sombra' }).first()).toBeVisible();

  // The course is finished, so the student continues with the next one.
  await watch(second!, { seconds: 600, finished: true });
  await student.goto('/meus-cursos');
  await expect(student.getByRole('tab', { name: 'Concluídos 1' })).toBeVisible();
  const next = student.getByRole('region', { name: 'A janela' });
  await expect(next).toContainText('Retrato de bicho, aula 1 de 2');
  await expect(next.getByRole('link', { name: 'Começar' })).toBeVisible();
  await student.getByRole('searchbox', { name: 'Buscar nos meus cursos' }).fill('LUZ');
  await expect(student.getByRole('link', { name: /^Retrato/ })).toHaveCount(0);
  await expect(student.getByRole('link', { name: /^Luz natural/ })).toBeVisible();
});

test('a lesson opens while its student looks at the offer, once they get its product', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const { id: product } = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const lesson = await createLesson(
    page,
    { title: 'A janela', content: '<p>Perto da janela.</p>' },
    { title: 'Luz', product_ids: [product] },
  );
  const marina = { name: 'Marina', email: 'marina@example.com', password: 'uma senha boa 1' };
  const { id } = await post(page, '/api/v1/members', marina);

  const student = (await signIn(marina.email, marina.password, 'phone')).page;
  await student.goto(lesson.path);
  await expect(student.getByText('Esta aula faz parte de Luz')).toBeVisible();
  // The code that listens loads after the page: what happens before it is in the page's own data.
  await expect(async () => {
    for (const product_ids of [[], [product]])
      await call(page, 'PATCH', `/api/v1/members/${id}`, { product_ids });
    await expect(student.getByText('Perto da janela.')).toBeVisible({ timeout: 10_000 });
  }).toPass();
});
