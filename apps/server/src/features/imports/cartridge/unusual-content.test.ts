import { describe, expect, test } from 'vitest';
import {
  item,
  manifest,
  read,
  reported,
  resource,
  shape,
} from '../../../../test/cartridges/written-cartridges.ts';
import type { Cartridge } from './cartridge.ts';

const settings = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';
const page = (id: string) => resource(id, 'webcontent', `${id}.html`);
const messagesOf = (cartridge: Cartridge) => reported(cartridge).map(({ message }) => message);

/** The only lesson of a cartridge with one item, ‘Aula’, that opens the resource `a`. */
async function lessonOf(resources: string, files: Record<string, string | Buffer>) {
  const xml = manifest(item('M', '', item('Aula', 'a')), resources);
  const cartridge = await read({ 'imsmanifest.xml': xml, ...files });
  return { cartridge, lesson: cartridge.modules[0]!.lessons[0] };
}

const assignment = (inside: string) =>
  `<assignment><title>T</title><text texttype="text/plain">Faça</text>${inside}</assignment>`;
const lessonOfAssignment = (inside: string, files = {}) =>
  lessonOf(resource('a', 'assignment_xmlv1p0', 'a/assignment.xml'), {
    'a/assignment.xml': assignment(inside),
    ...files,
  });

describe('what students did not see in the source is a draft', () => {
  test.each(['unpublished', 'hidden', 'deleted'])('a page that is %s', async (state) => {
    const head = (value: string) => `<head><meta name="workflow_state" content="${value}"/></head>`;
    const stateOf = async (value: string) =>
      (await lessonOf(page('a'), { 'a.html': `${head(value)}<body>a</body>` })).lesson?.published;
    expect(await stateOf(state)).toBe(false);
    expect(await stateOf('active')).toBe(true);
  });

  test.each(['unpublished', 'hidden', 'deleted', 'post_delayed'])(
    'an assignment that is %s',
    async (state) => {
      const inside = `<extensions><assignment><workflow_state>${state}</workflow_state></assignment></extensions>`;
      expect((await lessonOfAssignment(inside)).lesson?.published).toBe(false);
    },
  );

  test('an item that Canvas hides, and no other item of the same page', async () => {
    const second = item('Outra', 'a').replace('item_a', 'segunda');
    const xml = manifest(item('M', '', item('Aula', 'a') + second), page('a'));
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'a.html': 'a',
      'course_settings/module_meta.xml':
        '<modules><module identifier="item_"><items><item identifier="segunda"><workflow_state>unpublished</workflow_state><identifierref>a</identifierref></item></items></module></modules>',
    });
    expect(cartridge.modules[0]?.published).toBe(true);
    expect(cartridge.modules[0]?.lessons.map(({ published }) => published)).toEqual([true, false]);
  });

  test('a module that the organisation hides', async () => {
    const hidden = item('Provas', '', item('Final', 'b')).replace(
      '<item',
      '<item isvisible="false"',
    );
    const xml = manifest(item('M', '', item('Aula', 'a')) + hidden, page('a') + page('b'));
    const cartridge = await read({ 'imsmanifest.xml': xml, 'a.html': 'a', 'b.html': 'b' });
    expect(cartridge.modules.map(({ published }) => published)).toEqual([true, false]);
    expect(reported(cartridge)).toEqual([
      { item: 'Provas', message: expect.stringContaining('Não estava publicado') },
    ]);
  });

  test('and the report names the drafts of each module', async () => {
    const draft = '<meta name="workflow_state" content="hidden">';
    const xml = manifest(
      item('M', '', item('Um', 'a') + item('Dois', 'b') + item('Três', 'c')),
      page('a') + page('b') + page('c'),
    );
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'a.html': `${draft}a`,
      'b.html': 'b',
      'c.html': `${draft}c`,
    });
    expect(reported(cartridge)).toEqual([
      { item: 'M', message: expect.stringMatching(/Não estavam publicadas .*: “Um”, “Três”\.$/) },
    ]);
  });
});

test('the report names what opened a module of Canvas: others, an order, a day', async () => {
  const { cartridge } = await lessonOf(page('a'), {
    'a.html': 'a',
    'course_settings/module_meta.xml': `<modules><module identifier="item_"><unlock_at>2026-03-05T03:00:00</unlock_at><require_sequential_progress>true</require_sequential_progress><prerequisites><prerequisite><title>Início &amp;amp; fim</title></prerequisite><prerequisite><title>Luz</title></prerequisite></prerequisites></module></modules>`,
  });
  expect(reported(cartridge)).toEqual([
    { item: 'M', message: expect.stringContaining('terminar antes “Início & fim”, “Luz”') },
    { item: 'M', message: expect.stringContaining('abriam uma depois da outra') },
    { item: 'M', message: expect.stringContaining('Abria só em 2026-03-05') },
  ]);
  const open = await lessonOf(page('a'), {
    'a.html': 'a',
    'course_settings/module_meta.xml':
      '<modules><module identifier="item_"><unlock_at/><require_sequential_progress>false</require_sequential_progress></module></modules>',
  });
  expect(messagesOf(open.cartridge)).toEqual([]);
});

test.each([
  ['online_upload', true],
  ['on_paper, online_text_entry', true],
  ['external_tool', true],
  ['media_recording', true],
  ['student_annotation', true],
  ['none', false],
  ['on_paper', false],
])('that students hand something in is reported for %s: %s', async (types, expected) => {
  const { cartridge } = await lessonOfAssignment(
    `<extensions><assignment><submission_types>${types}</submission_types></assignment></extensions>`,
  );
  expect(messagesOf(cartridge).some((message) => message.includes('entrega do trabalho'))).toBe(
    expected,
  );
});

test('an assignment of the standard that takes files is handed in', async () => {
  const { cartridge } = await lessonOfAssignment(
    '<submission_formats><format type="file"/></submission_formats>',
  );
  expect(messagesOf(cartridge)).toEqual([expect.stringContaining('entrega do trabalho')]);
});

test.each([
  ['imsdt_xmlv1p1', 'topic'],
  ['assignment_xmlv1p0', 'assignment'],
])(
  'the attachments of %s are files of its lesson, and missing ones are named',
  async (type, root) => {
    const { cartridge, lesson } = await lessonOf(
      resource('a', type, 'a/a.xml') + resource('f', 'webcontent', 'a/guia.pdf'),
      {
        'a/a.xml': `<${root}><title>T</title><text>Leia</text><attachments><attachment href=" guia.pdf "/><attachment href="sumiu/nota.pdf"/></attachments></${root}>`,
        'a/guia.pdf': '%PDF',
      },
    );
    expect(lesson?.files).toEqual([{ path: 'a/guia.pdf', name: 'guia.pdf', size: 4 }]);
    expect(messagesOf(cartridge)).toEqual(['O anexo “nota.pdf” não veio no arquivo enviado.']);
  },
);

test('plain text keeps its paragraphs and lines, and shows < and and shows its characters as written', async () => {
  const { lesson } = await lessonOf(resource('a', 'imsdt_xmlv1p1', 'a.xml'), {
    'a.xml':
      '<topic><title>T</title><text texttype="text/plain">1 &lt; 2\r\nlinha\r\n \r\noutro "a"</text></topic>',
  });
  expect(lesson?.html).toBe('<p>1 &lt; 2<br>linha</p>\n<p>outro &quot;a&quot;</p>');
});

describe('an assignment and the page that stands for it elsewhere', () => {
  const both =
    resource('a', 'assignment_xmlv1p0', 'a/assignment.xml') +
    resource('f', 'webcontent', 'a/pagina.html', '<variant identifierref="a"/>');

  test('are one lesson, to which links to either of them lead', async () => {
    const { cartridge, lesson } = await lessonOf(both, {
      'a/assignment.xml': assignment(''),
      'a/pagina.html': '<p>Faça</p>',
    });
    expect(shape(cartridge)).toEqual({ M: ['Aula'] });
    expect(lesson?.keys).toEqual(['a', 'a', 'a/assignment.xml', 'a/pagina.html']);
  });

  test('also where the item opens the page', async () => {
    const xml = manifest(item('M', '', item('Aula', 'f')), both);
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'a/assignment.xml': assignment(''),
      'a/pagina.html': '<p>Página</p>',
    });
    expect(shape(cartridge)).toEqual({ M: ['Aula'] });
    expect(cartridge.modules[0]?.lessons[0]?.html).toBe('<p>Faça</p>');
  });

  test('the page comes where the assignment cannot be read', async () => {
    const { cartridge, lesson } = await lessonOf(both, {
      'a/assignment.xml': '<assignment>',
      'a/pagina.html': '<p>Página</p>',
    });
    expect(lesson?.html).toBe('<p>Página</p>');
    expect(reported(cartridge)).toEqual([]);
  });
});

test('an older assignment of a file has the file, and not its settings', async () => {
  const { lesson } = await lessonOf(
    `<resource identifier="a" type="${settings}"><file href="a/guia.pdf"/><file href="a/assignment_settings.xml"/></resource>`,
    {
      'a/guia.pdf': '%PDF',
      'a/assignment_settings.xml': '<assignment><title>T</title></assignment>',
    },
  );
  expect(lesson?.files.map(({ name }) => name)).toEqual(['guia.pdf']);
});

test.each(['Assignment', 'Topic', 'Discussion'])(
  'a page is not called “%s: …” as its exporter wrote',
  async (kind) => {
    const xml = manifest(item('M', '', item('', 'a')), page('a'));
    const html = `<html><head><title>${kind}: Luz</title></head><body>a</body></html>`;
    const cartridge = await read({ 'imsmanifest.xml': xml, 'a.html': html });
    expect(shape(cartridge)).toEqual({ M: ['Luz'] });
  },
);

describe('a web link', () => {
  test('without a title is called by its address', async () => {
    const xml = manifest(item('M', '', item('', 'a')), resource('a', 'imswl_xmlv1p1', 'a.xml'));
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'a.xml': '<webLink><url href="https://escola.test/x"/></webLink>',
    });
    expect(shape(cartridge)).toEqual({ M: ['https://escola.test/x'] });
  });

  test('that only Canvas’ settings describe is a lesson; a tool is not', async () => {
    const canvasItem = (id: string, type: string, url: string) =>
      `<item identifier="${id}"><content_type>${type}</content_type><url>${url}</url></item>`;
    const xml = manifest(
      item('M', '', item('Fora', 'l') + item('Ferramenta', 't') + item('Má', 'j') + item('X', 'x')),
      '',
    );
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'course_settings/module_meta.xml': `<modules>${
        canvasItem('item_l', 'ExternalUrl', 'https://escola.test/l') +
        canvasItem('t', 'ContextExternalTool', 'https://escola.test/t') +
        canvasItem('j', 'ExternalUrl', 'javascript:alert(1)') +
        canvasItem('x', 'Attachment', 'https://escola.test/x')
      }</modules>`,
    });
    expect(cartridge.modules[0]?.lessons).toMatchObject([
      { title: 'Fora', link: 'https://escola.test/l' },
    ]);
    expect(reported(cartridge)).toEqual([
      { item: 'Ferramenta', message: expect.stringContaining('ferramenta externa') },
      { item: 'Má', message: expect.stringContaining('http ou https') },
      { item: 'X', message: expect.stringContaining('não veio no arquivo') },
    ]);
  });
});

test('content for teachers is left out however it is marked, and the rest comes', async () => {
  const roles = (...names: string[]) =>
    `<metadata><lom><educational>${names
      .map((name) => `<intendedEndUserRole><value>${name}</value></intendedEndUserRole>`)
      .join('')}</educational></lom></metadata>`;
  const of = (id: string, inside: string) => resource(id, 'webcontent', `${id}.html`, inside);
  const xml = manifest(
    item('M', '', ['a', 'b', 'c', 'd'].map((id) => item(id, id)).join('')),
    page('a').replace('<resource', '<resource intendeduse="lessonplan"') +
      of('b', roles('Mentor', 'Instructor')) +
      of('c', roles('Instructor', 'Learner')) +
      of('d', roles('Student')),
  );
  const files = { 'a.html': 'a', 'b.html': 'b', 'c.html': 'c', 'd.html': 'd' };
  const cartridge = await read({ 'imsmanifest.xml': xml, ...files });
  expect(shape(cartridge)).toEqual({ M: ['c', 'd'] });
  expect(reported(cartridge).map(({ item: name }) => name)).toEqual(['a', 'b']);
});

test('the folders of xml:base are followed, from the manifest down to a resource', async () => {
  const xml = manifest(
    item('M', '', item('Aula', 'a')),
    page('a').replace('<resource', '<resource xml:base="aulas/"'),
  ).replace('<resources', '<resources xml:base="conteudo/"');
  const cartridge = await read({ 'imsmanifest.xml': xml, 'conteudo/aulas/a.html': '<p>a</p>' });
  expect(cartridge.modules[0]?.lessons[0]?.html).toBe('<p>a</p>');
});

test.each(['root', 'ROOT', 'LearningModules'])(
  'the outer item %s is no module, whatever its title',
  async (id) => {
    const xml = manifest(item('M', '', item('A', 'a')), page('a')).replace(
      'identifier="LearningModules"><item',
      `identifier="${id}"><title>Tudo</title><item`,
    );
    const cartridge = await read({ 'imsmanifest.xml': xml, 'a.html': 'a' });
    expect(shape(cartridge)).toEqual({ M: ['A'] });
  },
);

test('the course is called as the manifest, the organisation or Canvas’ settings say', async () => {
  const titleOf = async (title: string, organization: string) => {
    const xml = manifest(item('M', '', item('A', 'a')), page('a'), title).replace(
      '<organization identifier="o">',
      `<organization identifier="o">${organization}`,
    );
    const files = {
      'a.html': 'a',
      'course_settings/course_settings.xml': '<course><title>Das configurações</title></course>',
    };
    return (await read({ 'imsmanifest.xml': xml, ...files })).title;
  };
  expect(await titleOf('Do manifesto', '<title>Da organização</title>')).toBe('Do manifesto');
  expect(await titleOf(' ', '<title>Da organização</title>')).toBe('Da organização');
  expect(await titleOf(' ', '')).toBe('Das configurações');
});

test('files that a computer leaves behind do not hide the folder of the course', async () => {
  const xml = manifest(item('M', '', item('A', 'a')), page('a'));
  const cartridge = await read({
    'Thumbs.db': 'x',
    '.DS_Store': 'x',
    'curso/IMSmanifest.XML': xml,
    'curso/a.html': 'a',
  });
  expect(shape(cartridge)).toEqual({ M: ['A'] });
});

test('a quiz that is missing, and one with errors, are told apart', async () => {
  const quiz = resource('a', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'a.xml');
  expect(messagesOf((await lessonOf(quiz, {})).cartridge)[0]).toContain('não veio no arquivo');
  const broken = await lessonOf(quiz, { 'a.xml': '<questestinterop>' });
  expect(messagesOf(broken.cartridge)[0]).toContain('erros de formato');
  const hostile = await lessonOf(quiz, {
    'a.xml': '<!DOCTYPE q [<!ENTITY a "b">]><questestinterop/>',
  });
  expect(messagesOf(hostile.cartridge)[0]).toContain('entidades XML');
  const empty = await lessonOf(quiz, { 'a.xml': '<questestinterop/>' });
  expect(messagesOf(empty.cartridge)[0]).toContain('erros de formato');
});
