import { expect, test } from 'vitest';
import {
  item,
  manifest,
  read,
  reported,
  resource,
  shape,
} from '../../../../test/cartridges/written-cartridges.ts';

const page = (id: string) => resource(id, 'webcontent', `${id}.html`);
const settings = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';

const readPages = (items: string, files: Record<string, string> = {}, more = '') =>
  read({
    'imsmanifest.xml': manifest(items, page('a') + page('b') + more),
    'a.html': 'a',
    'b.html': 'b',
    ...files,
  });

test('modules without a title are numbered, and folders without one name nothing', async () => {
  const items =
    item('', '', item('A', 'a')) + item('M', '', item('', '', item('B', 'b') + item('', 'a')));
  expect(shape(await readPages(items))).toEqual({ 'Módulo 1': ['A'], M: ['B', 'a'] });
});

test('a folder that opens something is a lesson, and names those within it', async () => {
  const items = item('M', '', item('Semana', 'a', item('B', 'b')));
  expect(shape(await readPages(items))).toEqual({ M: ['Semana', 'Semana › B'] });
});

test('an outer item that opens something is a module of its own', async () => {
  const items = item('Curso de teste', 'a', item('B', 'b'));
  expect(shape(await readPages(items))).toEqual({ 'Curso de teste': ['Curso de teste', 'B'] });
});

test('several outer items without a title are modules', async () => {
  const items = item('', '', item('A', 'a')) + item('', '', item('B', 'b'));
  expect(shape(await readPages(items))).toEqual({ 'Módulo 1': ['A'], 'Módulo 2': ['B'] });
});

test('a heading without a title is named by a dash', async () => {
  const cartridge = await readPages(item('M', '', item('A', 'a') + '<item identifier="x"/>'));
  expect(reported(cartridge)[0]).toEqual({
    item: '—',
    message: expect.stringContaining('título de seção'),
  });
});

test('a lesson that has a title nowhere says so', async () => {
  const topic = resource('t', 'imsdt_xmlv1p1', 't.xml');
  const cartridge = await readPages(
    item('M', '', item('', 't')),
    {
      't.xml':
        '<topic><text>Oi</text><attachments><attachment href="x.pdf"/></attachments></topic>',
    },
    topic,
  );
  expect(shape(cartridge)['M']).toEqual(['Aula sem título']);
  expect(reported(cartridge)[0]?.item).toBe('Aula sem título');
});

test('what has an unknown type, or none, is left out and named', async () => {
  const cartridge = await readPages(
    item('M', '', item('Um', 'x') + item('Dois', 'y')),
    { 'x.zip': 'x', 'y.zip': 'y' },
    resource('x', 'imsapip_zipv1p0', 'x.zip') + resource('y', '', 'y.zip'),
  );
  expect(reported(cartridge).slice(0, 2)).toEqual([
    { item: 'Um', message: expect.stringContaining('não reconhecemos (imsapip_zipv1p0)') },
    { item: 'Dois', message: expect.stringContaining('não diz de que tipo é') },
  ]);
});

test('an item that is a file knows whether it is a video, an image or neither', async () => {
  const names = ['v.mp4', 'i.png', 'd.pdf', 'p.html'];
  const cartridge = await readPages(
    item('M', '', names.map((name) => item(name, name)).join('')),
    Object.fromEntries(names.map((name) => [name, 'x'])),
    names.map((name) => resource(name, 'webcontent', name)).join(''),
  );
  expect(cartridge.modules[0]?.lessons.map(({ video, image }) => [video, image])).toEqual([
    ['v.mp4', null],
    [null, 'i.png'],
    [null, null],
    [null, null],
  ]);
});

test('discussions, links and old assignments that no item opens come too, but no settings of others', async () => {
  const cartridge = await readPages(
    item('M', '', item('A', 'a') + item('B', 'b')),
    {
      't.xml': '<topic><title>Conversa</title><text>Oi</text></topic>',
      'o/assignment_settings.xml': '<assignment><title>Antiga</title></assignment>',
      'o/a.pdf': 'x',
      'n/assignment_settings.xml': '<assignment><title>De outra</title></assignment>',
      'n/a.pdf': 'x',
    },
    resource('t', 'imsdt_xmlv1p1', 't.xml', '<dependency identifierref="n"/>') +
      '<resource identifier="l" type="webcontent" href="https://escola.test/x"/>' +
      ['o', 'n']
        .map((id) =>
          resource(id, settings, `${id}/a.pdf`, `<file href="${id}/assignment_settings.xml"/>`),
        )
        .join(''),
  );
  expect(shape(cartridge)['Outros conteúdos']).toEqual([
    'Conversa',
    'https://escola.test/x',
    'Antiga',
  ]);
});
