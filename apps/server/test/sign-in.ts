import { expect } from 'vitest';
import type { TestSchool, World } from './harness.ts';

/** Makes a member with a password. Returns the member's e-mail. */
export async function withPassword(school: TestSchool, password = 'segredo-bom') {
  const email = `p-${Math.random().toString(36).slice(2)}@example.com`;
  const { status } = await school.owner.post('/api/v1/members', { name: 'Rosa', email, password });
  expect(status).toBe(201);
  return email;
}

/** Runs the waiting jobs, and reads the mails to an address, oldest first. */
export async function mailsTo({ platform }: World, school: TestSchool, email: string) {
  await platform.jobs.runAll();
  return school.transaction(({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute(),
  );
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => (cookie as string).split(';')[0])
    .join('; ');

/** Signs in with the password of `withPassword`, in a browser with these cookies. Returns its cookies. */
export async function signInByPassword(school: TestSchool, email: string, cookie = '') {
  const body = { email, password: 'segredo-bom' };
  const headers = { ...(cookie && { cookie }) };
  const answer = await school.visitor.send('POST', '/api/v1/session', body, { headers });
  expect(answer.status).toBe(200);
  return cookiesOf(answer.headers);
}

/** Moves the requests of a school's links far into the past. */
export const endLinks = (school: TestSchool) =>
  school.transaction(({ db }) =>
    db.updateTable('sign_in_links').set({ expires_at: new Date() }).execute(),
  );
