import type { Lesson } from '@vitrine/contract/catalog';
import { lessonHref } from '@vitrine/contract/urls';
import { beforeEach, expect, test } from 'vitest';
import { item, manifest, resource } from '../../../test/cartridges/written-cartridges.ts';
import type { TestSchool } from '../../../test/harness.ts';
import {
  cartridgeOf,
  openImportWorld,
  readImport,
  sendCourse,
  zip,
} from '../../../test/imports.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

async function imported(cartridge: Buffer) {
  const { body } = await sendCourse(cartridge, school.owner);
  await world.platform.jobs.runAll();
  const { course_id, report } = await readImport(school.owner, body.data.id);
  const course = (await school.owner.get(`/api/v1/courses/${course_id}`)).body.data;
  const lessons = new Map<string, Lesson>();
  for (const { id, title } of course.modules.flatMap((one: { lessons: Lesson[] }) => one.lessons))
    lessons.set(title, (await school.owner.get(`/api/v1/lessons/${id}`)).body.data);
  const to = (title: string) => lessonHref(course_id!, title, lessons.get(title)!.id);
  return { report, content: (title: string) => lessons.get(title)!.content, to };
}

test('links between lessons lead to our lessons, forward, back and to a place in them', async () => {
  const { content, to, report } = await imported(
    cartridgeOf({
      Começo: '<p><a href="p1.html">adiante</a> <a href="p1.html#fim"><b>ao fim</b></a></p>',
      Fim: '<h2 id="fim">Fim</h2><p><a href="p0.html">volta</a> <a href="https://a.com/">fora</a></p>',
    }),
  );
  expect(content('Começo')).toBe(
    `<p><a href="${to('Fim')}">adiante</a> <a href="${to('Fim')}#t-fim"><b>ao fim</b></a></p>`,
  );
  expect(content('Fim')).toBe(
    `<h2 id="t-fim">Fim</h2><p><a href="${to('Começo')}">volta</a> <a href="https://a.com/" rel="noopener nofollow" target="_blank">fora</a></p>`,
  );
  expect(report).toEqual([]);
});

test('links by which Canvas names its pages, assignments and discussions lead to our lessons', async () => {
  const { content, to, report } = await imported(
    zip({
      'imsmanifest.xml': manifest(
        item('M', '', item('Início', 'a') + item('Página', 'b') + item('Trabalho', 'c')),
        resource('a', 'webcontent', 'wiki_content/inicio.html') +
          resource('b', 'webcontent', 'wiki_content/pagina.html') +
          resource('c', 'assignment_xmlv1p0', 'c/assignment.xml'),
      ),
      'wiki_content/inicio.html':
        '<a href="$WIKI_REFERENCE$/pages/pagina">1</a><a href="$CANVAS_OBJECT_REFERENCE$/pages/b">2</a>' +
        '<a href="%24CANVAS_COURSE_REFERENCE%24/assignments/c#nota">3</a><a href="$WIKI_REFERENCE$/pages/sumiu">4</a>',
      'wiki_content/pagina.html': '<p>P</p>',
      'c/assignment.xml':
        '<assignment identifier="c"><title>T</title><text texttype="text/plain">Faça</text></assignment>',
    }),
  );
  expect(content('Início')).toBe(
    `<a href="${to('Página')}">1</a><a href="${to('Página')}">2</a><a href="${to('Trabalho')}#t-nota">3</a>4`,
  );
  expect(report).toMatchObject([
    { item: 'Início', message: expect.stringMatching(/viraram texto: “4”\.$/) },
  ]);
});

test('students read no addresses of the old platform, and the report says so', async () => {
  const { content, to, report } = await imported(
    cartridgeOf({
      Fim: '<p>Fim</p>',
      Aula:
        '<p>Veja $CANVAS_OBJECT_REFERENCE$/quizzes/iaa8f9 e %24WIKI_REFERENCE%24/pages/a-b?x=1.</p>' +
        '<p><a href="p0.html">$IMS-CC-FILEBASE$/a.pdf</a> custa US$ 5 e R$ 9</p>',
    }),
  );
  expect(content('Aula')).toBe(
    `<p>Veja … e ….</p><p><a href="${to('Fim')}">…</a> custa US$ 5 e R$ 9</p>`,
  );
  expect(report).toMatchObject([{ item: 'Aula', message: expect.stringMatching(/ficou “…”\.$/) }]);
});

test('a link to a page that became no lesson is text, and named', async () => {
  const { content, report } = await imported(
    cartridgeOf({ Aula: '<p><a href="solta.html">solta</a></p>' }, { 'outra.pdf': 'x' }),
  );
  expect(content('Aula')).toBe('<p>solta</p>');
  expect(report).toContainEqual({ item: 'Aula', message: expect.stringContaining('“solta”') });
});

test('anchors of a text work, and lead into the same text', async () => {
  const { content } = await imported(
    cartridgeOf({
      Aula: '<p><a href="#s">ir</a></p><h2 id="s">S</h2><a name="velho"></a><span id="boot">x</span><div id="a b">y</div>',
    }),
  );
  expect(content('Aula')).toBe(
    '<p><a href="#t-s">ir</a></p><h2 id="t-s">S</h2><a id="t-velho"></a><a id="t-boot">x</a><p id="t-a-b">y</p>',
  );
});
