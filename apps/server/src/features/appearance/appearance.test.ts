import { backgrounds } from '@vitrine/contract/backgrounds';
import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { settingsOf, testAdminsOnly, testRefusedValues } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const save = (patch: object) => settingsOf(school).save(patch);
const indicators = '/api/platform/auth/template-settings';

test.each(['#abc', '#ABCDEF', '#11223344'])('the colour %s is saved', async (color) => {
  expect((await save({ primary_color: color })).body.data.primary_color).toBe(color);
});

test('one of the 17 background images is accepted, and any other is refused', async () => {
  expect(backgrounds).toHaveLength(17);
  for (const { image } of backgrounds)
    expect((await save({ background_image: image })).body.data.background_image).toBe(image);
  expect((await save({ background_image: '/backgrounds/18.svg' })).status).toBe(422);
  const { data } = (await save({ background_image: null })).body;
  expect(data.background_image).toBeNull();
});

test.each([
  [`${indicators}/toggle-course-page-indicator`, 'course', 'Indicador de curso atualizado!'],
  [`${indicators}/toggle-module-page-indicator`, 'module', 'Indicador de módulo atualizado!'],
])('%s saves the indicator, and the lesson page reads it', async (path, page, message) => {
  const field = `${page}_page_indicator`;
  const { body } = await school.owner.post(path, { [field]: false });
  expect(body).toEqual({ message, data: { [field]: 0, version: expect.any(Number) } });
  const { body: lesson } = await school.owner.get(
    `/api/auth/tenants/template_settings/${school.id}`,
  );
  expect(lesson.data[field]).toBe(0);
});

testRefusedValues(world, [
  ['primary_color', 'red'],
  ['primary_color', '#12345'],
  ['text_color', '#12345g'],
  ['background_color_primary', null],
  ['overlay_intensity', 101],
  ['overlay_intensity', -1],
  ['overlay_intensity', 2.5],
  ['shadow_size', 65],
  ['button_text_color', 'pink'],
  ['font_primary', 'Comic Sans'],
  ['showcase_url_redirect', 'javascript:alert(1)'],
  ['showcase_url_redirect', 'ftp://example.com'],
  ['sidebar', 'sim'],
]);

testAdminsOnly(world, [
  [`${indicators}/toggle-course-page-indicator`, { course_page_indicator: false }],
  [`${indicators}/toggle-module-page-indicator`, { module_page_indicator: false }],
]);
