import { carouselType } from '@vitrine/contract/carousels';
import { viewAsStudent } from '@vitrine/contract/view-as-student';
import { describe, expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { bootOf, pagesOf, statementsOf } from '../../../test/html-pages.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();

const { pageOf } = pagesOf(world);

/** Removes signatures: two answers of different seconds are signed differently. */
const unsigned = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer).replaceAll(/\?e=\d+&s=[\w-]+/g, '')) as T;

/** Gives a member points that earn a reward with a file, and a live on air for their product. */
async function newsFor(school: TestSchool, member: Person, product: number) {
  const reward = { name: 'Olhar de macro', criteria: 'score', needed_score: 10 };
  const file = await fileFor(world, school, 'reward_file');
  await school.owner.post('/api/auth/ranking/rewards/create', {
    tenant_id: school.id,
    ...reward,
    file,
  });
  await school.owner.post(`/api/v1/members/${member.id}/points`, { points: 10, reason: 'Ajudou' });
  const live = await school.owner.post('/api/v1/lives', {
    title: 'Retrato com luz de janela',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    product_ids: [product],
  });
  return { endLive: () => school.owner.send('DELETE', `/api/v1/lives/${live.body.data.id}`) };
}

describe.skipIf(!isBuilt())('a page of the app', () => {
  test('sends the answers of its calls, and queries the database once', async () => {
    const school = await world.school();
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2, 1] });
    const student = await school.join(['student'], [product]);
    const visits = {
      '/homepage': '/api/v1/home',
      [`/courses/${course.id}`]: `/api/v1/courses/${course.id}`,
      [`/modulos/${course.modules[0]!.id}`]: `/api/v1/modules/${course.modules[0]!.id}`,
      [`/curso/${course.id}/aula/${course.lessons[2]}`]: `/api/v1/lessons/${course.lessons[2]}`,
    };
    for (const [page, call] of Object.entries(visits)) {
      const html = await pageOf(student, school.host, page);
      expect(bootOf(html).answers[call]).toEqual((await student.get(call)).body);
      // No placeholder is left.
      expect(html).not.toMatch(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/);
      // Other tests of this process may run statements at the same moment.
      await expect
        .poll(() => statementsOf(() => pageOf(student, school.host, page)), { timeout: 20_000 })
        .toBe(1);
    }
  });

  test('sends what is new for its member, so that its code sends no request', async () => {
    const school = await world.school();
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const [ana, bia] = [await school.join(['student'], [product]), await school.join()];
    const pages = [
      '/homepage',
      '/downloads',
      `/courses/${course.id}`,
      `/curso/${course.id}/aula/${course.lessons[0]}`,
    ];
    const calls = {
      total: '/api/auth/notification/total',
      live: '/api/platform/has-live',
      rewards: '/api/v1/me/rewards?unseen=1',
      levels: '/api/v1/me/levels',
    };
    /** The answers that every page carries: the same as those of the calls. */
    const newFor = async (person: Person) => {
      const bodies = await Promise.all(
        Object.entries(calls).map(async ([name, path]) => [name, (await person.get(path)).body]),
      );
      const expected = Object.fromEntries(bodies) as Record<keyof typeof calls, object>;
      for (const page of pages) {
        const { answers } = bootOf(await pageOf(person, school.host, page));
        for (const [name, path] of Object.entries(calls))
          expect(unsigned(answers[path]), `${page} ${name}`).toEqual(
            unsigned(expected[name as keyof typeof calls]),
          );
      }
      return expected;
    };
    const nothingNew = {
      total: { total: 0 },
      live: { show_live_alert: false },
      rewards: [],
      levels: [],
    };
    expect(await newFor(ana)).toMatchObject(nothingNew);

    const { endLive } = await newsFor(school, ana, product);
    const [reward] = (await ana.get('/api/v1/me/rewards')).body;
    expect(reward.deliverables).toHaveLength(1);
    const news = { total: { total: 2 }, live: { show_live_alert: true }, rewards: [reward] };
    expect(unsigned(await newFor(ana))).toMatchObject(unsigned(news));
    expect(await newFor(bia)).toMatchObject(nothingNew);
    expect(await newFor(school.owner)).toMatchObject({ live: { show_live_alert: true } });

    const isCached = async (page: string) =>
      bootOf(await pageOf(ana, school.host, page)).answers['/api/v1/favorites'];
    const [, , ...coursePages] = pages;
    for (const page of coursePages) expect(await isCached(page)).toEqual([]);
    await ana.send('PUT', `/api/v1/favorites/course/${course.id}`);
    const { body: favorites } = await ana.get('/api/v1/favorites');
    for (const page of coursePages) expect(await isCached(page)).toEqual(favorites);
    await ana.send('DELETE', `/api/v1/favorites/course/${course.id}`);

    // Seen rewards and ended lives are not sent again.
    await ana.send('PUT', `/api/v1/me/rewards/${reward.id}/seen`);
    await ana.send('PATCH', '/api/platform/auth/notification/update', { read: 1, all: true });
    await endLive();
    expect(await newFor(ana)).toMatchObject(nothingNew);
    for (const page of pages)
      await expect
        .poll(() => statementsOf(() => pageOf(ana, school.host, page)), { timeout: 20_000 })
        .toBe(1);
  });

  test('says at once that the ranking is off, so that no entry of the menu disappears', async () => {
    const school = await world.school();
    await communityWith(school);
    const student = await school.join();
    const path = `/api/auth/community/get-first/${school.id}`;
    const sent = async () => bootOf(await pageOf(student, school.host, '/homepage')).answers[path];
    expect(await sent()).toBeUndefined();
    await school.owner.send('PUT', `/api/auth/ranking/toggle-status/0/${school.id}`);
    const { body } = await student.get(path);
    expect(body.data).toMatchObject({ show_ranking: 0 });
    expect(await sent()).toEqual(body);
  });

  test('says whether the school has lives, so that no entry of the menu comes late', async () => {
    const school = await world.school();
    const [student, product] = [await school.join(), await school.product()];
    const says = async () => bootOf(await pageOf(student, school.host, '/homepage')).hasLives;
    expect(await says()).toBe(false);
    // A locked one counts: its page tells who may enter.
    const { endLive } = await newsFor(school, student, product);
    expect(await says()).toBe(true);
    await endLive();
    expect(await says()).toBe(false);
  });

  test('the profile sends level and streak, as the call answers them', async () => {
    const school = await world.school();
    const student = await school.join();
    await school.owner.post(`/api/v1/members/${student.id}/points`, { points: 10, reason: 'Luz' });
    const { answers } = bootOf(await pageOf(student, school.host, '/dashboard/profile'));
    const { body } = await student.get('/api/v1/me/score');
    expect(body.data.score).toBe(10);
    expect(answers['/api/v1/me/score']).toEqual(body);
  });

  test.each([
    ['/dashboard/profile', ['/api/v1/me', '/api/v1/me/rewards', '/api/v1/me/rewards/next']],
    ['/dashboard/profile', ['/api/v1/me/courses', '/api/v1/me/score']],
    ['/meus-cursos', ['/api/v1/me/courses']],
    ['/perfil/recompensas', ['/api/v1/me/rewards', '/api/v1/me/rewards/next', '/api/v1/me/score']],
    ['/perfil/pontos', ['/api/v1/me/score', '/api/v1/ranking/seasons']],
    ['/ranking', ['/api/v1/ranking?page=1', '/api/v1/ranking/seasons']],
    ['/notifications', ['/api/auth/notification?page=1']],
    ['/live', ['/api/v1/lives']],
    ['/perfil/dados', ['/api/v1/me/data']],
    ['/lembretes', ['/api/v1/reminders']],
    ['/avaliacoes', ['/api/v1/quizzes']],
    ['/favoritos', ['/api/v1/favorites']],
  ])('%s sends its content, as the calls answer it', async (page, calls) => {
    const school = await world.school();
    const student = await school.join();
    const { answers } = bootOf(await pageOf(student, school.host, page));
    for (const call of calls) {
      const { status, body } = await student.get(call);
      expect(status, call).toBe(200);
      expect(answers[call], call).toEqual(body);
    }
    expect(bootOf(await pageOf(student, school.host, '/homepage')).answers).not.toHaveProperty([
      calls[0]!,
    ]);
  });

  test("a person's page sends their card, and none of a hidden profile", async () => {
    const school = await world.school();
    const [student, person] = [await school.join(), await school.join()];
    const call = `/api/v1/people/${person.id}`;
    const answers = async () =>
      bootOf(await pageOf(student, school.host, `/pessoas/${person.id}`)).answers;
    const { body } = await student.get(call);
    expect(body).toMatchObject({ data: { id: person.id } });
    expect((await answers())[call]).toEqual(body);
    await person.send('PATCH', '/api/v1/me', { show_profile: 0 });
    expect(await answers()).not.toHaveProperty([call]);
  });

  test('a ranking that is off is sent to staff only', async () => {
    const school = await world.school();
    const [owner, student] = [await school.join(['owner']), await school.join()];
    await owner.send('PUT', `/api/auth/ranking/toggle-status/0/${school.id}`);
    const call = '/api/v1/ranking?page=1';
    const answers = async (member: Person) =>
      bootOf(await pageOf(member, school.host, '/ranking')).answers;
    expect(await answers(student)).not.toHaveProperty([call]);
    expect((await answers(owner))[call]).toEqual((await owner.get(call)).body);
  });

  test("the owner's pages send the first steps, a student's never do", async () => {
    const school = await world.school();
    const path = '/api/v1/first-steps';
    const stepsIn = async (person: Person, page: string) =>
      bootOf(await pageOf(person, school.host, page)).answers[path];
    const { body } = await school.owner.get(path);
    for (const page of ['/homepage', '/gestao/alunos', '/gestao/cursos/1'])
      expect(await stepsIn(school.owner, page)).toEqual(body);
    expect(await stepsIn(school.owner, '/favoritos')).toBeUndefined();
    expect(await stepsIn(await school.join(), '/homepage')).toBeUndefined();
    expect(await stepsIn(await school.join(['moderator']), '/gestao/moderacao')).toBeUndefined();
  });

  test('of a community sends its channel, its post and their comments', async () => {
    const school = await world.school();
    const student = await school.join();
    const { id, channels } = await communityWith(school, { channels: ['Avisos', 'Dúvidas'] });
    const post = await publish(school.owner, channels[1]!, '<p>Que lente para retrato?</p>');
    await comment(student, post.id, 'Uma 85 mm.');
    const show = `/api/v1/communities/${id}`;
    const feed = `/api/v1/channels/${channels[1]}/posts?order=pinned`;
    const visits = {
      '/comunidade/explorer': ['/api/v1/communities'],
      [`/comunidade/${school.id}/${id}`]: [
        show,
        `/api/v1/channels/${channels[0]}/posts?order=pinned`,
      ],
      [`/comunidade/${school.id}/${id}?canal=${channels[1]}`]: [show, feed],
      [`/comunidade/post/${post.id}/${school.id}/${id}`]: [
        show,
        `/api/v1/posts/${post.id}`,
        `/api/v1/posts/${post.id}/comments`,
      ],
    };
    for (const [page, calls] of Object.entries(visits)) {
      const html = await pageOf(student, school.host, page);
      expect(html).toMatch(/<meta property="og:title" content="(Comunidades?|Publicação) · /);
      for (const call of calls)
        expect(bootOf(html).answers[call], call).toEqual((await student.get(call)).body);
      await expect
        .poll(() => statementsOf(() => pageOf(student, school.host, page)), { timeout: 20_000 })
        .toBe(1);
    }
    expect(
      await pageOf(student, school.host, `/comunidade/${school.id}/${id}?canal=${channels[1]}`),
    ).toContain('Que lente');
  });

  test('of a community sends nothing of it to members without access', async () => {
    const school = await world.school();
    const student = await school.join();
    const club = await school.product('Clube');
    const { id, channels } = await communityWith(school, { products: [club] });
    const post = await publish(school.owner, channels[0]!, '<p>segredo</p>');
    for (const page of [
      `/comunidade/${school.id}/${id}`,
      `/comunidade/${school.id}/${id}?canal=${channels[0]}`,
      `/comunidade/post/${post.id}/${school.id}/${id}`,
    ])
      expect(await pageOf(student, school.host, page)).not.toContain('segredo');
  });

  test('that is rendered once for many members greets each by name, with their own state', async () => {
    const school = await world.school();
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2] });
    const [ana, bia] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [product]),
    ];
    const lesson = `/curso/${course.id}/aula/${course.lessons[0]}`;
    await school.transaction(async ({ db }) => {
      for (const [{ id }, name] of [
        [ana, 'Ana <b>'],
        [bia, 'Bia'],
      ] as const)
        await db.updateTable('members').set({ name }).where('id', '=', id).execute();
    });
    for (const _ of [1, 2]) {
      expect(await pageOf(ana, school.host, '/homepage')).toContain(', Ana</span>');
      expect(await pageOf(bia, school.host, '/homepage')).toContain(', Bia</span>');
    }
    await bia.send('PUT', `/api/v1/lessons/${course.lessons[0]}/progress`, { finished: true });
    expect(await pageOf(ana, school.host, lesson)).toContain('Concluir aula');
    expect(await pageOf(bia, school.host, lesson)).toContain('Aula concluída');
    expect(await pageOf(bia, school.host, '/homepage')).toContain('Continue de onde parou');
    expect(await pageOf(ana, school.host, '/homepage')).toContain('Comece por aqui');
  });

  test('sends the same home as the call, wherever the member’s own cards stand', async () => {
    const school = await world.school();
    const product = await school.product();
    const courses = [];
    for (const title of ['Luz <b>', 'Sombra', 'Cor'])
      courses.push(await courseWith(school, { title, products: [product], lessons: [2] }));
    for (const list of [courses, courses.slice(0, 1), courses.slice(1), courses])
      await school.owner.post('/api/auth/config/plataforma/carrossel/create', {
        title: 'Cursos',
        type: carouselType.courses,
        content: list.map(({ id }) => id),
      });
    const students = [];
    for (const _ of courses) students.push(await school.join(['student'], [product]));
    for (const [index, student] of students.entries()) {
      const [lesson] = courses[index]!.lessons;
      await student.send('PUT', `/api/v1/lessons/${lesson}/progress`, { finished: true });
      if (index > 0) await student.send('PUT', `/api/v1/favorites/course/${courses[index]!.id}`);
    }
    for (const _ of [1, 2])
      for (const person of [...students, school.owner, await school.join(['student'], [product])]) {
        const { answers } = bootOf(await pageOf(person, school.host, '/homepage'));
        const { body } = await person.get('/api/v1/home');
        expect(answers['/api/v1/home']).toEqual(body);
        expect(body.data.carousels.length).toBeGreaterThan(4);
      }
  });

  test('paints the place of a player, which its code loads once', async () => {
    const school = await world.school();
    const course = await courseWith(school, { products: [await school.product()], lessons: [1] });
    const [id] = course.lessons;
    const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
    const content = `<p>Luz</p><iframe src="${player}"></iframe>`;
    await school.owner.send('PATCH', `/api/v1/lessons/${id}`, { content, video_url: null });
    const page = await pageOf(school.owner, school.host, `/curso/${course.id}/aula/${id}`);
    const [fold, boot] = page.split('id="boot"');
    expect(fold).toMatch(/<iframe(?! src)/);
    expect(fold).not.toContain(player);
    expect(boot).toContain(player);
  });

  test('is previewed with chosen products by staff alone', async () => {
    const school = await world.school();
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const student = await school.join();
    const call = `/api/v1/courses/${course.id}`;
    const lockedFor = async (person: Person, products: number | 'none') => {
      const page = `/courses/${course.id}?${viewAsStudent}=${products}`;
      const { answers } = bootOf(await pageOf(person, school.host, page));
      return (answers[call] as { data: { locked: boolean } }).data.locked;
    };
    expect(await lockedFor(school.owner, 'none')).toBe(true);
    expect(await lockedFor(school.owner, product)).toBe(false);
    expect(await lockedFor(student, product)).toBe(true);
  });

  test('without access comes without its answer', async () => {
    const school = await world.school();
    const course = await courseWith(school, { products: [await school.product()], lessons: [1] });
    const student = await school.join();
    const page = `/curso/${course.id}/aula/${course.lessons[0]}`;
    const { answers, session } = bootOf(await pageOf(student, school.host, page));
    expect(answers).not.toHaveProperty([`/api/v1/lessons/${course.lessons[0]}`]);
    expect(session).not.toBeNull();
  });
});
