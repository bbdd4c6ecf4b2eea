import { describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/sign-in.ts';
import { ownerLink } from '../tenants/tenants.store.ts';

const world = await openWorld();

let count = 0;
const newEmail = () => `novo-${(count += 1)}-${Math.random().toString(36).slice(2)}@example.com`;

const notSent = (email: string) =>
  `O convite para ${email} não saiu: este servidor não tem envio de e-mail configurado.`;

test('an invitation says whether a mail left, and where to read one that did not', async () => {
  const invited = async (env: Record<string, string>) => {
    const otherWorld = await openWorld({ SMTP_URL: '', DEV_MAIL: '0', ...env });
    const { owner } = await otherWorld.school();
    const { body } = await owner.post('/api/v1/members', { name: 'Rosa', email: 'r@example.com' });
    return body.message;
  };
  expect(await invited({})).toBe(notSent('r@example.com'));
  expect(await invited({ DEV_MAIL: '1' })).toBe(
    'Este servidor não envia e-mails: o convite para r@example.com está em /dev/mail.',
  );
  expect(await invited({ SMTP_URL: 'smtp://127.0.0.1:1' })).toBe(
    'Enviamos um convite para r@example.com.',
  );
  const school = await world.school();
  const known = { name: 'Rosa', email: newEmail(), password: 'segredo-bom' };
  expect((await school.owner.post('/api/v1/members', known)).body.message).toBeNull();
});

test('an invitation is sent again three times an hour, until a password is chosen', async () => {
  const school = await world.school();
  const email = newEmail();
  const { body } = await school.owner.post('/api/v1/members', { name: 'Rosa', email });
  const again = () => school.owner.post(`/api/v1/members/${body.data.id}/invitation`);
  const sent = await again();
  expect([sent.status, sent.body.message]).toEqual([202, notSent(email)]);
  const tokens = (await mailsTo(world, school, email)).map(
    ({ html }) => /token=([\w-]+)/.exec(html)?.[1],
  );
  expect(new Set(tokens).size).toBe(2);
  const { data: before } = (await school.owner.get(`/api/v1/members?search=${email}`)).body;
  expect(before[0].last_seen_at).toBeNull();
  const chosen = { token: tokens[1], password: 'segredo-bom' };
  expect((await school.visitor.post('/api/v1/password/reset', chosen)).status).toBe(204);
  // The sign-in itself counts: nothing else was opened.
  const { data: after } = (await school.owner.get(`/api/v1/members?search=${email}`)).body;
  expect(after[0].last_seen_at).not.toBeNull();
  expect((await again()).status).toBe(409);
  await again();
  expect((await again()).status).toBe(429);
});

describe("an owner's printed link", () => {
  const setUp = (school: TestSchool, token: string, email: string, fields: object = {}) =>
    school.visitor.post('/api/v1/session/owner', {
      token,
      email,
      password: 'segredo-bom',
      ...fields,
    });
  const print = async (school: TestSchool) =>
    (await ownerLink(world.platform.database, school.id, school.owner.id)).split('token=')[1]!;

  test('sets e-mail and password once; of six at once one does', async () => {
    const school = await world.school();
    const email = newEmail();
    const token = await print(school);
    const answers = await Promise.all(Array.from({ length: 6 }, () => setUp(school, token, email)));
    expect(statuses(answers)).toEqual({ 200: 1, 401: 5 });
    const password = 'segredo-bom';
    expect((await school.visitor.post('/api/v1/session', { email, password })).status).toBe(200);
    // Sessions from before end, as with a new password.
    expect((await school.owner.get('/api/v1/session')).status).toBe(401);
  });

  test('starts with the known name, and accepts another; without one the name stays', async () => {
    const school = await world.school();
    const link = await ownerLink(world.platform.database, school.id, school.owner.id);
    const known = new URL(link, 'http://school').searchParams;
    expect([known.get('name'), known.get('email')]).toEqual(['Olívia Dona', school.owner.email]);
    const nameAfter = async (name: string) =>
      (await setUp(school, await print(school), newEmail(), { name })).body.user.name;
    expect(await nameAfter('  Ana Beltrão ')).toBe('Ana Beltrão');
    const unnamed = await setUp(school, await print(school), newEmail());
    expect(unnamed.body.user.name).toBe('Ana Beltrão');
    for (const name of [' ', 'a'.repeat(121)]) {
      const { status, body } = await setUp(school, await print(school), newEmail(), { name });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
    }
  });

  test('takes no e-mail of somebody else, and is not used up by trying', async () => {
    const school = await world.school();
    const student = await school.join();
    const token = await print(school);
    expect((await setUp(school, token, student.email)).status).toBe(409);
    expect((await setUp(school, token, 'x')).status).toBe(422);
    const reset = { token, password: 'segredo-bom' };
    expect((await school.visitor.post('/api/v1/password/reset', reset)).status).toBe(401);
    expect((await setUp(await world.school(), token, newEmail())).status).toBe(401);
    expect((await setUp(school, token, newEmail())).status).toBe(200);
  });
});
