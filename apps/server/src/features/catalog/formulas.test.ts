import type { Lesson } from '@vitrine/contract/catalog';
import { beforeEach, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { cleanPreview } from '../../platform/clean-html.ts';
import { renderFormulas } from '../../platform/formulas/render-formulas.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
let lesson: number;
beforeEach(async () => {
  school = await world.school();
  const product = await school.product();
  student = await school.join(['student'], [product]);
  lesson = (await courseWith(school, { products: [product], lessons: [1] })).lessons[0]!;
});

const save = (content: string) =>
  school.owner.send('PATCH', `/api/v1/lessons/${lesson}`, { content });
/** The lesson as a student gets it, after its content was saved. */
async function shown(content: string): Promise<Lesson> {
  expect((await save(content)).status).toBe(200);
  return (await student.get(`/api/v1/lessons/${lesson}`)).body.data;
}

test('a formula is kept as its source, and shown as mathematics', async () => {
  const { content, content_html } = await shown(
    '<p>A reta \\(y &lt; \\frac{1}{2}x\\).</p><p>$$E = mc^2$$</p>',
  );
  expect(content).toBe('<p>A reta \\(y &lt; \\frac{1}{2}x\\).</p><p>$$E = mc^2$$</p>');
  expect(content_html).toContain('<mfrac><mn>1</mn><mn>2</mn></mfrac>');
  expect(content_html).toContain('<span class="katex-display">');
  expect(content_html).toMatch(/aria-hidden="true".*style="height:/s);
  expect(content_html).not.toContain('\\frac');
});

test('a text without a formula is stored once', async () => {
  expect(await shown('<p>Custa R$ 10 ou US$ 2.</p>')).toMatchObject({ content_html: null });
  expect(await shown('<pre>\\(x\\)</pre>')).toMatchObject({ content_html: null });
});

test('the formulas change with the text, and go with it', async () => {
  expect((await shown('<p>\\(a\\)</p>')).content_html).toContain('<mi>a</mi>');
  const changed = (await shown('<p>\\(b\\)</p>')).content_html;
  expect(changed).toContain('<mi>b</mi>');
  expect(changed).not.toContain('<mi>a</mi>');
  expect((await shown('<p>b</p>')).content_html).toBeNull();
  await shown('<p>\\(c\\)</p>');
  await school.owner.send('PATCH', `/api/v1/lessons/${lesson}`, { title: 'Outro título' });
  const { body } = await student.get(`/api/v1/lessons/${lesson}`);
  expect(body.data.content_html).toContain('<mi>c</mi>');
});

test('the first view needs no styles for a formula', async () => {
  const { content_html } = await shown('<p>\\(\\sqrt{x}\\) <b onclick="a()">b</b></p>');
  expect(cleanPreview(content_html!, school.id)).toBe(
    '<p><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML">' +
      '<mrow><msqrt><mi>x</mi></msqrt></mrow></math></span></span> <b>b</b></p>',
  );
  expect(cleanPreview('<span class="site-header" style="top:0">a</span>', school.id)).toBe(
    '<span>a</span>',
  );
});

test.each([
  ['\\href{javascript:alert(1)}{x}'],
  ['\\includegraphics{https://example.com/a.png}'],
  ['\\htmlStyle{position:fixed}{x}'],
  ['\\htmlClass{site-header}{x}'],
  ['\\def\\a{\\a\\a}\\a'],
  ['\\newcommand{\\x}{y}\\x'],
  ['\\frac{1}{'],
  ['x'.repeat(2_001)],
])('%s stays its source, beside one that is shown', async (tex) => {
  const { content_html } = await shown(`<p>\\(a\\) \\(${tex}\\)</p>`);
  expect(content_html).toContain('<mi>a</mi>');
  expect(content_html).toContain(`\\(${tex}\\)</p>`);
  expect(content_html!.split('\\(')[0]).not.toContain(tex.slice(0, 12));
});

test('no more formulas are rendered than a text may hold', async () => {
  const { content_html } = await shown(
    `<p>${Array.from({ length: 1_001 }, (_, at) => `\\(${at}\\)`).join(' ')}</p>`,
  );
  expect(content_html).toContain('<mn>999</mn>');
  expect(content_html).toContain('\\(1000\\)</p>');
});

test('a text that takes too long is kept as it was written', async () => {
  const owner = { tenantId: school.id, account: 1 };
  const slow = `<p>${Array.from({ length: 900 }, (_, at) => `\\(${at}${'+x'.repeat(900)}\\)`).join(' ')}</p>`;
  const allowed = { seconds: 0.2, memoryBytes: 512 * 1_048_576 };
  expect(await renderFormulas(owner, slow, allowed)).toBeNull();
  expect(await renderFormulas(owner, '<p>\\(x\\)</p>')).toContain('<mi>x</mi>');
});

test('an audit row names who changed the lesson', async () => {
  await save('<p>\\(x\\)</p>');
  expect((await school.auditEntries()).at(-1)).toMatchObject({ action: 'catalog.updateLesson' });
});
