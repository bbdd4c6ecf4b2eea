import { Buffer } from 'node:buffer';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { rawZip } from '../../../../test/cartridges/raw-zip.ts';
import {
  entriesOf,
  item,
  manifest,
  onDisk,
  read,
  resource,
  shape,
  reported,
} from '../../../../test/cartridges/written-cartridges.ts';
import { replaceCartridgeFiles } from './html.ts';
import { readCartridge } from './read-cartridge.ts';

const page = (id: string): string => resource(id, 'webcontent', `${id}.html`);
const pages = { 'a.html': '<p>a</p>', 'b.html': '<p>b</p>', 'c.html': '<p>c</p>' };

describe('organisation', () => {
  test('folders are modules, deeper folders go in front of their lessons', async () => {
    const items = item(
      'Módulo um',
      '',
      item('Aula', 'a') +
        item('Semana 1', '', item('Leitura', 'b') + item('Extra', '', item('Leitura', 'c'))),
    );
    const cartridge = await read({
      'imsmanifest.xml': manifest(items, page('a') + page('b') + page('c')),
      ...pages,
    });
    expect(shape(cartridge)).toEqual({
      'Módulo um': ['Aula', 'Semana 1 › Leitura', 'Semana 1 › Extra › Leitura'],
    });
    expect(reported(cartridge)).toEqual([]);
  });

  test('items at the top level share a module named after the course', async () => {
    const items = item('A', 'a') + item('M', '', item('B', 'b')) + item('C', 'c') + item('Vazio');
    const xml = manifest(items, page('a') + page('b') + page('c'));
    expect(shape(await read({ 'imsmanifest.xml': xml, ...pages }))).toEqual({
      'Curso de teste': ['A', 'C'],
      M: ['B'],
      Vazio: [],
    });
    const unnamed = await read({ 'imsmanifest.xml': manifest(items, page('a'), ' '), ...pages });
    expect(unnamed.title).toBe('Curso importado');
    expect(unnamed.modules[0]?.title).toBe('Módulo 1');
  });

  test('a hidden folder makes drafts of all its lessons', async () => {
    const folder = item('Provas', '', item('Final', 'b')).replace(
      '<item',
      '<item isvisible="false"',
    );
    const xml = manifest(item('M', '', item('A', 'a') + folder), page('a') + page('b'));
    const [module] = (await read({ 'imsmanifest.xml': xml, ...pages })).modules;
    expect(module?.lessons).toMatchObject([
      { title: 'A', published: true },
      { title: 'Provas › Final', published: false },
    ]);
  });

  test('an item that opens something and holds others is the first lesson of its module', async () => {
    const xml = manifest(item('M', 'a', item('B', 'b')), page('a') + page('b'));
    expect(shape(await read({ 'imsmanifest.xml': xml, ...pages }))).toEqual({ M: ['M', 'B'] });
  });

  test('a single outer folder is dropped if it has the name of the course', async () => {
    const inside = item('M', '', item('A', 'a'));
    const named = manifest(item('Curso de teste', '', inside), page('a'));
    expect(shape(await read({ 'imsmanifest.xml': named, ...pages }))).toEqual({ M: ['A'] });
    const other = manifest(item('Unidade', '', inside), page('a'));
    expect(shape(await read({ 'imsmanifest.xml': other, ...pages }))).toEqual({
      Unidade: ['M › A'],
    });
  });

  test('titles are decoded, on one line, and end at 255 code points', async () => {
    const xml = manifest(
      item(
        'M',
        '',
        item(' P &amp;amp; R &#38;\n C&#231; ', 'a') + item('😀'.repeat(300), 'b') + item('', 'c'),
      ),
      page('a') + page('b') + page('c'),
    );
    const lessons = (await read({ 'imsmanifest.xml': xml, ...pages })).modules[0]?.lessons ?? [];
    expect(lessons[0]?.title).toBe('P & R & Cç');
    expect(Array.from(lessons[1]?.title ?? '')).toHaveLength(255);
    expect(lessons[2]?.title).toBe('c');
  });

  test('the manifest may lie in the only folder', async () => {
    const xml = manifest(item('M', '', item('A', 'a')), page('a'));
    const cartridge = await read({
      'curso/imsmanifest.xml': xml,
      'curso/a.html': '<img src="i.png">',
      'curso/i.png': 'png',
      '__MACOSX/curso/._a.html': '',
      '.DS_Store': '',
    });
    expect(cartridge.modules[0]?.lessons[0]).toMatchObject({
      html: '<img src="cartridge-file:curso/i.png">',
      files: [{ path: 'curso/i.png', name: 'i.png', size: 3 }],
    });
  });

  test('content that no item opens gets its own module, in the order of the manifest', async () => {
    const xml = manifest(
      item('M', '', item('A', 'a')),
      page('a') +
        resource('pic', 'webcontent', 'i.png') +
        resource('pdf', 'webcontent', 'd/nota%20final.pdf') +
        page('b') +
        resource('css', 'webcontent', 'style.css') +
        resource('th', 'webcontent', 'thumbnails/x.png') +
        resource(
          'meta',
          'associatedcontent/imscc_xmlv1p1/learning-application-resource',
          'course_settings/x.xml',
        ) +
        resource('none', 'webcontent', 'none.pdf') +
        resource('odd', 'imsapip_zipv1p0', 'odd.zip'),
    );
    const cartridge = await read({
      'imsmanifest.xml': xml,
      ...pages,
      'b.html':
        '<html><head><title>Assignment: Título da página</title></head><body><img src="i.png"></body></html>',
      'i.png': 'x',
      'd/nota final.pdf': 'x',
      'style.css': 'x',
      'thumbnails/x.png': 'x',
      'course_settings/x.xml': '<x/>',
      'odd.zip': 'x',
    });
    expect(shape(cartridge)).toEqual({
      M: ['A'],
      'Outros conteúdos': ['nota final.pdf', 'Título da página'],
    });
    expect(cartridge.report.map((line) => line.item)).toEqual([
      'none.pdf',
      'odd.zip',
      'Outros conteúdos',
    ]);
    // No item opens them, so they are drafts.
    expect(cartridge.modules[1]?.lessons.map((lesson) => lesson.published)).toEqual([false, false]);
  });

  test('a title of 255 characters stays whole, and a longer one is cut at a whole character', async () => {
    const titles = ['🌅'.repeat(255), '🌅'.repeat(256)];
    const xml = manifest(
      item('M', '', titles.map((title, index) => item(title, 'ab'[index])).join('')),
      page('a') + page('b'),
    );
    const cartridge = await read({ 'imsmanifest.xml': xml, ...pages });
    expect(shape(cartridge)).toEqual({ M: [titles[0], `${'🌅'.repeat(254)}…`] });
  });

  test('content that is unpublished on its own is a draft, and its opening date is reported', async () => {
    const settings = (state: string) =>
      `<workflow_state>${state}</workflow_state><unlock_at>2026-03-05T03:00:00</unlock_at>`;
    const older = (id: string) =>
      `<resource identifier="${id}" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="${id}/a.html"><file href="${id}/a.html"/><file href="${id}/assignment_settings.xml"/></resource>`;
    const newer = (id: string) => resource(id, 'assignment_xmlv1p0', `${id}/assignment.xml`);
    const olderFiles = (id: string, state: string) => ({
      [`${id}/a.html`]: '<p>Faça</p>',
      [`${id}/assignment_settings.xml`]: `<assignment><title>${id}</title>${settings(state)}</assignment>`,
    });
    const newerFiles = (id: string, state: string) => ({
      [`${id}/assignment.xml`]: `<assignment><title>${id}</title><text texttype="text/html">&lt;p&gt;Faça&lt;/p&gt;</text><extensions><assignment>${settings(state)}</assignment></extensions></assignment>`,
    });
    const ids = ['velha', 'rascunho-velho', 'nova', 'rascunho-novo'];
    const cartridge = await read({
      'imsmanifest.xml': manifest(
        item('M', '', ids.map((id) => item('', id)).join('')),
        older('velha') + older('rascunho-velho') + newer('nova') + newer('rascunho-novo'),
      ),
      ...olderFiles('velha', 'published'),
      ...olderFiles('rascunho-velho', 'unpublished'),
      ...newerFiles('nova', 'published'),
      ...newerFiles('rascunho-novo', 'unpublished'),
    });
    const lessons = cartridge.modules[0]!.lessons;
    expect(lessons.map(({ title, published }) => [title, published])).toEqual([
      ['velha', true],
      ['rascunho-velho', false],
      ['nova', true],
      ['rascunho-novo', false],
    ]);
    const dated = reported(cartridge).filter(({ message }) => message.includes('2026-03-05'));
    expect(dated.map(({ item: title }) => title)).toEqual(ids);
  });

  test('content for teachers is left out and reported', async () => {
    const role = `<metadata><lom><educational><intendedEndUserRole><value>Instructor</value></intendedEndUserRole></educational></lom></metadata>`;
    const xml = manifest(
      item('M', '', item('Gabarito', 'g')),
      resource('g', 'webcontent', 'a.html', role),
    );
    const cartridge = await read({ 'imsmanifest.xml': xml, ...pages });
    expect(cartridge.modules[0]?.lessons).toEqual([]);
    expect(cartridge.report[0]).toMatchObject({
      item: 'Gabarito',
      message: expect.stringContaining('professores'),
    });
  });
});

describe('contents', () => {
  test('a page keeps its body; its files and links to other pages are marked', async () => {
    const html = `<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body class="x">
      <p onclick="x()">Olá &lt;b&gt; &amp;amp; <img src="%24IMS-CC-FILEBASE%24/Uploads/foto%20um.png?canvas_=1" alt='"a"' srcset="x 2x">
      <a href="../web_resources/doc.pdf#page=2">PDF</a> <a href="b.html"><b>Outra</b> aula</a>
      <a href="$WIKI_REFERENCE$/pages/x" title="Página X">aqui</a> <a href="#topo">topo</a> <a href="mailto:a@b.c">e-mail</a>
      <a href="$CANVAS_COURSE_REFERENCE$/file_ref/doc/download">por id</a>
      <img src="sumiu.png"><iframe src="https://www.youtube.com/embed/x"></iframe><iframe src="/media_objects/9"></iframe>
      <video poster="sumiu.jpg" src="$IMS_CC_FILEBASE$/v.mp4"></video><a href="cartridge-file:secreto.txt">s</a></p></body></html>`;
    const xml = manifest(
      item('M', '', item('Aula', 'p')),
      resource('p', 'webcontent', 'wiki_content/p.html') +
        resource('doc', 'webcontent', 'web_resources/doc.pdf'),
    );
    const zip = rawZip(
      entriesOf({
        'imsmanifest.xml': xml,
        'wiki_content/p.html': html,
        'wiki_content/b.html': 'b',
        'web_resources/Uploads/foto um.png': 'png',
        'web_resources/doc.pdf': 'conteúdo',
        'v.mp4': 'v',
      }),
    );
    const cartridge = await readCartridge(await onDisk(zip));
    const lesson = cartridge.modules[0]?.lessons[0];
    expect(lesson?.files.map((file) => file.path)).toEqual([
      'web_resources/Uploads/foto um.png',
      'web_resources/doc.pdf',
      'v.mp4',
    ]);
    expect(lesson?.html?.replace(/\s+/g, ' ')).toBe(
      '<p onclick="x()">Olá &lt;b&gt; &amp;amp; <img src="cartridge-file:web_resources/Uploads/foto um.png" alt="&quot;a&quot;">' +
        ' <a href="cartridge-file:web_resources/doc.pdf">PDF</a> <a href="cartridge-lesson:wiki_content%2Fb.html"><b>Outra</b> aula</a> aqui <a href="#topo">topo</a>' +
        ' <a href="mailto:a@b.c">e-mail</a> <a href="cartridge-file:web_resources/doc.pdf">por id</a>' +
        ' <iframe src="https://www.youtube.com/embed/x"></iframe> <video src="cartridge-file:v.mp4"></video>s</p>',
    );
    expect(reported(cartridge)).toEqual([
      { item: 'Aula', message: expect.stringContaining('“Página X”, “s”') },
      { item: 'Aula', message: expect.stringContaining('“sumiu.png”, “9”') },
    ]);
    expect(await text(await cartridge.openFile('web_resources/doc.pdf'))).toBe('conteúdo');
    await cartridge.close();

    const stored = replaceCartridgeFiles(lesson?.html ?? '', (path) =>
      path.endsWith('.pdf') ? '/f/1?a=1&b=2' : null,
    ).body;
    expect(stored).toContain('<a href="/f/1?a=1&amp;b=2">PDF</a>');
    expect(stored).not.toMatch(/cartridge-file/);
  });

  test('pages and documents in common encodings are read', async () => {
    const utf16 = Buffer.concat([
      Buffer.from('fffe', 'hex'),
      Buffer.from('<p>ação 16</p>', 'utf16le'),
    ]);
    const topic =
      '<?xml version="1.0" encoding="windows-1252"?><topic><title>Dis</title><text texttype="text/html">&lt;p&gt;ação “1252”&lt;/p&gt;</text></topic>';
    const latin = (string: string): Buffer =>
      Buffer.from(string.replace('“', '\x93').replace('”', '\x94'), 'latin1');
    const xml = manifest(
      item(
        'Ação',
        '',
        item('Um', 'a') + item('Dois', 'b') + item('Três', 'c') + item('Quatro', 't'),
      ),
      page('a') + page('b') + page('c') + resource('t', 'imsdt_xmlv1p1', 't.xml'),
    ).replace('UTF-8', 'UTF-16');
    const big = Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16();
    const cartridge = await read({
      'imsmanifest.xml': big,
      'a.html': utf16,
      'b.html': latin('<p>ação sem nada</p>'),
      'c.html': '\uFEFF<meta charset="utf-8"><p>ação com marca</p>',
      't.xml': latin(topic),
    });
    expect(cartridge.modules[0]?.title).toBe('Ação');
    expect(cartridge.modules[0]?.lessons.map((lesson) => lesson.html)).toEqual([
      '<p>ação 16</p>',
      '<p>ação sem nada</p>',
      '<p>ação com marca</p>',
      '<p>ação “1252”</p>',
    ]);
  });

  test('UTF-8 is read where the document declares Latin-1', async () => {
    const xml = manifest(item('M', '', item('Um', 'a') + item('Dois', 'b')), page('a') + page('b'));
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'a.html': '<meta charset="iso-8859-1"><p>ação “nova”</p>',
      'b.html': Buffer.from('<meta charset="iso-8859-1"><p>ação antiga</p>', 'latin1'),
    });
    expect(cartridge.modules[0]?.lessons.map((lesson) => lesson.html)).toEqual([
      '<p>ação “nova”</p>',
      '<p>ação antiga</p>',
    ]);
  });

  test('names of files in either Unicode form, and in UTF-8 that does not say so', async () => {
    const xml = manifest(item('M', '', item('F', 'f')), resource('f', 'webcontent', 'ação.pdf'));
    const cartridge = await read([
      { name: 'imsmanifest.xml', data: xml },
      { name: 'ação.pdf'.normalize('NFD'), data: 'x', flags: 0 },
    ]);
    expect(cartridge.modules[0]?.lessons[0]?.files).toEqual([
      { path: 'ação.pdf'.normalize('NFD'), name: 'ação.pdf'.normalize('NFD'), size: 1 },
    ]);
  });

  test('links: http and https only', async () => {
    const link = (url: string): string => `<webLink><title>L</title><url href="${url}"/></webLink>`;
    const xml = manifest(
      item('M', '', item('Boa', 'l1') + item('Má', 'l2') + item('Fora', 'l3')),
      resource('l1', 'imswl_xmlv1p1', 'l1.xml') +
        resource('l2', 'imswl_xmlv1p1', 'l2.xml') +
        '<resource identifier="l3" type="webcontent" href="https://escola.test/x"/>',
    );
    const cartridge = await read({
      'imsmanifest.xml': xml,
      'l1.xml': link(' https://escola.test/a?b=1&amp;c=2 '),
      'l2.xml': link('javascript:alert(1)'),
    });
    expect(cartridge.modules[0]?.lessons.map((lesson) => [lesson.title, lesson.link])).toEqual([
      ['Boa', 'https://escola.test/a?b=1&c=2'],
      ['Fora', 'https://escola.test/x'],
    ]);
    expect(reported(cartridge)).toEqual([
      { item: 'Má', message: expect.stringContaining('http ou https') },
    ]);
  });

  test('discussions, assignments with attachments and stand-ins, tools', async () => {
    const xml = manifest(
      item(
        'M',
        '',
        item('Fórum', 'd') +
          item('Tarefa', 't_fallback') +
          item('Quebrada', 'q') +
          item('LTI', 'l'),
      ),
      resource('d', 'imsdt_xmlv1p3', 'd/d.xml') +
        resource('t', 'assignment_xmlv1p0', 't/assignment.xml') +
        resource(
          't_fallback',
          'webcontent',
          'a.html',
          '<variant identifier="v" identifierref="t"/>',
        ) +
        resource('q', 'assignment_xmlv1p0', 'q/assignment.xml') +
        resource(
          'q_fallback',
          'webcontent',
          'b.html',
          '<variant identifier="v" identifierref="q"/>',
        ) +
        resource('l', 'imsbasiclti_xmlv1p0', 'l.xml'),
    );
    const cartridge = await read({
      'imsmanifest.xml': xml,
      ...pages,
      'd/d.xml':
        '<topic><title>D</title><text texttype="text/plain">Um &lt; dois\n\ntrês</text><attachments><attachment href="anexo.pdf"/><attachment href="nada.pdf"/></attachments></topic>',
      'd/anexo.pdf': 'x',
      't/assignment.xml':
        '<assignment><title>T</title><text texttype="text/html">&lt;p&gt;Faça&lt;/p&gt;</text><submission_formats><format type="file"/></submission_formats></assignment>',
      'q/assignment.xml': '<assignment>',
      'l.xml': '<cartridge_basiclti_link><title>L</title></cartridge_basiclti_link>',
    });
    expect(cartridge.modules).toHaveLength(1);
    expect(cartridge.modules[0]?.lessons).toMatchObject([
      {
        title: 'Fórum',
        html: '<p>Um &lt; dois</p>\n<p>três</p>',
        discussion: true,
        files: [{ path: 'd/anexo.pdf' }],
      },
      { title: 'Tarefa', html: '<p>Faça</p>', discussion: false },
      { title: 'Quebrada', html: '<p>b</p>' },
    ]);
    expect(reported(cartridge)).toEqual([
      { item: 'Fórum', message: 'O anexo “nada.pdf” não veio no arquivo enviado.' },
      { item: 'Tarefa', message: expect.stringContaining('entrega') },
      { item: 'LTI', message: expect.stringContaining('LTI') },
    ]);
  });

  test('a resource that many items open is read once and reported once', async () => {
    const xml = manifest(item('M', '', item('A', 'a') + item('B', 'a')), page('a'));
    const cartridge = await read({ 'imsmanifest.xml': xml, 'a.html': '<img src="nada.png">x' });
    expect(cartridge.modules[0]?.lessons.map((lesson) => lesson.html)).toEqual(['x', 'x']);
    expect(reported(cartridge)).toHaveLength(1);
  });
});

test('10,000 items are read', { timeout: 60_000 }, async () => {
  const ids = Array.from({ length: 9_900 }, (_, index) => `p${index}`);
  const modules = Array.from({ length: 99 }, (_, index) =>
    item(
      `Módulo ${index}`,
      '',
      ids
        .slice(index * 100, index * 100 + 100)
        .map((id) => item(`Aula ${id}`, id))
        .join(''),
    ),
  );
  const files: Record<string, string> = {
    'imsmanifest.xml': manifest(modules.join(''), ids.map(page).join('')),
  };
  for (const id of ids) files[`${id}.html`] = `<html><body><p>Texto da ${id}</p></body></html>`;
  const file = await onDisk(rawZip(entriesOf(files)));
  const cartridge = await readCartridge(file);
  await cartridge.close();
  expect(cartridge.modules).toHaveLength(99);
  expect(cartridge.modules.flatMap((one) => one.lessons)).toHaveLength(9_900);
  expect(cartridge.modules[98]?.lessons[99]?.html).toBe('<p>Texto da p9899</p>');
});
