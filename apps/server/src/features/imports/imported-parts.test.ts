import type { Lesson } from '@vitrine/contract/catalog';
import { limits as quizLimits } from '@vitrine/contract/quizzes';
import { beforeEach, describe, expect, test } from 'vitest';
import { item, manifest, resource } from '../../../test/cartridges/written-cartridges.ts';
import { qti } from '../../../test/cartridges/written-quizzes.ts';
import type { TestSchool } from '../../../test/harness.ts';
import {
  cartridgeOf,
  openImportWorld,
  readImport,
  sendCourse,
  zip,
} from '../../../test/imports.ts';
import { video, jpeg } from '../../../test/media.ts';

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
  const modules: { title: string; lessons: { id: number; title: string }[] }[] = course.modules;
  const titles = modules.flatMap(({ lessons }) => lessons.map(({ title }) => title));
  const lesson = async (title: string) => {
    const { id } = modules.flatMap(({ lessons }) => lessons).find((one) => one.title === title)!;
    return (await school.owner.get(`/api/v1/lessons/${id}`)).body.data as Lesson;
  };
  const messageOf = (item: string) =>
    report
      .filter((line) => line.item === item)
      .map(({ message }) => message)
      .join('\n');
  return { titles, lesson, said: messageOf, report };
}

describe('unsupported content is reported', () => {
  test('images from http', async () => {
    const { lesson, said } = await imported(
      cartridgeOf({ Aula: '<p>Luz<img src="http://a.com/b/foto.jpg?x=1"></p>' }),
    );
    expect((await lesson('Aula')).content).toBe('<p>Luz</p>');
    expect(said('Aula')).toMatch(/http:\/\/.*“foto.jpg”/);
  });

  test('videos and frames of others stay as links', async () => {
    const { lesson, said } = await imported(
      cartridgeOf({
        Aula:
          '<p>Luz</p><video><source src="https://v.com/a.mp4"></video>' +
          '<iframe src="//forms.example.com/1"></iframe><iframe src="javascript:alert(1)"></iframe>',
      }),
    );
    const { content } = await lesson('Aula');
    expect(content).toContain('<a href="https://v.com/a.mp4" rel="noopener nofollow"');
    expect(content).toContain('<a href="https://forms.example.com/1"');
    expect(content).not.toMatch(/<video|<iframe|javascript/);
    expect(said('Aula')).toContain('“v.com”, “forms.example.com”');
    expect(said('Aula')).toContain('javascript:alert(1)');
  });

  test('a video of the cartridge within a page is a link to its file', async () => {
    const { lesson, said } = await imported(
      cartridgeOf({ Aula: '<p>Luz</p><video src="a.mp4"></video>' }, { 'a.mp4': 'v' }),
    );
    const { content, files } = await lesson('Aula');
    expect(content).toMatch(/<a href="\/files\/[^"]+\.mp4[^"]*"[^>]*>a\.mp4<\/a>/);
    expect(files).toMatchObject([{ name: 'a.mp4' }]);
    expect(said('Aula')).toContain('“a.mp4”');
  });

  test('programs, forms and drawings', async () => {
    const { said } = await imported(
      cartridgeOf({ Aula: '<p>Luz</p><svg></svg><form><input></form><script>a()</script>' }),
    );
    expect(said('Aula')).toContain('“<svg>”, “<form>”, “<input>”, “<script>”');
  });

  test('a package of another kind, and its programs', async () => {
    const sco =
      '<resource identifier="a" type="webcontent" adlcp:scormType="sco" href="a.html"><file href="a.html"/></resource>';
    const { said } = await imported(
      zip({
        'imsmanifest.xml': manifest(item('M', '', item('Prova', 'a')), sco, 'Curso').replace(
          '<metadata>',
          '<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion>',
        ),
        'a.html': '<p>Leia</p>',
      }),
    );
    expect(said('Curso')).toContain('“ADL SCORM 1.2”');
    expect(said('Prova')).toContain('SCORM');
  });
});

test('a blank page, and an image that nothing uses, are no lessons', async () => {
  const { titles, said } = await imported(
    cartridgeOf(
      { Cheia: '<p>Luz</p>', Vazia: '<div>&nbsp;<br></div>' },
      { 'icone.png': 'x', 'apostila.pdf': '%PDF-1.4' },
    ),
  );
  expect(titles).toEqual(['Cheia', 'apostila.pdf']);
  expect(said('Vazia')).toContain('não tem conteúdo');
  expect(said('Outros conteúdos')).toContain('“icone.png”');
  expect(said('Outros conteúdos')).toContain(
    'Nada no curso de origem leva a estas aulas; confira se fazem parte dele: “apostila.pdf”',
  );
});

test('content that only a lesson links to is part of the course', async () => {
  const { said } = await imported(
    zip({
      'imsmanifest.xml': manifest(
        item('M', '', item('Aula', 'a')),
        ['a', 'b', 'c', 'd'].map((id) => resource(id, 'webcontent', `${id}.html`)).join(''),
      ),
      'a.html': '<a href="b.html">b</a>',
      'b.html': '<title>Bê</title><a href="c.html">c</a>',
      'c.html': '<title>Cê</title><p>c</p>',
      'd.html': '<title>Dê</title><p>d</p>',
    }),
  );
  expect(said('Outros conteúdos')).toMatch(/: “Dê”\.$/);
});

test('no description and no address is cut inside of a character, which the database would refuse', async () => {
  const alt = `${'a'.repeat(quizLimits.imageAlt - 1)}🌅`;
  const quiz = qti([{ body: `<p>Que luz é esta?<img src="i.jpg" alt="${alt}"></p>` }]);
  const { titles, lesson, said } = await imported(
    zip({
      'imsmanifest.xml': manifest(
        item('M', '', item('Aula', 'a') + item('Prova', 'q')),
        resource('a', 'webcontent', 'a.html') +
          resource('q', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'q.xml') +
          resource('i', 'webcontent', 'i.jpg'),
      ),
      'a.html': `<p>Luz</p><iframe src="javascript:${'x'.repeat(68)}🌅"></iframe>`,
      'q.xml': quiz,
      'i.jpg': await jpeg(),
    }),
  );
  expect(titles).toEqual(['Aula', 'Prova']);
  expect(said('Aula')).toContain(`javascript:${'x'.repeat(68)}🌅`);
  const { quiz: made } = await lesson('Prova');
  const { questions } = await school.transaction(({ db }) =>
    db
      .selectFrom('quizzes')
      .select('questions')
      .where('id', '=', made!.id)
      .executeTakeFirstOrThrow(),
  );
  expect(questions).toMatchObject([{ image_alt: alt }]);
});

describe('an item that is a file', () => {
  const oneFile = (name: string, bytes: Buffer) =>
    zip({
      'imsmanifest.xml': manifest(
        item('M', '', item('Arquivo', 'f')),
        resource('f', 'webcontent', name),
      ),
      [name]: bytes,
    });

  test('is a video lesson where browsers play it', async () => {
    const { lesson, report } = await imported(oneFile('aula.mp4', video()));
    const { video_url, files } = await lesson('Arquivo');
    expect(video_url).toMatch(/^\/files\/.*\.mp4\?/);
    expect(files).toEqual([]);
    const { status, headers } = await school.owner.get(video_url!);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('video/mp4');
    expect(report).toEqual([]);
  });

  test('stays a file where it only has the name of a video', async () => {
    const { lesson, said } = await imported(oneFile('aula.mp4', Buffer.from('nada')));
    const { video_url, files } = await lesson('Arquivo');
    expect(video_url).toBeNull();
    expect(files).toMatchObject([{ name: 'aula.mp4' }]);
    expect(said('Arquivo')).toContain('“aula.mp4” não é mp4');
  });

  test('is shown where it is an image, and can be taken along', async () => {
    const { lesson } = await imported(oneFile('foto.jpg', await jpeg()));
    const { content, files } = await lesson('Arquivo');
    expect(content).toMatch(/<img [^>]*src="\/files\//);
    expect(files).toMatchObject([{ name: 'foto.jpg' }]);
  });
});
