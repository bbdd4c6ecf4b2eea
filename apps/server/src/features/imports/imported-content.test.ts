import type { Lesson } from '@vitrine/contract/catalog';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  canvasCourse,
  canvasQuiz,
  courseFiles,
  olderCanvasCourse,
} from '../../../test/cartridges/canvas-exports.ts';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { item, manifest, resource } from '../../../test/cartridges/written-cartridges.ts';
import { type TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, importCalls, openImportWorld, zip } from '../../../test/imports.ts';
import { jpeg } from '../../../test/media.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const { count, imported, lesson } = importCalls(world, () => school);

const quizzes = () =>
  school.transaction(({ db }) =>
    db
      .selectFrom('quizzes as q')
      .innerJoin('lessons as l', 'l.quiz_id', 'q.id')
      .selectAll('q')
      .select('l.title as lesson')
      .orderBy('q.id')
      .execute(),
  );

const quizXml = `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
  <assessment ident="a" title="Prova de luz">
    <qtimetadata><qtimetadatafield><fieldlabel>qmd_timelimit</fieldlabel><fieldentry>90</fieldentry></qtimetadatafield>
    <qtimetadatafield><fieldlabel>cc_maxattempts</fieldlabel><fieldentry>unlimited</fieldentry></qtimetadatafield></qtimetadata>
    <section ident="s"><item ident="q1" title="">
      <itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield>
      <qtimetadatafield><fieldlabel>cc_weighting</fieldlabel><fieldentry>3</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
      <presentation><material><mattext texttype="text/html">&lt;p&gt;Que &lt;b&gt;luz&lt;/b&gt; é esta?&lt;img src="luz.jpg" alt="Janela ao norte"&gt;&lt;/p&gt;</mattext></material>
        <response_lid ident="r" rcardinality="Single"><render_choice>
          <response_label ident="1"><material><mattext>Dura</mattext></material></response_label>
          <response_label ident="2"><material><mattext>Suave</mattext></material></response_label>
        </render_choice></response_lid></presentation>
      <resprocessing><outcomes><decvar/></outcomes><respcondition><conditionvar><varequal respident="r">2</varequal></conditionvar>
        <setvar action="Set">100</setvar></respcondition></resprocessing>
    </item></section></assessment></questestinterop>`;

describe('a course comes', () => {
  test('with its modules, lessons, files, links and images', async () => {
    const product = await school.product();
    const cartridge = zip({
      'imsmanifest.xml': manifest(
        item(
          'Luz',
          '',
          item('Página', 'p') + item('Apostila', 'f') + item('Site', 'w') + item('Conversa', 'd'),
        ),
        resource('p', 'webcontent', 'p.html') +
          resource('f', 'webcontent', 'guia.pdf') +
          resource('w', 'imswl_xmlv1p1', 'w.xml') +
          resource('d', 'imsdt_xmlv1p1', 'd.xml'),
        'Fotografia',
      ),
      'p.html':
        '<p onclick="x()">Olá <img src="foto.jpg" alt="luz"><a href="guia.pdf">guia</a>' +
        '<script>alert(1)</script><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>' +
        '<iframe src="https://forms.example.com/1"></iframe>&#0;&#xD800;</p>',
      'foto.jpg': await jpeg(),
      'guia.pdf': '%PDF-1.4 guia',
      'w.xml':
        '<webLink><title>Site</title><url href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"/></webLink>',
      'd.xml':
        '<topic><title>Conversa</title><text texttype="text/plain">O que é luz?</text></topic>',
    });
    const { entry, course } = await imported(cartridge, [product]);
    expect(course).toMatchObject({ title: 'Fotografia', product_ids: [product] });
    expect(course.modules).toMatchObject([
      {
        title: 'Luz',
        lessons: ['Página', 'Apostila', 'Site', 'Conversa'].map((title) => ({ title })),
      },
    ]);
    expect(entry).toMatchObject({ filename: 'curso.imscc', done: 6, total: 6 });
    expect(entry.report).toEqual([
      { item: 'Página', message: expect.stringContaining('“<script>”') },
      { item: 'Página', message: expect.stringContaining('“forms.example.com”') },
    ]);

    const page = await lesson(course, 'Página');
    expect(page.content).toMatch(
      new RegExp(`<img[^>]* alt="luz" src="/files/${school.id}/[\\w-]{22}-1200x800\\.jpg`),
    );
    expect(page.content).toMatch(new RegExp(`<a href="/files/${school.id}/[\\w-]{22}\\.pdf`));
    expect(page.content).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
    expect(page.content).not.toMatch(/script|onclick|<iframe src="https:\/\/forms/);
    expect(page.files).toMatchObject([{ name: 'guia.pdf', size: 13 }]);
    // A viewer who may open the lesson may open its files.
    const student = await school.join(['student'], [product]);
    const { content, files } = (await student.get(`/api/v1/lessons/${page.id}`)).body
      .data as Lesson;
    const addresses = [...content.matchAll(/(?:src|href)="(\/files[^"]+)"/g)].map(
      ([, address]) => address!,
    );
    expect(addresses).toHaveLength(2);
    for (const url of [files[0]!.url, ...addresses])
      expect((await student.get(url.replaceAll('&amp;', '&'))).status).toBe(200);

    expect((await lesson(course, 'Apostila')).files).toMatchObject([{ name: 'guia.pdf' }]);
    expect(await lesson(course, 'Site')).toMatchObject({
      link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      embed: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    });
    expect((await lesson(course, 'Conversa')).content).toBe('<p>O que é luz?</p>');
    // The uploaded archive was removed. The sweep keeps the lessons' files.
    expect(await count('files')).toBe(2);
    const loose = await school.transaction(({ db }) =>
      db.selectFrom('files').select('id').where('unused_since', 'is not', null).execute(),
    );
    expect(loose).toEqual([]);
  });

  test('with its quizzes: questions, right answers, images and the clock', async () => {
    const cartridge = zip({
      'imsmanifest.xml': manifest(
        item('Luz', '', item('Prova', 'q')),
        resource('q', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'q.xml'),
      ),
      'q.xml': quizXml,
      'luz.jpg': await jpeg(),
    });
    const { entry } = await imported(cartridge);
    expect(entry.report).toEqual([]);
    expect(await quizzes()).toMatchObject([
      {
        lesson: 'Prova',
        name: 'Prova de luz',
        type: 'comun',
        goal: 70,
        published: false,
        repeat: true,
        stopwatch: true,
        time_limit: '01:30:00',
        profiles: [],
        questions: [
          {
            id: 1,
            kind: 'single',
            text: 'Que luz é esta?',
            image: expect.stringMatching(/^\/files\/\d+\/[\w-]{22}-1200x800\.jpg$/),
            image_alt: 'Janela ao norte',
            weight: 3,
            options: [
              { id: 1, text: 'Dura', correct: false },
              { id: 2, text: 'Suave', correct: true },
            ],
          },
        ],
      },
    ]);
  });

  test('with the formulas of its questions drawn, and weights that can be saved', async () => {
    const second = /<item ident="q1"[\s\S]*<\/item>/
      .exec(quizXml)![0]
      .replace('q1', 'q2')
      .replace(/&lt;img src="luz.jpg" alt="Janela ao norte"&gt;/, '');
    const cartridge = zip({
      'imsmanifest.xml': manifest(
        item('Luz', '', item('Prova', 'q')),
        resource('q', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'q.xml'),
      ),
      'q.xml': quizXml
        .replace('<fieldentry>3<', '<fieldentry>2000<')
        .replace(
          '&lt;img src="luz.jpg" alt="Janela ao norte"&gt;',
          ' \\[a &amp;lt; \\frac12\\] \\(\\naoexiste\\)',
        )
        .replace('<mattext>Dura<', '<mattext>\\(x^2\\)<')
        .replace('</section>', `${second.replace('<fieldentry>3<', '<fieldentry>500<')}</section>`),
    });
    const { entry } = await imported(cartridge);
    expect(entry.report).toEqual([
      { item: 'Prova', message: expect.stringContaining('“\\naoexiste”') },
    ]);
    const [quiz] = await quizzes();
    const path = `/api/v1/quizzes/${quiz!.id}/questions`;
    const { questions, version } = (await school.owner.get(path)).body.data;
    expect(questions).toMatchObject([
      {
        text: 'Que luz é esta? $$a < \\frac12$$ \\(\\naoexiste\\)',
        text_html: expect.stringContaining('<mfrac><mn>1</mn><mn>2</mn></mfrac>'),
        weight: 1000,
        options: [
          { text: '\\(x^2\\)', text_html: expect.stringContaining('<msup>') },
          { text: 'Suave' },
        ],
      },
      { text: 'Que luz é esta?', weight: 250 },
    ]);
    expect(questions[1]).not.toHaveProperty('text_html');
    const saved = await school.owner.send('PUT', path, { questions, profiles: [], version });
    expect(saved.status).toBe(200);
  });

  test('without damaged or unsupported content, which is reported', async () => {
    const pages = {
      Boa: '<p>Boa</p><a href="ruim.pdf">ruim</a><img src="arte.svg">',
      Funda: `${'<b>'.repeat(700)}x`,
      Longa: `<p>${'luz '.repeat(300_000)}</p>`,
    };
    const names = Object.keys(pages);
    const cartridge = rawZip([
      {
        name: 'imsmanifest.xml',
        data: manifest(
          item('M', '', names.map((name, index) => item(name, `p${index}`)).join('')),
          names.map((_, index) => resource(`p${index}`, 'webcontent', `p${index}.html`)).join(''),
        ),
      },
      ...Object.values(pages).map((data, index) => ({ name: `p${index}.html`, data, store: true })),
      { name: 'ruim.pdf', data: 'abc', crc: 1 },
      { name: 'arte.svg', data: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ]);
    const { entry, course } = await imported(cartridge);
    expect(entry.report.map(({ item }) => item)).toEqual(['Boa', 'Boa', 'Funda', 'Longa']);
    const messages = entry.report.map(({ message }) => message).join('\n');
    for (const part of ['“ruim.pdf” está danificado', '“arte.svg”', 'erros de formato', '1 MB'])
      expect(messages).toContain(part);
    expect(await lesson(course, 'Boa')).toMatchObject({
      content: expect.stringContaining('<p>Boa</p>'),
      files: [{ name: 'arte.svg' }],
    });
    expect((await lesson(course, 'Longa')).content).toBe('');
  });

  test('with more files in a lesson than one holds: the first fifty', async () => {
    const names = Array.from({ length: 53 }, (_, index) => `f${index}.txt`);
    const html = names.map((name) => `<a href="${name}">${name}</a>`).join('');
    const { entry, course } = await imported(
      cartridgeOf({ Muitos: html }, Object.fromEntries(names.map((name) => [name, name]))),
    );
    expect((await lesson(course, 'Muitos')).files).toHaveLength(50);
    expect(entry.report).toEqual([{ item: 'Muitos', message: expect.stringContaining('; 3 ') }]);
  });

  test('of ten thousand lessons', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    const cartridge = zip({
      'imsmanifest.xml': manifest(
        many
          .filter((index) => index % 100 === 0)
          .map((index) =>
            item(
              `Módulo ${index}`,
              '',
              many
                .slice(index, index + 100)
                .map((one) => item(`Aula ${one}`, `p${one}`))
                .join(''),
            ),
          )
          .join(''),
        many.map((index) => resource(`p${index}`, 'webcontent', `p${index}.html`)).join(''),
      ),
      ...Object.fromEntries(many.map((index) => [`p${index}.html`, `<p>Luz ${index}</p>`])),
    });
    const { entry } = await imported(cartridge);
    expect(entry).toMatchObject({ done: 10_000, total: 10_000, report: [] });
    expect(await count('lessons')).toBe(10_000);
    expect(await count('modules')).toBe(100);
  }, 120_000);
});

test('what has no title in the file gets one in the language of who imports', async () => {
  await school.owner.send('PATCH', '/api/v1/me', { language: 'en' });
  const { entry, course } = await imported(
    zip({
      'imsmanifest.xml': manifest(
        item('Luz', '', item('', 'topic')) + item('', '', item('Foco', 'page')),
        resource('topic', 'imsdt_xmlv1p1', 'topic.xml') +
          resource('page', 'webcontent', 'page.html') +
          resource('alone', 'webcontent', 'alone.html'),
        '',
      ),
      'topic.xml': '<topic><title/><text texttype="text/plain">Luz</text></topic>',
      'page.html': '<p>Luz</p>',
      'alone.html': '<p>Luz</p>',
    }),
  );
  const titles = course.modules.map(({ title, lessons }: { title: string; lessons: Lesson[] }) => [
    title,
    ...lessons.map((one) => one.title),
  ]);
  expect([course.title, ...titles]).toEqual([
    'Imported course',
    ['Luz', 'Untitled lesson'],
    ['Module 2', 'Foco'],
    ['Other content', 'alone'],
  ]);
  expect(entry.report.map((line) => line.item)).toEqual(['Other content']);
});

describe('a Canvas export', () => {
  test('a course', async () => {
    const { entry, course } = await imported(canvasCourse());
    expect(course.title).toBe('Curso de fotografia');
    expect(course.modules).toHaveLength(1);
    expect(course.modules[0].lessons).toHaveLength(9);
    expect(entry.report.map((line) => line.item)).toContain('Ferramenta de fora');
    const size = courseFiles['web_resources/foto.jpg'].length;
    expect((await lesson(course, 'foto.jpg')).files).toMatchObject([{ size }]);
    expect(await quizzes()).toMatchObject([{ name: 'Primeiro questionário', published: false }]);
  });

  test('a quiz of all types', async () => {
    const { entry, course } = await imported(canvasQuiz());
    expect(course.modules).toMatchObject([{ title: 'Outros conteúdos' }]);
    expect(entry.report).toHaveLength(8);
    const [quiz] = await quizzes();
    expect(quiz!.questions).toMatchObject([
      { kind: 'single', options: [{}, {}, { correct: true }, {}] },
      { kind: 'true_false', options: [{ correct: false }, { correct: true }] },
      {
        kind: 'multiple',
        options: [true, false, false, true, true].map((correct) => ({ correct })),
      },
    ]);
  });

  test('an older course', async () => {
    const { course } = await imported(olderCanvasCourse());
    expect(course.modules[0].lessons).toHaveLength(3);
  });
});

const questionItem = (text: string) =>
  `<item ident="q"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
    <presentation><material><mattext>${text}</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext>A</mattext></material></response_label><response_label ident="2"><material><mattext>B</mattext></material></response_label></render_choice></response_lid></presentation>
    <resprocessing><respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`;
/** Imports a quiz of questions with these texts, and returns the report. */
async function reportOf(texts: string[]) {
  const xml = `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Prova"><section ident="s">${texts.map(questionItem).join('')}</section></assessment></questestinterop>`;
  const { entry } = await imported(
    zip({
      'imsmanifest.xml': manifest(
        item('Módulo', '', item('Prova', 'z')),
        resource('z', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'z.xml'),
      ),
      'z.xml': xml,
    }),
  );
  return entry.report;
}

test('the report counts one question in the singular', async () => {
  expect(await reportOf(['a'.repeat(5_001), 'b'])).toEqual([
    {
      item: 'Prova',
      message: expect.stringMatching(/^1 questão ficou de fora: é longa demais/),
    },
  ]);
});

test('a quiz keeps 200 questions of a length that one may save, and the report counts the others', async () => {
  expect(await reportOf(['a'.repeat(5_001), ...Array.from({ length: 201 }, () => 'b')])).toEqual([
    { item: 'Prova', message: expect.stringMatching(/^2 questões ficaram de fora/) },
  ]);
  const { length } = await school.transaction(
    async ({ db }) =>
      (await db.selectFrom('quizzes').select('questions').executeTakeFirstOrThrow())
        .questions as unknown[],
  );
  expect(length).toBe(200);
  expect(await reportOf(['a'.repeat(5_000)])).toEqual([]);
  expect(await reportOf(['a'.repeat(5_001), 'a'.repeat(5_001), 'b'])).toEqual([
    { item: 'Prova', message: expect.stringMatching(/^2 questões ficaram de fora/) },
  ]);
  // 1 MB of stored JSON: the limit of what the server may write in one piece.
  const noise = (length: number) => randomBytes((length * 3) / 4).toString('base64');
  expect(await reportOf(Array.from({ length: 200 }, () => noise(5_000)))).toEqual([]);
  const escaped = Array.from({ length: 200 }, () => [...noise(2_500)].join('"'));
  expect(await reportOf(escaped)).toEqual([
    { item: 'Prova', message: expect.stringMatching(/^\d+ questões ficaram de fora/) },
  ]);
});
