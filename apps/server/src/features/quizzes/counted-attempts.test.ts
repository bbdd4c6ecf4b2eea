import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { enqueue } from '../../platform/jobs.ts';

const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

interface SavedQuestion {
  id: number;
  options: { id: number; correct?: boolean }[];
}
type Answers = { question_id: number; option_ids: number[] }[];
type Counted = 'first' | 'best' | 'last';
const kinds: Counted[] = ['first', 'best', 'last'];

async function quizOf(more: object, questions: object[], profiles?: object[]) {
  const name = 'Luz e sombra';
  const { body } = await school.owner.post('/api/auth/quiz/create', {
    name,
    published: 1,
    repeat: 1,
    ...more,
  });
  const id = body[2].data.id as number;
  const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions,
    ...(profiles && { profiles }),
  });
  expect(saved.status).toBe(200);
  return { id, questions: saved.body.data.questions as SavedQuestion[] };
}

const twoQuestions = [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    weight: 3,
    options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
  },
  {
    kind: 'multiple',
    text: 'Quais são cores primárias da luz?',
    weight: 1,
    options: [
      { text: 'Vermelho', correct: true },
      { text: 'Azul', correct: true },
      { text: 'Ocre' },
    ],
  },
];

async function take(id: number, answers: Answers, who = student) {
  const { id: attempt } = (await who.post(`/api/v1/quizzes/${id}/attempts`)).body.data;
  const done = await who.post(`/api/v1/attempts/${attempt}/finish`, { answers });
  expect(done.status).toBe(200);
  return done.body.data as { id: number; score: number; passed: boolean | null };
}

const read = (id: number, path: string, who = school.owner) =>
  who.get(`/api/v1/quizzes/${id}/results${path}`);
const results = async (id: number, counted: Counted) =>
  (await read(id, `?attempt=${counted}`)).body.data;

/** Right in the single question, in the multiple one, by one option too many, in none. */
function answerSets([single, multiple]: SavedQuestion[]) {
  const given = (question: SavedQuestion | undefined, ...at: number[]) => ({
    question_id: question!.id,
    option_ids: at.map((place) => question!.options[place]!.id),
  });
  return {
    all: [given(single, 0), given(multiple, 1, 0)],
    three: [given(single, 0), given(multiple, 0, 1, 2)],
    one: [given(single, 1), given(multiple, 0, 1)],
    none: [given(single, 1), given(multiple, 0)],
  };
}

const mean = (numbers: number[]) =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length;

describe('the results of the first, the best or the last attempt', () => {
  test('equal a recount after many hand-ins at once', async () => {
    const { id, questions } = await quizOf({ goal: 70 }, twoQuestions);
    const sets = answerSets(questions);
    const people = await Promise.all(Array.from({ length: 6 }, () => school.join()));
    const orders: (keyof typeof sets)[][] = [
      ['none', 'all', 'one'],
      ['three', 'none'],
      ['one'],
      ['all', 'three', 'three'],
      ['none', 'none', 'none', 'three'],
      ['one', 'three', 'all', 'none'],
    ];
    const taken = await Promise.all(
      people.map(async (who, at) => {
        const attempts: { key: keyof typeof sets; score: number; passed: boolean | null }[] = [];
        for (const key of orders[at]!) {
          const { score, passed } = await take(id, sets[key], who);
          attempts.push({ key, score, passed });
          // Reads count what waits, while others hand in.
          await read(id, `?attempt=${kinds[at % 3]}`);
        }
        return attempts;
      }),
    );
    const chosenOf = {
      first: taken.map((attempts) => attempts[0]!),
      best: taken.map((attempts) => attempts.toSorted((a, b) => b.score - a.score)[0]!),
      last: taken.map((attempts) => attempts.at(-1)!),
    };
    const check = async () => {
      for (const kind of kinds) {
        const chosen = chosenOf[kind];
        const found = await results(id, kind);
        const scores = chosen.map(({ score }) => score);
        expect(found).toMatchObject({
          attempts: 6,
          members: 6,
          passed: chosen.filter(({ passed }) => passed).length,
          profiles: [],
        });
        expect(found.mean).toBeCloseTo(mean(scores), 6);
        const spread = Math.sqrt(mean(scores.map((score) => (score - mean(scores)) ** 2)));
        expect(found.spread).toBeCloseTo(spread, 6);
        expect(found.median).toBe(scores.toSorted((a, b) => a - b)[2]);
        expect(found.scores.reduce((sum: number, count: number) => sum + count, 0)).toBe(6);
        const [single, multiple] = found.questions;
        const share = (...keys: string[]) =>
          chosen.filter(({ key }) => keys.includes(key)).length / 6;
        expect(single.right_share).toBeCloseTo(share('all', 'three'), 6);
        expect(single.options[1].share).toBeCloseTo(share('one', 'none'), 6);
        expect(multiple.right_share).toBeCloseTo(share('all', 'one'), 6);
        expect(multiple.options[2].share).toBeCloseTo(share('three'), 6);
        const wrong = chosen.filter(({ key }) => ['one', 'none'].includes(key));
        const scored = (await read(id, `/questions/${questions[0]!.id}?attempt=${kind}`)).body.data;
        expect(
          scored.options[1].scores.reduce(
            (sum: number, { count }: { count: number }) => sum + count,
            0,
          ),
        ).toBe(wrong.length);
        const listed = new Map<number, number>(
          found.students.data.map((one: { member: { id: number }; score: number }) => [
            one.member.id,
            one.score,
          ]),
        );
        expect(people.map((person) => listed.get(person.id))).toEqual(scores);
        expect(found.plotted).toHaveLength(6);
      }
    };
    await check();
    // The job of the migration counts earlier attempts. A former run of it may have been cut off.
    await world.platform.database.transaction(school.id, async (tx) => {
      await tx.db.deleteFrom('quiz_tallies').where('quiz_id', '=', id).execute();
      await tx.db.deleteFrom('quiz_standings').where('quiz_id', '=', id).execute();
      for (const after of [0, people[2]!.id])
        await enqueue(tx, 'count-standings', { quizId: id, after });
    });
    await world.platform.jobs.runAll();
    await check();
    expect((await read(id, '')).body.data).toMatchObject({ attempts: 17, members: 6 });
  });

  test('are read by eight at once, and counted once', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const sets = answerSets(questions);
    await take(id, sets.none);
    await take(id, sets.all);
    const all = await Promise.all(Array.from({ length: 8 }, () => results(id, 'last')));
    for (const one of all) expect(one).toMatchObject({ attempts: 1, mean: 100, passed: 1 });
    expect(await results(id, 'first')).toMatchObject({ attempts: 1, mean: 0, passed: 0 });
  });

  test('keep a passed attempt as the best, though a later one missed a higher goal', async () => {
    const { id, questions } = await quizOf({ goal: 20 }, twoQuestions);
    const sets = answerSets(questions);
    await take(id, sets.one);
    await results(id, 'best');
    const more = { name: 'x', published: 1, repeat: 1, goal: 90 };
    await school.owner.post(`/api/auth/quiz/update/${id}`, more);
    await take(id, sets.three);
    expect(await results(id, 'best')).toMatchObject({ mean: 25, passed: 1 });
    expect(await results(id, 'last')).toMatchObject({ mean: 75, passed: 0 });
  });

  test('leave out the staff, and keep the sums where somebody is erased', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const sets = answerSets(questions);
    const leaving = await school.join();
    await take(id, sets.all, school.owner);
    await take(id, sets.all, leaving);
    await take(id, sets.none);
    const erased = await Promise.all([
      results(id, 'first'),
      world.platform.database.transaction(school.id, ({ db }) =>
        db.deleteFrom('members').where('id', '=', leaving.id).execute(),
      ),
      results(id, 'last'),
    ]);
    expect(erased).toHaveLength(3);
    await take(id, sets.three);
    const last = await results(id, 'last');
    expect(last.students.data).toMatchObject([{ member: { id: student.id }, score: 75 }]);
    expect(last.plotted).toHaveLength(1);
    expect(last.mean).toBeGreaterThanOrEqual(75);
    const standings = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('quiz_standings').select('member_id').distinct().execute(),
    );
    expect(standings).toEqual([{ member_id: student.id }]);
  });

  test('come as a CSV of these attempts', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const sets = answerSets(questions);
    for (const answers of [sets.three, sets.all, sets.one]) await take(id, answers);
    const rows = async (query: string) =>
      (await read(id, `/export${query}`)).text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row: string) => row.split(';').slice(2, 4).join(' ').replaceAll('"', ''));
    expect(await rows('?attempt=first')).toEqual(['1 75']);
    expect(await rows('?attempt=best')).toEqual(['2 100']);
    expect(await rows('?attempt=last')).toEqual(['3 25']);
    expect(await rows('')).toEqual(['1 75', '2 100', '3 25']);
  });

  test('are for staff of the school, and accept only the three choices', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const neighbour = await world.school();
    for (const path of ['', '/students', `/questions/${questions[0]!.id}`, '/export']) {
      expect((await read(id, `${path}?attempt=first`, student)).status).toBe(403);
      expect((await read(id, `${path}?attempt=first`, neighbour.owner)).status).toBe(404);
      expect((await read(id, `${path}?attempt=second`)).status).toBe(400);
    }
  });
});

/** An attempt that began `seconds` earlier than it did. */
async function begin(id: number, seconds: number, who = student) {
  const { id: attempt } = (await who.post(`/api/v1/quizzes/${id}/attempts`)).body.data;
  await world.platform.database.transaction(school.id, ({ db }) =>
    sql`UPDATE quiz_attempts SET started_at = started_at - ${seconds} * interval '1 second',
        deadline = deadline - ${seconds} * interval '1 second'
      WHERE id = ${attempt}`.execute(db),
  );
  return attempt as number;
}

const finish = async (attempt: number, answers: Answers, who = student) =>
  expect((await who.post(`/api/v1/attempts/${attempt}/finish`, { answers })).status).toBe(200);

describe('the time of the attempts that count', () => {
  test('is the one that half of them did not exceed', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const sets = answerSets(questions);
    const people = await Promise.all(Array.from({ length: 3 }, () => school.join()));
    // Each time is far from the others: a hand-in takes its seconds on a busy machine.
    for (const [at, seconds, answers] of [
      [0, 200, sets.all],
      [0, 4000, sets.none],
      [1, 600, sets.none],
      [1, 90, sets.all],
      [2, 10, sets.one],
    ] as const) {
      await finish(await begin(id, seconds, people[at]), answers, people[at]);
      // Counts what waits, so that a later attempt takes an earlier one away.
      await results(id, 'last');
    }
    const near = { first: 200, best: 90, last: 90 };
    const check = async () => {
      for (const kind of kinds) {
        const { median_seconds: found } = await results(id, kind);
        expect(found).toBeGreaterThanOrEqual(near[kind]);
        expect(found).toBeLessThan(near[kind] + 60);
      }
    };
    await check();
    expect((await read(id, '')).body.data.median_seconds).toBeNull();
    // Of two attempts, the shorter one is half of them.
    await finish(await begin(id, 2000), sets.all);
    const fourth = await results(id, 'first');
    expect(fourth.median_seconds).toBeLessThan(near.first + 60);
    // The job of the migration adds times to earlier results. A former run of it may have been cut
    // off.
    await world.platform.database.transaction(school.id, async (tx) => {
      await tx.db.deleteFrom('quiz_durations').where('quiz_id', '=', id).execute();
      await tx.db
        .updateTable('quiz_standings')
        .set({ duration: null })
        .where('quiz_id', '=', id)
        .execute();
    });
    expect((await results(id, 'first')).median_seconds).toBeNull();
    await world.platform.database.transaction(school.id, async (tx) => {
      for (const after of [0, people[1]!.id])
        await enqueue(tx, 'count-durations', { quizId: id, after });
    });
    await world.platform.jobs.runAll();
    await check();
    const counted = await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .selectFrom('quiz_durations')
        .select(({ fn }) => fn.sum<number>('attempts').as('attempts'))
        .where('quiz_id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    expect(Number(counted.attempts)).toBe(12);
  });

  test('is shown in minutes from an hour, in hours from a day, rounded up', async () => {
    const { rows } = await world.platform.database.transaction(school.id, ({ db }) =>
      sql<{ duration: number }>`SELECT attempt_duration(now(), now() + took * interval '1 second')
          AS duration
        FROM unnest(ARRAY[-5, 0.4, 3600, 3601, 3660, 86400, 86401, 90000, 1e9]) AS took`.execute(
        db,
      ),
    );
    expect(rows.map(({ duration }) => duration)).toEqual([
      0, 0, 3600, 3660, 3660, 86_400, 90_000, 90_000, 8_640_000,
    ]);
  });
});

describe('the students who began and did not hand in', () => {
  const hours = (count: number) => count * 3600;
  const abandonedOf = async (id: number) =>
    Promise.all(kinds.map(async (kind) => (await results(id, kind)).abandoned));

  test('are those whose open attempt has rested for an hour', async () => {
    const { id, questions } = await quizOf({}, twoQuestions);
    const sets = answerSets(questions);
    const [answering, leaving, resting] = await Promise.all(
      Array.from({ length: 3 }, () => school.join()),
    );
    await begin((await quizOf({}, twoQuestions)).id, hours(2), resting);
    await begin(id, hours(1) - 60);
    const attempt = await begin(id, hours(2), answering);
    await answering!.send('PUT', `/api/v1/attempts/${attempt}/answers`, sets.all[0]!);
    await begin(id, hours(2), leaving);
    await begin(id, hours(2), school.owner);
    expect(await abandonedOf(id)).toEqual([1, 1, 1]);
    expect((await read(id, '')).body.data.abandoned).toBe(1);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: sql`now() + interval '7 days'` })
        .where('id', '=', leaving!.id)
        .execute(),
    );
    expect(await abandonedOf(id)).toEqual([0, 0, 0]);
    await take(id, sets.none, resting);
    await begin(id, hours(2), resting);
    expect(await abandonedOf(id)).toEqual([0, 0, 1]);
  });

  test('are those whose time ran out, each once', async () => {
    const timed = { stopwatch: 1, time_limit: '03:00:00' };
    const { id, questions } = await quizOf(timed, twoQuestions);
    const sets = answerSets(questions);
    const [running, late] = [await school.join(), await school.join()];
    await begin(id, hours(2), running);
    await begin(id, hours(4));
    const other = await quizOf(timed, twoQuestions);
    await begin(other.id, hours(4), running);
    expect(await abandonedOf(other.id)).toEqual([1, 1, 1]);
    await take(id, sets.all, late);
    await begin(id, hours(4), late);
    // The time ran out in the first attempt of one, in the second of the other.
    expect(await abandonedOf(id)).toEqual([1, 1, 2]);
    const listed = async (kind: Counted) =>
      (await results(id, kind)).students.data
        .filter((one: { timed_out: boolean }) => one.timed_out)
        .map((one: { member: { id: number } }) => one.member.id);
    expect(await listed('first')).toEqual([student.id]);
    expect(new Set(await listed('last'))).toEqual(new Set([student.id, late.id]));
    await school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'x', published: 1, repeat: 1 });
    await begin(id, hours(2), late);
    expect(await abandonedOf(id)).toEqual([1, 1, 2]);
    await take(id, sets.all);
    expect(await abandonedOf(id)).toEqual([1, 0, 1]);
    expect((await read(id, '/students')).body.data).toMatchObject([
      { member: { id: student.id }, timed_out: false },
      { member: { id: late.id }, timed_out: false },
    ]);
    // An attempt without a time rests, also where another student's time ran out.
    const free = { name: 'x', published: 1, repeat: 1, stopwatch: 0 };
    await school.owner.post(`/api/auth/quiz/update/${other.id}`, free);
    await begin(other.id, hours(2), late);
    expect(await abandonedOf(other.id)).toEqual([2, 2, 2]);
  });
});

const profiles = ['sol', 'lua', 'mar'].map((key) => ({ key, title: key.toUpperCase() }));
const behavioural = () =>
  quizOf(
    { type: 'comportamental' },
    [
      {
        kind: 'single',
        text: 'Quando você fotografa?',
        options: profiles.map(({ key, title }) => ({ text: title, profile: key, weight: 1 })),
      },
    ],
    profiles,
  );
const pick = ([question]: SavedQuestion[], at: number) => [
  { question_id: question!.id, option_ids: [question!.options[at]!.id] },
];

describe('the profiles of a behavioural quiz', () => {
  test('count the students of each, by the attempt that counts', async () => {
    const { id, questions } = await behavioural();
    const people = await Promise.all(Array.from({ length: 3 }, () => school.join()));
    for (const [who, first, last] of [
      [people[0], 0, 1],
      [people[1], 0, 0],
      [people[2], 1, 1],
    ] as const)
      for (const at of [first, last]) await take(id, pick(questions, at), who);
    await take(id, []);
    const counts = async (query: string) =>
      (await read(id, query)).body.data.profiles.map(
        ({ key, members, share }: { key: string; members: number; share: number }) => [
          key,
          members,
          share,
        ],
      );
    expect(await counts('?attempt=first')).toEqual([
      ['sol', 2, 0.5],
      ['lua', 1, 0.25],
      ['mar', 0, 0],
    ]);
    const later = [
      ['sol', 1, 0.25],
      ['lua', 2, 0.5],
      ['mar', 0, 0],
    ];
    expect(await counts('?attempt=last')).toEqual(later);
    expect(await counts('?attempt=best')).toEqual(later);
    expect(await counts('')).toEqual(later);
  });

  test('list the students who have them', async () => {
    const { id, questions } = await behavioural();
    const [sun, moon] = [await school.join(), await school.join()];
    await take(id, pick(questions, 0), sun);
    await take(id, pick(questions, 1), moon);
    await take(id, pick(questions, 0), moon);
    const having = async (query: string) =>
      (await read(id, `/students?${query}`)).body.data.map(
        ({ member }: { member: { id: number } }) => member.id,
      );
    expect(await having('profile=sol&attempt=last')).toEqual([moon.id, sun.id]);
    expect(await having('profile=sol&attempt=first')).toEqual([sun.id]);
    expect(await having('profile=lua&attempt=first')).toEqual([moon.id]);
    expect(await having('profile=lua')).toEqual([]);
    expect(await having('profile=mar&attempt=first')).toEqual([]);
  });

  test('list the students who answered nothing, and whose profile was removed', async () => {
    const { id, questions } = await behavioural();
    const [sun, moon, silent] = await Promise.all(Array.from({ length: 3 }, () => school.join()));
    await take(id, pick(questions, 0), sun);
    await take(id, pick(questions, 1), moon);
    await take(id, [], silent);
    const without = async (query = '') =>
      (await read(id, `/students?profile=%20&attempt=first${query}`)).body.data.map(
        ({ member }: { member: { id: number } }) => member.id,
      );
    expect(await without()).toEqual([silent!.id]);
    const left = profiles.filter(({ key }) => key !== 'lua');
    const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [],
      profiles: left,
    });
    expect(saved.status).toBe(200);
    expect(await without()).toEqual([silent!.id, moon!.id]);
    const { members, profiles: counted } = await results(id, 'first');
    const having = counted.reduce((sum: number, one: { members: number }) => sum + one.members, 0);
    expect(members - having).toBe(2);
  });
});

test.each([
  ['right answers', () => quizOf({}, twoQuestions)],
  ['profiles', () => behavioural()],
] as const)('the results of a quiz with %s hold nothing of another one', async (_, make) => {
  // The questions of both have the same numbers.
  const [quiz, other] = [await make(), await make()];
  const [classmate, late] = [await school.join(), await school.join()];
  const [question] = quiz.questions;
  const optionsOf = (at: number) => pick(quiz.questions, at);
  await finish(await begin(quiz.id, 60), optionsOf(1));
  const counted = ['', '?attempt=first', '?attempt=best', '?attempt=last'];
  const paths = ['', '/students', `/questions/${question!.id}`, '/export'].flatMap((path) =>
    counted.map((query) => path + query),
  );
  const all = async () => {
    const answers = [];
    for (const path of [...paths, '/students?q=a'])
      answers.push([path, (await read(quiz.id, path)).text]);
    return answers;
  };
  const before = await all();
  for (const [at, who] of [student, classmate].entries())
    await finish(await begin(other.id, 600, who), optionsOf(at), who);
  await begin(other.id, 7200, late);
  // Counts what waits.
  for (const query of counted) await read(other.id, query);
  expect(await all()).toEqual(before);
});

describe('the order of the students', () => {
  /** Students with these scores, who hand in one after another. */
  async function ranked(keys: ('all' | 'three' | 'one' | 'none')[]) {
    const quiz = await quizOf({ goal: 70 }, twoQuestions);
    const sets = answerSets(quiz.questions);
    const people: Person[] = [];
    for (const key of keys) {
      const who = await school.join();
      await take(quiz.id, sets[key], who);
      people.push(who);
    }
    return { ...quiz, sets, people };
  }
  const listed = async (id: number, query: string) =>
    (await read(id, `/students?${query}`)).body.data.map(
      (one: { member: { id: number } }) => one.member.id,
    );

  test('is by time, by the highest or by the lowest score, of the attempt that counts', async () => {
    const { id, sets, people } = await ranked(['one', 'all', 'none', 'three']);
    const [one, all, none, three] = people.map((who) => who.id);
    expect(await listed(id, 'attempt=first')).toEqual([three, none, all, one]);
    expect(await listed(id, 'attempt=first&order=highest')).toEqual([all, three, one, none]);
    expect(await listed(id, 'attempt=first&order=lowest')).toEqual([none, one, three, all]);

    // The last of them improves: the best and the last attempt follow, the first one stays.
    await take(id, sets.all, people[2]);
    expect(await listed(id, 'attempt=last&order=lowest')).toEqual([one, three, all, none]);
    expect(await listed(id, 'attempt=first&order=lowest')).toEqual([none, one, three, all]);
    // Without a choice it is the best attempt.
    expect(await listed(id, 'order=highest')).toEqual([none, all, three, one]);
    // A search keeps the order.
    expect(await listed(id, 'attempt=first&order=lowest&q=a')).toEqual([none, one, three, all]);
  });

  test('continues after each page with equal scores, without losing a student', async () => {
    // A page of twenty ends among the equals.
    const equals = Array.from({ length: 22 }, () => 'one' as const);
    const { id } = await ranked(['all', ...equals, 'none']);
    for (const order of ['highest', 'lowest']) {
      const seen: { score: number; id: number }[] = [];
      let cursor: string | null = null;
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body } = await read(id, `/students?attempt=first&order=${order}${more}`);
        for (const { score, member } of body.data) seen.push({ score, id: member.id });
        cursor = body.next_cursor;
      } while (cursor !== null);
      expect(new Set(seen.map((row) => row.id)).size).toBe(24);
      expect(seen).toHaveLength(24);
      const scores = seen.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => (order === 'highest' ? b - a : a - b)));
    }
  });

  test('accepts three values, and a cursor belongs to its order', async () => {
    const { id } = await ranked(['one']);
    expect((await read(id, '/students?order=name')).status).toBe(400);
    for (const cursor of ['25.5-1', 'x-1'])
      expect((await read(id, `/students?cursor=${cursor}`)).status).toBe(400);
    for (const cursor of ['1700000000000000-1', '1e5-2'])
      expect((await read(id, `/students?order=lowest&cursor=${cursor}`)).status).toBe(400);
    expect((await read(id, '/students?order=lowest', student)).status).toBe(403);
    expect((await read(id, '/students?order=lowest', (await world.school()).owner)).status).toBe(
      404,
    );
  });

  test('covers scores from before the order existed', async () => {
    const { id, people } = await ranked(['one', 'all']);
    await read(id, '/students?attempt=first');
    await school.transaction(({ db }) =>
      db.updateTable('quiz_standings').set({ score: 0 }).where('quiz_id', '=', id).execute(),
    );
    await school.transaction((tx) => enqueue(tx, 'count-scores', { quizId: id, after: 0 }));
    await world.platform.jobs.runAll();
    expect(await listed(id, 'attempt=first&order=highest')).toEqual([people[1]!.id, people[0]!.id]);
  });
});
