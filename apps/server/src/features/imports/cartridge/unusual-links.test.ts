import { describe, expect, test } from 'vitest';
import {
  item,
  manifest,
  read,
  reported,
  resource,
  shape,
} from '../../../../test/cartridges/written-cartridges.ts';

const page = (id: string) => resource(id, 'webcontent', `${id}.html`);

/** Reads the lesson of a page in the folder `aulas`, beside other files and resources. */
async function lessonWith(html: string, files: Record<string, string> = {}, resources = '') {
  const own = resource('a', 'webcontent', 'aulas/a.html');
  const cartridge = await read({
    'imsmanifest.xml': manifest(item('M', '', item('Aula', 'a')), own + resources),
    'aulas/a.html': html,
    ...files,
  });
  const lesson = cartridge.modules[0]!.lessons[0];
  const messages = reported(cartridge)
    .filter(({ item: name }) => name === 'Aula')
    .map(({ message }) => message);
  return { cartridge, lesson, messages };
}

describe('a link by which Canvas names a lesson', () => {
  test.each([
    '$CANVAS_OBJECT_REFERENCE$/assignments/b',
    '$CANVAS_COURSE_REFERENCE$/quizzes/b',
    '$CANVAS_OBJECT_REFERENCE$/discussion_topics/b?x=1',
    '%24CANVAS_OBJECT_REFERENCE%24/pages/b',
    '$canvas_object_reference$/assignments/b',
  ])('leads to it by its id: %s', async (address) => {
    const { lesson } = await lessonWith(`<a href="${address}">x</a>`, { 'b.html': 'b' }, page('b'));
    expect(lesson?.html).toBe('<a href="cartridge-lesson:b">x</a>');
  });

  test.each([
    '$WIKI_REFERENCE$/wiki/luz%20dura#t',
    '%24WIKI_REFERENCE%24/pages/luz%20dura#t',
    '$CANVAS_OBJECT_REFERENCE$/pages/luz%20dura#t',
    '../wiki_content/luz%20dura.html#t',
    '/wiki_content/luz dura.html?x=1#t',
    '$IMS-CC-FILEBASE$/../wiki_content/luz dura.html#t',
  ])('leads to it by its page: %s', async (address) => {
    const { lesson } = await lessonWith(`<a href="${address}">x</a>`, {
      'wiki_content/luz dura.html': 'b',
    });
    expect(lesson?.html).toBe('<a href="cartridge-lesson:wiki_content%2Fluz%20dura.html#t">x</a>');
  });
});

describe('a file is found', () => {
  test.each([
    'guia%20novo.pdf',
    'guia novo.pdf?canvas_download=1',
    './guia novo.pdf#page=2',
    '$IMS-CC-FILEBASE$/guia novo.pdf',
    '$IMS_CC_FILEBASE$guia%20novo.pdf',
    '%24IMS-CC-FILEBASE%24/guia%20novo.pdf',
    '/aulas/guia novo.pdf',
    '$IMS-CC-FILEBASE$/aulas/guia novo.pdf',
    '$CANVAS_COURSE_REFERENCE$/files/f/download',
    '$CANVAS_OBJECT_REFERENCE$/file_ref/f',
    '%24CANVAS_OBJECT_REFERENCE%24/files/f',
    ' guia novo.pdf ',
  ])('as exporters write it: %s', async (address) => {
    const { lesson } = await lessonWith(
      `<a href="${address}">x</a>`,
      { 'aulas/guia novo.pdf': 'x' },
      resource('f', 'webcontent', 'aulas/guia novo.pdf'),
    );
    expect(lesson?.html).toBe('<a href="cartridge-file:aulas/guia novo.pdf">x</a>');
  });

  test('by its name as it is written before its decoded name', async () => {
    const { lesson } = await lessonWith('<img src="a%20b.png">', {
      'aulas/a%20b.png': '1',
      'aulas/a b.png': '22',
    });
    expect(lesson?.files).toMatchObject([{ path: 'aulas/a%20b.png', size: 1 }]);
  });

  test('among the files of the web before those of the course', async () => {
    const { lesson } = await lessonWith('<img src="$IMS-CC-FILEBASE$/a.png">', {
      'web_resources/a.png': '1',
      'a.png': '22',
      'aulas/a.png': '333',
    });
    expect(lesson?.files).toMatchObject([{ path: 'web_resources/a.png' }]);
  });
});

test.each(['https://a.test/b', '//a.test/b', '#topo', 'mailto:a@b.test', 'tel:1', ''])(
  'the address %j stays as it is',
  async (address) => {
    const { lesson, messages } = await lessonWith(`<a href="${address}">x</a>`);
    expect(lesson?.html).toBe(`<a href="${address}">x</a>`);
    expect(messages).toEqual([]);
  },
);

test.each(['file:///C:/aula.pdf', 'cartridge-file:segredo.txt', 'cartridge-lesson:b', 'sumiu.pdf'])(
  'a link to %s leads nowhere here: it becomes text, and is named',
  async (address) => {
    const { lesson, messages } = await lessonWith(`<p><a href="${address}">a  prova</a></p>`, {
      'segredo.txt': 'x',
    });
    expect(lesson?.html).toBe('<p>a  prova</p>');
    expect(messages).toEqual([expect.stringMatching(/viraram texto: “a prova”\.$/)]);
  },
);

test('a removed link is named by its title, its first words or not at all', async () => {
  const { messages } = await lessonWith(
    'Leia <a href="x.pdf" title="Guia">aqui</a> <a href="y.pdf"> <b>\n</b><i>o resto</i> disto</a> <a href="z.pdf"><img src="https://a.test/i.png"></a> fim',
  );
  expect(messages).toEqual([expect.stringMatching(/: “Guia”, “o resto”, “—”\.$/)]);
});

test('pages are no files: an image, a frame or an object of one is left out', async () => {
  const { lesson, messages } = await lessonWith(
    '<p>a</p><iframe src="b.html"></iframe><object data="b.htm"></object><embed src="b.xhtml">',
    { 'aulas/b.html': 'b', 'aulas/b.htm': 'b', 'aulas/b.xhtml': 'b' },
  );
  expect(lesson?.html).toBe('<p>a</p>');
  expect(lesson?.files).toEqual([]);
  expect(messages).toEqual([expect.stringContaining('“b.html”, “b.htm”, “b.xhtml”')]);
});

test('the areas of an image lead to lessons', async () => {
  const { lesson } = await lessonWith('a<map><area href="b.html"></map>', { 'aulas/b.html': 'b' });
  expect(lesson?.html).toBe('a<map><area href="cartridge-lesson:aulas%2Fb.html"></map>');
});

test('a page without a head or body keeps all of its text, and its title stays out of it', async () => {
  const { lesson } = await lessonWith('<title>Luz</title><p>a</p>');
  expect(lesson?.html).toBe('<p>a</p>');
  const headless = await lessonWith('<head><title>Luz</title><meta name="x"><p>a</p></html>');
  expect(headless.lesson?.html).toBe('<p>a</p>');
});

test.each([
  '<img src="https://a.test/i.png">',
  '<iframe src="https://a.test"></iframe>',
  '<embed src="https://a.test">',
  '<object data="https://a.test/o"></object>',
  '<video src="https://a.test/v"></video>',
  '<audio src="https://a.test/a"></audio>',
  '<hr>',
])('a page of nothing but %s is a lesson', async (html) => {
  expect((await lessonWith(`<div>${html}</div>`)).lesson?.title).toBe('Aula');
});

describe('of the files that no item opens', () => {
  const shapeWith = async (...paths: string[]) => {
    const ids = paths.map((path, index) => resource(`f${index}`, 'webcontent', path)).join('');
    const { cartridge } = await lessonWith(
      '<p>a</p>',
      Object.fromEntries(paths.map((path) => [path, 'x'])),
      ids,
    );
    return { others: shape(cartridge)['Outros conteúdos'], cartridge };
  };

  test('those that pages need are no lessons', async () => {
    const extensions = 'css js mjs map woff woff2 ttf eot otf db ini ds_store CSS'.split(' ');
    const { others, cartridge } = await shapeWith(...extensions.map((end) => `x/y.${end}`));
    expect(others).toBeUndefined();
    expect(reported(cartridge)).toEqual([]);
  });

  test('images are named, and no lessons', async () => {
    const ends = 'png jpg jpeg gif svg webp bmp ico tif tiff'.split(' ');
    const { others, cartridge } = await shapeWith(...ends.map((end) => `x/y.${end}`));
    expect(others).toBeUndefined();
    expect(reported(cartridge)).toEqual([
      {
        item: 'Outros conteúdos',
        message: expect.stringMatching(/Nenhuma aula usa .*“y.png”, .*\(\+5\)\.$/),
      },
    ]);
  });

  test('settings and small pictures are no lessons, wherever they lie', async () => {
    const { others } = await shapeWith(
      'course_settings/a.pdf',
      'x/course_settings/a.pdf',
      'x/thumbnail/a.pdf',
      'x/Thumbnails/a.pdf',
      'thumb_a.pdf',
      'x/thumbnail-a.pdf',
      'x/polegares/thumbs.pdf',
    );
    expect(others).toEqual(['thumbs.pdf']);
  });
});

test.each(['mp4', 'm4v', 'webm', 'MP4'])('an item that is a %s is a video', async (end) => {
  const xml = manifest(item('M', '', item('V', 'v')), resource('v', 'webcontent', `v.${end}`));
  const [module] = (await read({ 'imsmanifest.xml': xml, [`v.${end}`]: 'v' })).modules;
  expect(module?.lessons[0]?.video).toBe(`v.${end}`);
});

test('a resource of a video and another file has both as files', async () => {
  const both = resource('v', 'webcontent', 'v.mp4', '<file href="guia.pdf"/>');
  const xml = manifest(item('M', '', item('V', 'v')), both);
  const [module] = (await read({ 'imsmanifest.xml': xml, 'v.mp4': 'v', 'guia.pdf': 'x' })).modules;
  expect(module?.lessons[0]?.video).toBeNull();
  expect(module?.lessons[0]?.files.map(({ name }) => name)).toEqual(['v.mp4', 'guia.pdf']);
});
