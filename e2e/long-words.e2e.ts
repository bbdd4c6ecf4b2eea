import { post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

const word = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers';
const widths = [320, 768, 1024];

test('a word without spaces breaks in the line below a title and in a link back', async ({
  school,
  owner,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: word });
  const course = await post(page, '/api/v1/courses', { title: word, product_ids: [product.id] });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: word });
  const lesson = await post(page, `/api/v1/modules/${module.id}/lessons`, {
    title: word,
    content: '<p>Um pano branco.</p>',
  });
  const community = await post(page, `/api/auth/v2/community/config/${school.id}`, {
    title: 'Clube',
  });
  const channel = await post(page, `/api/v1/communities/${community.id}/channels`, {
    title: word.slice(0, 50),
  });
  const { id } = await post(page, `/api/v1/channels/${channel.id}/posts`, { content: word });
  for (const path of [
    `/curso/${course.id}/aula/${lesson.id}`,
    `/comunidade/post/${id}/${school.id}/${community.id}`,
    `/gestao/cursos/${course.id}`,
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByText(word.slice(0, 50)).filter({ visible: true })).not.toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await test.step(`${path} at ${width}`, () => expectNoSidewaysScroll(page));
    }
  }
});
