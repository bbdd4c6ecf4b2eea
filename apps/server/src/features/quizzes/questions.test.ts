import { messages } from '@vitrine/contract/quizzes';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimedPaths, fileFor } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizCalls, twoQuestions, type SavedQuestion } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { quizOf, start, finish } = quizCalls(() => ({ school, student }));

describe('questions', () => {
  test('keep existing ids, and give no id twice', async () => {
    const { id, questions } = await quizOf();
    const [first, second] = questions as [SavedQuestion, SavedQuestion];
    const put = (body: object) => school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, body);
    const kept = await put({ questions: [{ ...twoQuestions[1], ...second }] });
    expect(kept.body.data.questions[0].id).toBe(second.id);
    const added = await put({
      questions: [{ ...twoQuestions[1], ...second }, twoQuestions[0]],
    });
    const taken = [first, second].flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]);
    expect(taken).not.toContain(added.body.data.questions[1].id);
  });

  test('that were removed come back under their own ids when the author undoes it', async () => {
    const { id, questions } = await quizOf();
    const put = (list: object[]) =>
      school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, { questions: list });
    const all = questions.map((question, at) => ({ ...twoQuestions[at], ...question }));
    expect((await put(all.slice(1))).status).toBe(200);
    const back = await put(all);
    expect(back.body.data.questions).toMatchObject(questions);
  });

  test.each([
    [
      'two right answers of a single choice',
      [
        {
          kind: 'single',
          text: 'x',
          options: [
            { text: 'a', correct: true },
            { text: 'b', correct: true },
          ],
        },
      ],
      messages.twoRight,
    ],
    [
      'three options of true or false',
      [{ kind: 'true_false', text: 'x', options: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }],
      messages.trueFalse,
    ],
    [
      'a profile that is none',
      [{ kind: 'single', text: 'x', options: [{ text: 'a', profile: 'gato' }] }],
      messages.unknownProfile,
    ],
    ['an empty text', [{ kind: 'single', text: ' ', options: [] }], 'Campo obrigatório'],
  ])('refuses %s, and keeps the saved questions', async (_what, questions, says) => {
    const { id } = await quizOf();
    const put = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, { questions });
    expect(put.status).toBe(422);
    expect(put.body.message).toBe(says);
    const { body } = await school.owner.get(`/api/v1/quizzes/${id}/questions`);
    expect(body.data.questions).toHaveLength(2);
  });

  test('refuse an id that the quiz does not have', async () => {
    const { id } = await quizOf();
    const put = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...twoQuestions[0], id: 999 }],
    });
    expect(put.status).toBe(404);
  });
});

test('a question shows its image at a signed address, and a change releases the old one', async () => {
  const [first, second] = [
    await fileFor(world, school, 'lesson_image'),
    await fileFor(world, school, 'lesson_image'),
  ];
  const { id, questions } = await quizOf({}, [{ ...twoQuestions[0], image: first }]);
  const signed = (path: string) => new RegExp(`^${path}\\?e=\\d+&s=`);
  const shown = questions[0]!.image;
  expect(shown).toMatch(signed(first));
  expect(await claimedPaths(world, school)).toEqual(new Set([first]));
  const save = (image: string | null) =>
    school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...questions[0], image }],
    });
  // The builder sends the address that it was shown.
  expect((await save(shown)).status).toBe(200);
  expect(await claimedPaths(world, school)).toEqual(new Set([first]));
  expect((await save(second)).status).toBe(200);
  expect(await claimedPaths(world, school)).toEqual(new Set([second]));
  const stranger = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions: [{ ...twoQuestions[0], image: '/files/1/aaaaaaaaaaaaaaaaaaaaaa.png' }],
  });
  expect(stranger.status).toBe(422);
  expect(stranger.body.errors).toHaveProperty('questions');
  expect((await start(id)).body.data.questions[0].image).toMatch(signed(second));
  await school.owner.send('DELETE', `/api/auth/quiz/${id}`);
  expect(await claimedPaths(world, school)).toEqual(new Set());
});

describe('formulas', () => {
  const withFormulas = [
    {
      kind: 'single',
      text: 'Quanto é \\(x^2\\) & <b>mais</b>?',
      explanation: 'Porque $$x = 2$$',
      options: [{ text: '\\(4\\)', correct: true }, { text: 'custa $5' }],
    },
  ];

  test('are rendered with the save, once, and every other character stays as it was', async () => {
    const { id, questions } = await quizOf({}, withFormulas);
    const { body } = await start(id);
    const [question] = body.data.questions;
    expect(question.text).toBe(withFormulas[0]!.text);
    expect(question.text_html).toContain('class="katex"');
    expect(question.text_html).toContain(' &amp; &lt;b&gt;mais&lt;/b&gt;?');
    expect(question.options[0].text_html).toContain('class="katex"');
    expect(question.options[1]).toEqual({ id: questions[0]!.options[1]!.id, text: 'custa $5' });
    expect(body.data).not.toHaveProperty('explanation_html');
    expect(JSON.stringify(body)).not.toContain('Porque');
    const done = await finish(body.data.id, []);
    expect(done.body.data.review[0].explanation_html).toContain('katex-display');
  });

  test('that cannot be rendered stay as they were written', async () => {
    const text = 'Quanto é \\(\\frac{1}\\)';
    const { id } = await quizOf({}, [{ ...withFormulas[0], text }]);
    const [question] = (await start(id)).body.data.questions;
    expect(question.text).toBe(text);
    expect(question.text_html ?? null).toBeNull();
  });

  test('are removed with their text', async () => {
    const { id, questions } = await quizOf({}, withFormulas);
    const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...questions[0], text: 'Sem fórmula', text_html: '<b>de fora</b>' }],
    });
    expect(saved.body.data.questions[0]).not.toHaveProperty('text_html');
    expect(saved.body.data.questions[0].options[0].text_html).toContain('class="katex"');
  });
});
