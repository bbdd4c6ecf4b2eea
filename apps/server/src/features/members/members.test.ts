import { beforeEach, expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const members = '/api/v1/members';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const add = (email: string, at = school) => at.owner.post(members, { name: 'Ana Lima', email });

test('an e-mail is one person of a school, however it is written', async () => {
  expect((await add('ana@example.com')).status).toBe(201);
  const { status, body } = await add('ANA@example.com');
  expect(status).toBe(409);
  expect(body).toEqual({
    message: 'Já existe uma pessoa com este e-mail na escola.',
    code: 'email_taken',
    errors: { email: ['Já existe uma pessoa com este e-mail na escola.'] },
  });
  expect((await add('ana@example.com', await world.school())).status).toBe(201);
});

test('of eight who add them at once, one does', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('ana@example.com')));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 7 });
});
