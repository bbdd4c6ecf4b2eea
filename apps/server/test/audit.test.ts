import { expect, test } from 'vitest';
import { courseWith } from './catalog.ts';
import { communityWith } from './communities.ts';
import { openWorld, type TestResponse } from './harness.ts';
import { png } from './media.ts';
import { twoQuestions, quizWith } from './quizzes.ts';

const world = await openWorld();

/** The other changes get their row from `mount` alone: route-table.test.ts calls them all. */
test('a change with work beside its transaction leaves one audit row, with the ids of what changed', async () => {
  const school = await world.school();
  const { owner } = school;
  const student = await school.join();
  const course = await courseWith(school);
  const { id: quiz } = await quizWith(school);
  const { id: community } = await communityWith(school);
  const level = (await owner.post('/api/auth/ranking/levels/create', { name: 'Olhar' })).body.id;
  const goal = { name: 'Macro', criteria: 'score', needed_score: 10 };
  const reward = (await owner.post('/api/auth/ranking/rewards/create', goal)).body.id;
  const banners = '/api/auth/config/plataforma/bannersCustom';
  const banner = (await owner.post(`${banners}/create`, { title: 'A luz' })).body[2].data.id;
  const member = `/api/v1/members/${student.id}`;
  const [module] = course.modules;
  const [lesson] = course.lessons;

  const changes: [action: string, params: object, change: () => Promise<TestResponse>][] = [
    ['levels.create', {}, () => owner.post('/api/auth/ranking/levels/create', { name: 'Mestre' })],
    [
      'levels.update',
      { id: level },
      () => owner.post('/api/auth/ranking/levels/update', { id: level, name: 'Olhar atento' }),
    ],
    ['rewards.create', {}, () => owner.post('/api/auth/ranking/rewards/create', goal)],
    [
      'rewards.update',
      { rewardId: reward },
      () => owner.post(`/api/auth/ranking/rewards/update/${reward}`, { name: 'Macro e micro' }),
    ],
    ['banners.create', {}, () => owner.post(`${banners}/create`, { title: 'A sombra' })],
    [
      'banners.update',
      { id: banner },
      () => owner.post(`${banners}/update/${banner}`, { title: 'A luz certa' }),
    ],
    [
      'communities.createConfig',
      { tenant: school.id },
      () => owner.post(`/api/auth/v2/community/config/${school.id}`, { title: 'Roda' }),
    ],
    [
      'communities.updateConfig',
      { tenant: school.id, communityId: community },
      () =>
        owner.send('PUT', `/api/auth/v2/community/config/${school.id}/${community}`, {
          title: 'Roda',
        }),
    ],
    [
      'catalog.createLesson',
      { id: module!.id },
      () => owner.post(`/api/v1/modules/${module!.id}/lessons`, { title: 'Contraluz' }),
    ],
    [
      'catalog.updateLesson',
      { id: lesson },
      () => owner.send('PATCH', `/api/v1/lessons/${lesson}`, { title: 'Contraluz' }),
    ],
    [
      'quizzes.saveQuestions',
      { id: quiz },
      () =>
        owner.send('PUT', `/api/v1/quizzes/${quiz}/questions`, {
          questions: twoQuestions,
          profiles: [],
        }),
    ],
    [
      'quizzes.exportResults',
      { id: quiz },
      () => owner.get(`/api/v1/quizzes/${quiz}/results/export`),
    ],
    [
      'platform-settings.update',
      {},
      () =>
        owner.post('/api/auth/config/plataforma/updateCustomBasic', { primary_color: '#123456' }),
    ],
    [
      'login-page.update',
      {},
      () => owner.post('/api/auth/config/plataforma/loginPage/update', { login_text: 'Olá' }),
    ],
    [
      'members.create',
      {},
      () =>
        owner.post('/api/v1/members', {
          name: 'Nina',
          email: `nina-${school.slug}@example.com`,
          roles: ['student'],
        }),
    ],
    ['members.invite', { id: student.id }, () => owner.post(`${member}/invitation`)],
    ['members.accessLink', { id: student.id }, () => owner.post(`${member}/access-link`)],
    [
      'members.changeEmail',
      { id: student.id },
      () => owner.send('PUT', `${member}/email`, { email: `x-${student.email}` }),
    ],
    ['members.export', {}, () => owner.get('/api/v1/members/export')],
    ['privacy.exportMember', { id: student.id }, () => owner.get(`${member}/export`)],
    ['mails.test', {}, () => owner.post('/api/v1/mails/test')],
    [
      'uploads.announce',
      {},
      () => owner.post('/api/v1/uploads', { use: 'post_image', filename: 'luz.png', size: 10 }),
    ],
    [
      'uploads.image',
      {},
      async () => {
        const form = new FormData();
        form.set('use', 'photo');
        form.set('file', new Blob([new Uint8Array(await png())]), 'foto.png');
        return owner.send('POST', '/api/v1/uploads/image', form);
      },
    ],
  ];
  for (const [action, params, change] of changes) {
    const before = (await school.auditEntries()).length;
    const { status, text } = await change();
    expect(status, `${action} ${text}`).toBeLessThan(300);
    expect((await school.auditEntries()).slice(before)).toEqual([
      { action, member_id: owner.id, params },
    ]);
  }
  // What a student sends is no change of the school.
  const before = (await school.auditEntries()).length;
  const file = { use: 'post_image', filename: 'luz.png', size: 10 };
  expect((await student.post('/api/v1/uploads', file)).status).toBe(201);
  expect(await school.auditEntries()).toHaveLength(before);
});
