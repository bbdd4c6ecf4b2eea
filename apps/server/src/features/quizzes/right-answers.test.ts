import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { pages } from '@vitrine/contract/pages';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { courseWith } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person } from '../../../test/harness.ts';
import { quizWith, rightAnswers, takeQuiz } from '../../../test/quizzes.ts';
import { isTenantParam } from '../../kit/access/access.ts';
import { isBuilt } from '../site/web-build.ts';

/**
 * Before the hand-in, no byte to a student may contain a right answer. The test reads every call
 * and page of the contract, also future ones.
 */
const MARKER = 'so-depois-da-entrega';
const world = await openWorld();
const school = await world.school();
const product = await school.product();
const student = await school.join(['student'], [product]);
const course = await courseWith(school, { products: [product], lessons: [2] });
const community = await communityWith(school);

const marked = (key: string) => [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    explanation: `${MARKER} \\(x\\)`,
    options: [
      { text: 'f/2', correct: true, profile: key, weight: 977.25 },
      { text: 'f/16', profile: key, weight: 976.25 },
    ],
  },
];
const profiles = [{ key: MARKER, title: MARKER, description: MARKER }];
const quiz = await quizWith(school, { repeat: 1 }, marked(MARKER), profiles);
const profiled = await quizWith(school, { type: 'comportamental' }, marked(MARKER), profiles);
await school.owner.send('PATCH', `/api/v1/lessons/${course.lessons[1]}`, {
  quiz_id: quiz.id,
  quiz_required: 1,
});

const begin = async ({ id }: { id: number }) =>
  (await student.post(`/api/v1/quizzes/${id}/attempts`)).body.data.id as number;
const attempts = [await begin(quiz), await begin(profiled)];
for (const [at, attempt] of attempts.entries())
  await student.send(
    'PUT',
    `/api/v1/attempts/${attempt}/answers`,
    rightAnswers([quiz, profiled][at]!)[0],
  );

const expectSilent = (text: string, where: string) => {
  expect(text, where).not.toContain(MARKER);
  expect(text, where).not.toMatch(/\\?"(correct|right|explanation(_html)?)\\?":/);
  expect(text, where).not.toMatch(/\b97[67]\.25\b/);
};

/** Values for `{id}`: a quiz, an attempt, a lesson, a course or a module. */
const ids = [
  quiz.id,
  profiled.id,
  ...attempts,
  student.id,
  community.id,
  course.id,
  course.modules[0]!.id,
  ...course.lessons,
];
const addresses = (route: { path: string }) => {
  const own = paramNames(route.path).filter((name) => !isTenantParam(name));
  const fill = (id: number) =>
    paramNames(route.path).reduce(
      (path, name) => path.replace(`{${name}}`, String(isTenantParam(name) ? school.id : id)),
      route.path,
    );
  return own.length ? [...new Set(ids)].map(fill) : [fill(0)];
};
const isRead = (route: AnyRoute) =>
  route.method === 'GET' && !route.writes && route !== eventStream.open;

describe('before the hand-in', () => {
  const reads = allRoutes.filter(({ route }) => isRead(route));

  test.each(reads.map(({ name, route }) => [name, route] as const))(
    '%s reveals no right answer to a student',
    async (_name, route) => {
      for (const address of addresses(route)) {
        const { text } = await student.get(address);
        expectSilent(text, address);
      }
    },
  );

  test('the student’s own open attempt is read', async () => {
    for (const attempt of attempts)
      expect((await student.get(`/api/v1/attempts/${attempt}`)).status).toBe(200);
  });

  test('a start, a saved answer, a refused one and a refused end reveal nothing', async () => {
    for (const [at, { id, questions }] of [quiz, profiled].entries()) {
      const answers = [
        await student.post(`/api/v1/quizzes/${id}/attempts`),
        await student.send('PUT', `/api/v1/attempts/${attempts[at]}/answers`, {
          question_id: questions[0]!.id,
          option_ids: [questions[0]!.options[1]!.id],
        }),
        await student.send('PUT', `/api/v1/attempts/${attempts[at]}/answers`, {
          question_id: questions[0]!.id,
          option_ids: [999],
        }),
        await student.post(`/api/v1/attempts/${attempts[at]}/finish`, { answers: 'x' }),
        await student.send('PUT', `/api/v1/lessons/${course.lessons[1]}/progress`, {
          finished: true,
        }),
      ];
      for (const { status, text } of answers) expectSilent(text, String(status));
    }
  });

  test('the export of the member’s data reveals nothing, with its open attempts', async () => {
    const { rawPayload } = await world.app.inject({
      url: '/api/v1/me/export',
      headers: { host: school.host, cookie: student.cookie },
    });
    const text = await textOfZip(rawPayload);
    expect(text).toContain('quiz_answers.json');
    expect(text).toContain('Luz e sombra');
    expectSilent(text, 'export');
  });

  test('a search for the words of the quiz reveals nothing', async () => {
    for (const word of ['abertura', 'f/2', 'luz', 'Luz e sombra', 'depois'])
      expectSilent((await student.get(`/api/v1/search?q=${encodeURIComponent(word)}`)).text, word);
  });

  test.skipIf(!isBuilt())('no page reveals it', async () => {
    for (const page of Object.values(pages))
      for (const url of addresses(page)) {
        const headers = { host: school.host, cookie: student.cookie };
        const { body } = await world.app.inject({ url, headers });
        expectSilent(body.replace(/<script type="module".*?<\/script>/gs, ''), url);
      }
  });

  describe('the event stream', () => {
    let port: number;
    beforeAll(async () => {
      await world.app.listen({ port: 0, host: '127.0.0.1' });
      port = (world.app.server.address() as AddressInfo).port;
    });

    test('reveals nothing of a quiz in progress', async () => {
      const { heard } = await listen(student, port);
      const other = await quizWith(school, {}, marked(MARKER), profiles);
      await begin(other);
      // The last event that is sent: whatever went before has arrived.
      await publish(school.owner, community.channels[0]!, 'Olá');
      expectSilent(await heard, 'events');
    });
  });
});

test('the marker is in the review after a hand-in, so these tests can find it', async () => {
  const someone = await school.join(['student'], [product]);
  const { text } = await takeQuiz(someone, quiz);
  expect(() => expectSilent(text, 'review')).toThrow(MARKER);
});

describe('the weights of a behavioural quiz', () => {
  const [question] = profiled.questions;
  const chosen = { question_id: question!.id, option_ids: [question!.options[0]!.id] };

  test('are shown for the student’s own answers, and only after the hand-in', async () => {
    const someone = await school.join(['student'], [product]);
    const { id } = (await someone.post(`/api/v1/quizzes/${profiled.id}/attempts`)).body.data;
    await someone.send('PUT', `/api/v1/attempts/${id}/answers`, chosen);
    expectSilent((await someone.get(`/api/v1/attempts/${id}`)).text, 'open');
    const handedIn = await someone.post(`/api/v1/attempts/${id}/finish`, {});
    const read = await someone.get(`/api/v1/attempts/${id}`);
    for (const { body, text } of [handedIn, read]) {
      expect(body.data.weights).toEqual([{ profile: MARKER, weight: 977.25 }]);
      expect(text).not.toContain('976.25');
    }
    expect((await student.get(`/api/v1/attempts/${id}`)).status).toBe(404);
    expectSilent((await student.get(`/api/v1/attempts/${attempts[1]}`)).text, 'another’s open');
  });

  test('are not sent where nothing was answered', async () => {
    const someone = await school.join(['student'], [product]);
    const { body } = await takeQuiz(someone, profiled, false);
    expect(body.data).toMatchObject({ weights: [], profile: null });
    expect(JSON.stringify(body)).not.toMatch(/97[67]/);
  });
});

/** The names and the texts of all entries. The bytes of a zip would hide a marker. */
const textOfZip = (bytes: Buffer) =>
  new Promise<string>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      let text = '';
      zip.on('error', reject);
      zip.on('end', () => resolve(text));
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (trouble, stream) => {
          if (trouble) return reject(trouble);
          text += entry.fileName;
          stream.on('data', (part: Buffer) => (text += part.toString()));
          stream.on('end', () => zip.readEntry());
        }),
      );
      zip.readEntry();
    });
  });

/** Resolves once the stream is open. `heard` is its text up to the first post. */
function listen(who: Person, port: number) {
  return new Promise<{ heard: Promise<string> }>((resolve, reject) => {
    const headers = { host: school.host, cookie: who.cookie, accept: 'text/event-stream' };
    const stream = request({ port, path: '/api/v1/events', headers }, (response) => {
      response.setEncoding('utf8');
      const heard = new Promise<string>((tell) => {
        let text = '';
        response.on('data', (chunk: string) => {
          text += chunk;
          if (!text.includes('event: post\n')) return;
          tell(text);
          response.destroy();
        });
      });
      resolve({ heard });
    });
    stream.on('error', reject);
    stream.end();
  });
}
