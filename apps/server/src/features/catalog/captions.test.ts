import { messages as catalog } from '@vitrine/contract/catalog-limits';
import { limits, messages } from '@vitrine/contract/uploads';
import { beforeEach, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { asWebVtt } from '../../platform/captions.ts';

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

async function upload(content: string | Uint8Array, filename = 'aula.srt') {
  const bytes = Buffer.from(content as string);
  const { body } = await school.owner.post('/api/v1/uploads', {
    filename,
    size: bytes.length,
    use: 'lesson_captions',
  });
  const sent = await school.owner.send('PUT', new URL(body.data.url).pathname, bytes, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  return { path: body.data.path as string, sent };
}

const patch = (captions: unknown, id = lesson) =>
  school.owner.send('PATCH', `/api/v1/lessons/${id}`, { captions });

/** Uploads captions and reads them as a student's browser does. */
async function shown(content: string | Uint8Array, filename?: string) {
  const { path } = await upload(content, filename);
  await patch([{ language: 'pt-BR', path }]);
  const { body } = await student.get(`/api/v1/lessons/${lesson}`);
  return student.get(body.data.captions[0].url);
}

const srt =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nLuz é tudo & mais\r\n<i>janela</i> <font color="red">aberta</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}a < b\r\n';

test('SubRip becomes WebVTT, and goes to whoever may open the lesson', async () => {
  const { status, headers, text } = await shown(srt);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/vtt; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(text).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nLuz é tudo &amp; mais\n<i>janela</i> aberta\n\n00:00:03.000 --> 00:00:04.000\na &lt; b\n',
  );
});

test.each(['{\\', '<font ', '</font '])('endless %s delays no other request', async (opening) => {
  const most = limits.captions - 100;
  const { sent } = await upload(
    `1\n00:00:01,000 --> 00:00:02,000\n${opening.repeat(Math.floor(most / opening.length))}\n`,
  );
  expect(sent.status).toBe(200);
});

test('reading ten thousand lines does not block other requests', async () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\na\n\n';
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const lines = Buffer.from(cue.repeat(2_500));
  expect(await asWebVtt(lines)).toContain('00:00:01.000 --> 00:00:02.000');
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('the text of a cue ends at ten thousand characters', async () => {
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
  const textOf = async (text: string) => (await shown(cue(text))).text.split('2.000\n')[1]!.trim();
  expect(await textOf('a'.repeat(10_000))).toHaveLength(10_000);
  expect(await textOf('a'.repeat(10_001))).toHaveLength(10_000);
  expect(await textOf('aaaa\n'.repeat(3_000))).toHaveLength(9_999);
});

test.each([
  ['as Windows wrote it', Buffer.from(srt, 'latin1')],
  ['in UTF-16', Buffer.from(`\uFEFF${srt}`, 'utf16le')],
  ['in UTF-16 of another order', Buffer.from(`\uFEFF${srt}`, 'utf16le').swap16()],
  ['with a mark before it', Buffer.from(`\uFEFF${srt}`)],
])('read %s, accents stay accents', async (_how, bytes) => {
  expect((await shown(bytes)).text).toContain('Luz é tudo');
});

test('a cue ends at the next one, also without a line between them', async () => {
  const { text } = await shown(
    '00:00:01,000 --> 00:00:02,000\nLuz\n00:00:03,000 --> 00:00:04,000\nSombra\n',
  );
  expect(text).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nLuz\n\n00:00:03.000 --> 00:00:04.000\nSombra\n',
  );
});

test('WebVTT keeps cue positions, and loses styles', async () => {
  const { text } = await shown(
    'WEBVTT - Aula\n\nSTYLE\n::cue { background: url(https://evil.example.com) }\n\nNOTE a\n\nintro\n01:02.500 --> 01:04.000 line:0 align:start evil:x\n<v Ana>Olá</v>\n',
    'aula.vtt',
  );
  expect(text).toBe('WEBVTT\n\n00:01:02.500 --> 00:01:04.000 line:0 align:start\n<v Ana>Olá</v>\n');
});

test.each(['aula.srt', 'aula.vtt'])(
  'an arrow in the text of %s does not end its cue',
  async (name) => {
    const head = name === 'aula.vtt' ? 'WEBVTT\n\n' : '1\n';
    const { text } = await shown(`${head}00:00:01.000 --> 00:00:02.000\na --> b\nc\n`, name);
    expect(text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na --&gt; b\nc\n');
  },
);

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['WebVTT without a cue', 'WEBVTT\n\nNOTE nada\n'],
  ['cues that end before they begin', 'WEBVTT\n\n00:04.000 --> 00:01.000\nOlá\n'],
  ['bytes of another kind', Buffer.from([0, 1, 2, 3, 0xff, 0xd8])],
  ['a cue among such bytes', 'WEBVTT\n\n00:01.000 --> 00:04.000\na\0b\n'],
])('%s is no captions, whatever its name', async (_what, content) => {
  const { sent } = await upload(content, 'aula.vtt');
  expect(sent.status).toBe(415);
  expect(sent.body.message).toBe(messages.wrongCaptions);
});

test('captions at the size limit are accepted, and larger ones are refused', async () => {
  const announce = (size: number) =>
    school.owner.post('/api/v1/uploads', { filename: 'a.vtt', size, use: 'lesson_captions' });
  expect((await announce(limits.captions)).status).toBe(201);
  expect((await announce(limits.captions + 1)).status).toBe(413);
});

test('one file per language, in the given order; removed files are released', async () => {
  const [one, other] = [(await upload(srt)).path, (await upload(srt)).path];
  const both = [
    { language: 'pt-BR', path: one },
    { language: 'en', path: other },
  ];
  expect((await patch(both.toReversed())).body.data.captions).toMatchObject([
    { language: 'en' },
    { language: 'pt-BR' },
  ]);
  const twice = await patch([both[0], { language: 'pt-BR', path: other }]);
  expect(twice.status).toBe(422);
  expect(twice.body.errors).toEqual({ captions: [catalog.oneEachLanguage] });
  expect((await patch([{ language: 'português', path: one }])).status).toBe(422);
  expect(await claimedPaths(world, school)).toEqual(new Set([one, other]));
  await patch([both[0]]);
  expect(await claimedPaths(world, school)).toEqual(new Set([one]));
});

test('captions of one lesson leave those of another', async () => {
  const { lessons } = await courseWith(school, { lessons: [1] });
  const [one, other] = [(await upload(srt)).path, (await upload(srt)).path];
  await patch([{ language: 'pt-BR', path: one }]);
  await patch([{ language: 'pt-BR', path: other }], lessons[0]);
  const { body } = await student.get(`/api/v1/lessons/${lesson}`);
  expect(body.data.captions).toMatchObject([{ language: 'pt-BR' }]);
  expect(await claimedPaths(world, school)).toEqual(new Set([one, other]));
});

test('the path of captions alone opens nothing, and no other file is accepted as captions', async () => {
  const { path } = await upload(srt);
  await patch([{ language: 'pt-BR', path }]);
  expect((await student.get(path)).status).toBe(404);
  const foreign = await fileFor(world, await world.school(), 'lesson_captions');
  for (const wrong of [await fileFor(world, school, 'lesson_file'), foreign, `${path}x`])
    expect(Object.keys((await patch([{ language: 'en', path: wrong }])).body.errors)).toEqual([
      'captions.0.path',
    ]);
  const announced = await student.post('/api/v1/uploads', {
    filename: 'a.srt',
    size: 10,
    use: 'lesson_captions',
  });
  expect(announced.status).toBe(403);
});
