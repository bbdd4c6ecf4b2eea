import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { settingsOf, testAdminsOnly, testRefusedValues } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const save = (patch: object) => settingsOf(school).save(patch);

test('switching comments off reaches students', async () => {
  const { body } = await school.owner.post('/api/auth/comunidade/comentarios/activeComment', {
    comment: 0,
    tenant_id: school.id,
  });
  expect(body).toEqual({
    message: 'Configuração de comentários atualizada',
    data: { comment: 0, version: expect.any(Number) },
  });
  const student = await school.join();
  const shown = await student.get(`/api/auth/tenants/template_settings/${school.id}`);
  expect(shown.body.data).toEqual({
    comment: 0,
    theme_classes: 1,
    course_page_indicator: 1,
    module_page_indicator: 1,
  });
});

test('the template alone is saved with the lesson panel’s message', async () => {
  const { body } = await save({ theme_classes: 3 });
  expect(body).toMatchObject({
    message: 'Template alterado com sucesso',
    data: { theme_classes: 3 },
  });
});

test('visitors of an open showcase get the template, because they see sample lessons', async () => {
  const shown = () => school.visitor.get(`/api/auth/tenants/template_settings/${school.id}`);
  await save({ theme_classes: 2 });
  expect((await shown()).status).toBe(401);
  await save({ showcase: 1 });
  expect((await shown()).body).toMatchObject({ data: { theme_classes: 2 } });
});

testRefusedValues(world, [['theme_classes', 4]]);

testAdminsOnly(world, [['/api/auth/comunidade/comentarios/activeComment', { comment: 0 }]]);
