import { beforeEach, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

/** Imports a page, and returns its content and the report. */
async function imported(html: string) {
  const { body } = await sendCourse(cartridgeOf({ Aula: html }), school.owner);
  await world.platform.jobs.runAll();
  const { course_id, report } = await readImport(school.owner, body.data.id);
  const course = (await school.owner.get(`/api/v1/courses/${course_id}`)).body.data;
  const { id } = course.modules[0].lessons[0];
  const { content, content_html } = (await school.owner.get(`/api/v1/lessons/${id}`)).body.data;
  return { content, content_html, report };
}

const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>';

test.each([
  ['LaTeX among words', '<p>\\(\\frac12\\)</p>', '\\(\\frac12\\)'],
  ['LaTeX on its own line', '<p>$$\\frac12$$</p>', '$$\\frac12$$'],
  ['LaTeX in brackets', '<p>\\[\\frac12\\]</p>', '$$\\frac12$$'],
  [
    'an equation of Canvas',
    '<p><img class="equation_image" src="/equation_images/%255Cfrac12" alt="LaTeX: \\frac12" data-equation-content="\\frac12"></p>',
    '\\(\\frac12\\)',
  ],
  [
    'an equation of an older Canvas, by its description',
    '<p><img class="equation_image" src="/equation_images/x" alt="\\frac12"></p>',
    '\\(\\frac12\\)',
  ],
  [
    'an equation by its address',
    '<p><img src="https://latex.codecogs.com/gif.latex?%5Cfrac12"></p>',
    '\\(\\frac12\\)',
  ],
  ['MathML', '<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>', '\\(\\frac{1}{2}\\)'],
  [
    'MathML on its own line',
    '<p><math display="block"><mrow><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math></p>',
    '$$\\frac{1}{2}$$',
  ],
  [
    'MathML with its source',
    '<p><math><semantics><mi>z</mi><annotation encoding="application/x-tex">\\frac12</annotation></semantics></math></p>',
    '\\(\\frac12\\)',
  ],
])('%s becomes mathematics', async (_, html, source) => {
  const { content, content_html, report } = await imported(html);
  expect(content).toBe(`<p>${source}</p>`);
  expect(content_html).toContain(half);
  expect(report).toEqual([]);
});

test('MathML of every kind is written so that it can be read again', async () => {
  const { content, content_html, report } = await imported(
    '<math><msup><mi>x</mi><mn>2</mn></msup><mo>&#x2264;</mo><munderover><mo>&#x2211;</mo><mi>i</mi><mi>n</mi></munderover>' +
      '<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup><mroot><mi>y</mi><mn>3</mn></mroot><mi>sin</mi><mo>&#x2061;</mo>' +
      '<mfenced open="[" close="]"><mi>u</mi><mi>v</mi></mfenced><mover><mi>w</mi><mo>&#x2192;</mo></mover>' +
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>50%</mn></mtd></mtr></mtable><mtext>se #1</mtext></math>',
  );
  expect(content).toBe(
    '\\({x}^{2}≤∑_{i}^{n}{a}_{i}^{2}\\sqrt[3]{y}\\sin \\left[u,v\\right]\\vec{w}\\begin{matrix}1&amp;50\\%\\end{matrix}\\text{se \\#1}\\)',
  );
  expect(content_html).toContain('<mroot>');
  expect(report).toEqual([]);
});

test('a formula that cannot be read is named, and stays as it was written', async () => {
  const { content, content_html, report } = await imported(
    '<p>\\(\\naoexiste{x}\\) <math><mstack><mn>1</mn></mstack></math></p>',
  );
  expect(content).toBe('<p>\\(\\naoexiste{x}\\) 1</p>');
  expect(content_html).toBeNull();
  expect(report).toMatchObject([
    { item: 'Aula', message: expect.stringContaining('“1”') },
    { item: 'Aula', message: expect.stringContaining('“\\naoexiste{x}”') },
  ]);
});
