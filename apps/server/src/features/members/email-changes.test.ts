import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectFree, expectWaiting } from '../../../test/lock-waits.ts';
import type { TenantTransaction } from '../../platform/database.ts';

const world = await openWorld();

const mailsTo = (school: TestSchool, email: string) =>
  school.transaction(({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute(),
  );

const tokensTo = async (school: TestSchool, email: string) =>
  (await mailsTo(school, email)).map(({ html }) => /token=([\w-]+)/.exec(html)?.[1] ?? '');

const emailOf = async (school: TestSchool, id: number) => {
  const { email } = await school.transaction(({ db }) =>
    db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return email;
};

const requestChange = (by: Person, id: number, email: string) =>
  by.send('PUT', `/api/v1/members/${id}/email`, { email });
const confirm = (school: TestSchool, token: string | undefined) =>
  school.visitor.post('/api/v1/email/confirm', { token });

const lockChange = ({ db }: TenantTransaction, memberId: number) =>
  db
    .selectFrom('email_changes')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .execute();

const lockLinks = ({ db }: TenantTransaction, memberId: number) =>
  db
    .selectFrom('sign_in_links')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .execute();

const lockMember = ({ db }: TenantTransaction, id: number) =>
  db.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute();

let count = 0;
const newEmail = () => `novo-${(count += 1)}-${Math.random().toString(36).slice(2)}@example.com`;

/** Asks for a link by hand. Returns the call that sets a password by it. */
async function passwordByLink(school: TestSchool, memberId: number) {
  const { body } = await school.owner.post(`/api/v1/members/${memberId}/access-link`);
  const token = new URL(body.data.url).searchParams.get('token');
  return () =>
    school.visitor.post('/api/v1/password/reset', { token, password: 'luz-e-sombra-42' });
}

describe('an e-mail changes', () => {
  test('not any more once the erasure of the account has begun', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    const tokens = [...(await tokensTo(school, student.email)), ...(await tokensTo(school, email))];
    await school.owner.post(`/api/v1/members/${student.id}/erasure`);
    for (const token of tokens) expect((await confirm(school, token)).status).toBe(401);
    expect(await emailOf(school, student.id)).toMatch(/^erased-/);
  });

  test('once both addresses have confirmed, in any order, and a link works once', async () => {
    const school = await world.school();
    for (const newFirst of [true, false]) {
      const student = await school.join();
      const email = newEmail();
      expect((await requestChange(school.owner, student.id, email)).status).toBe(202);
      const [[oldToken], [newToken]] = [
        await tokensTo(school, student.email),
        await tokensTo(school, email),
      ];
      expect(oldToken).not.toBe(newToken);
      const [first, second] = newFirst ? [newToken, oldToken] : [oldToken, newToken];
      expect((await confirm(school, first)).body.message).toMatch(/^Confirmado\./);
      expect((await confirm(school, first)).status).toBe(401);
      expect(await emailOf(school, student.id)).toBe(student.email);
      const { body } = await school.owner.get(`/api/v1/members/${student.id}/email`);
      expect(body.data).toMatchObject({ email, old_confirmed: !newFirst, new_confirmed: newFirst });

      expect((await confirm(school, second)).body.message).toMatch(/^E-mail alterado\./);
      expect(await emailOf(school, student.id)).toBe(email);
      expect((await confirm(school, second)).status).toBe(401);
      const after = await school.owner.get(`/api/v1/members/${student.id}/email`);
      expect(after.body.data).toBeNull();
    }
  });

  test('by two confirmations at once, once', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    const [oldToken] = await tokensTo(school, student.email);
    const [newToken] = await tokensTo(school, email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => confirm(school, index % 2 ? oldToken : newToken)),
    );
    expect(statuses(answers)).toEqual({ 200: 2, 401: 6 });
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('by the confirmations of both addresses at the same moment', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    const [oldToken] = await tokensTo(school, student.email);
    const [newToken] = await tokensTo(school, email);
    const running = await school.transaction(async (tx) => {
      const answers: ReturnType<typeof confirm>[] = [];
      await lockChange(tx, student.id);
      for (const token of [oldToken, newToken]) {
        answers.push(confirm(school, token));
        await expectWaiting(tx, answers.length);
      }
      return answers;
    });
    expect((await Promise.all(running)).map(({ body }) => body.message)).toEqual([
      expect.stringMatching(/^Confirmado\./),
      expect.stringMatching(/^E-mail alterado\./),
    ]);
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('for oneself too, in the language of the account', async () => {
    const school = await world.school('Contraluz');
    const student = await school.join();
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ language: 'en' }).where('id', '=', student.id).execute(),
    );
    const email = newEmail();
    expect((await student.send('PUT', '/api/v1/session/email', { email })).status).toBe(202);
    for (const address of [student.email, email]) {
      const [mail] = await mailsTo(school, address);
      expect(mail!.subject).toBe('Confirm the new e-mail at Contraluz');
    }
  });

  test('to the later of two changes; the links of the earlier one no longer work', async () => {
    const school = await world.school();
    const student = await school.join();
    const [early, late] = [newEmail(), newEmail()];
    await requestChange(school.owner, student.id, early);
    await requestChange(school.owner, student.id, late);
    const [earlyOld, lateOld] = await tokensTo(school, student.email);
    const [earlyNew] = await tokensTo(school, early);
    const [lateNew] = await tokensTo(school, late);
    expect(statuses([await confirm(school, earlyOld), await confirm(school, earlyNew)])).toEqual({
      401: 2,
    });
    expect(statuses([await confirm(school, lateOld), await confirm(school, lateNew)])).toEqual({
      200: 2,
    });
    expect(await emailOf(school, student.id)).toBe(late);
  });

  test('to a second address by no confirmation of the first one', async () => {
    const school = await world.school();
    const student = await school.join();
    const [first, second] = [newEmail(), newEmail()];
    // Both sides: each would be the half that the second change still lacks.
    for (const confirmedBy of [student.email, first]) {
      await requestChange(school.owner, student.id, first);
      const confirmed = (await tokensTo(school, confirmedBy)).at(-1);
      expect((await confirm(school, confirmed)).body.message).toMatch(/^Confirmado\./);
      await requestChange(school.owner, student.id, second);
      const other = confirmedBy === first ? student.email : second;
      const half = await confirm(school, (await tokensTo(school, other)).at(-1));
      expect(half.body.message).toMatch(/^Confirmado\./);
      expect(await emailOf(school, student.id)).toBe(student.email);
    }
  });

  test('and ends every link that waits in the old mailbox, and nothing of another person', async () => {
    const school = await world.school();
    const [student, classmate] = [await school.join(), await school.join()];
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ last_seen_at: null })
        .where('id', 'in', [student.id, classmate.id])
        .execute(),
    );
    const accessToken = async ({ id }: Person) => {
      const { url } = (await school.owner.post(`/api/v1/members/${id}/access-link`)).body.data;
      return new URL(url).searchParams.get('token');
    };
    const [token, classmateToken] = [await accessToken(student), await accessToken(classmate)];
    const email = newEmail();
    await requestChange(school.owner, classmate.id, newEmail());
    await requestChange(school.owner, student.id, email);
    for (const address of [student.email, email])
      await confirm(school, (await tokensTo(school, address)).at(-1));
    expect(await emailOf(school, student.id)).toBe(email);
    expect(await emailOf(school, classmate.id)).toBe(classmate.email);
    const pending = await school.owner.get(`/api/v1/members/${classmate.id}/email`);
    expect(pending.body.data).toMatchObject({ old_confirmed: false, new_confirmed: false });
    const done = await school.owner.get(`/api/v1/members/${student.id}/email`);
    expect(done.body.data).toBeNull();
    const setPassword = (link: string | null) =>
      school.visitor.post('/api/v1/password/reset', { token: link, password: 'luz-e-sombra-42' });
    expect((await setPassword(token)).status).toBe(401);
    expect((await setPassword(classmateToken)).status).toBe(204);
  });

  test('and the mails to the old mailbox stop none to the new one', async () => {
    const school = await world.school();
    const [student, classmate] = [await school.join(), await school.join()];
    const kind = { platform: true, email: true, push: false };
    const choice = { like: kind, post: kind, comment: kind, reply: kind, communities: [] };
    for (const person of [student, classmate])
      await person.post(`/api/auth/v2/notification-preferences/${school.id}`, choice);
    const stopAddress = ({ id }: Person) =>
      school.transaction(async ({ db }) => {
        const { unsubscribe_token } = await db
          .selectFrom('notification_preferences')
          .select('unsubscribe_token')
          .where('member_id', '=', id)
          .executeTakeFirstOrThrow();
        return `/avisos/parar/${unsubscribe_token}/all`;
      });
    const [old, classmateAddress] = [await stopAddress(student), await stopAddress(classmate)];
    expect((await school.visitor.get(old)).status).toBe(200);
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    for (const address of [student.email, email])
      await confirm(school, (await tokensTo(school, address)).at(-1));
    const status = async (url: string) => (await school.visitor.get(url)).status;
    expect([await status(old), await status(await stopAddress(student))]).toEqual([404, 200]);
    expect(await status(classmateAddress)).toBe(200);
  });

  test('while another change is requested, without a deadlock', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    await confirm(school, (await tokensTo(school, student.email))[0]);
    const [newToken] = await tokensTo(school, email);
    const running = await school.transaction(async (tx) => {
      await lockChange(tx, student.id);
      const confirmed = confirm(school, newToken);
      await expectWaiting(tx, 1);
      const requested = requestChange(school.owner, student.id, newEmail());
      await expectWaiting(tx, 2);
      await expectFree(tx, sql`members WHERE id = ${student.id}`);
      return [confirmed, requested];
    });
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 202]);
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('and holds nothing that others need while it waits for a link', async () => {
    const school = await world.school();
    const student = await school.join();
    await passwordByLink(school, student.id);
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    await confirm(school, (await tokensTo(school, student.email))[0]);
    const [newToken] = await tokensTo(school, email);
    const confirmed = await school.transaction(async (tx) => {
      await lockLinks(tx, student.id);
      const running = confirm(school, newToken);
      await expectWaiting(tx, 1);
      // Who holds links takes the change next.
      await expectFree(tx, sql`email_changes`);
      return [running];
    });
    expect((await confirmed[0])!.status).toBe(200);
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('while a link of before sets a password, without a deadlock', async () => {
    const school = await world.school();
    const student = await school.join();
    const setPassword = await passwordByLink(school, student.id);
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    await confirm(school, (await tokensTo(school, student.email))[0]);
    const [newToken] = await tokensTo(school, email);
    const running = await school.transaction(async (tx) => {
      await lockMember(tx, student.id);
      const confirmed = confirm(school, newToken);
      await expectWaiting(tx, 1);
      const chosen = setPassword();
      await expectWaiting(tx, 2);
      return [confirmed, chosen];
    });
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 401]);
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('not where a link sets a password while it is requested, without a deadlock', async () => {
    const school = await world.school();
    const student = await school.join();
    const setPassword = await passwordByLink(school, student.id);
    await requestChange(school.owner, student.id, newEmail());
    const running = await school.transaction(async (tx) => {
      await lockChange(tx, student.id);
      const requested = requestChange(school.owner, student.id, newEmail());
      await expectWaiting(tx, 1);
      const chosen = setPassword();
      await expectWaiting(tx, 2);
      await expectFree(tx, sql`members WHERE id = ${student.id}`);
      return [requested, chosen];
    });
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([202, 204]);
    const pending = await school.owner.get(`/api/v1/members/${student.id}/email`);
    expect(pending.body.data).toBeNull();
  });

  test('never to an address of somebody else, asked for or taken meanwhile', async () => {
    const school = await world.school();
    const [one, other] = [await school.join(), await school.join()];
    const taken = await requestChange(school.owner, one.id, other.email.toUpperCase());
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    expect(taken.body.errors.email).toHaveLength(1);

    const email = newEmail();
    await requestChange(school.owner, one.id, email);
    await requestChange(school.owner, other.id, email);
    const tokens = await tokensTo(school, email);
    await confirm(school, (await tokensTo(school, one.email))[0]);
    await confirm(school, (await tokensTo(school, other.email)).at(-1));
    const answers = await Promise.all(tokens.map((token) => confirm(school, token)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 1 });
  });

  test('to the same address in other letters: it is nobody else’s', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = student.email.toUpperCase();
    expect((await requestChange(school.owner, student.id, email)).status).toBe(202);
    const tokens = [await tokensTo(school, student.email), await tokensTo(school, email)].flat();
    const answers = [await confirm(school, tokens[0]), await confirm(school, tokens[1])];
    expect(statuses(answers)).toEqual({ 200: 2 });
    expect(await emailOf(school, student.id)).toBe(email);
  });

  test('for oneself without a word about who has the address', async () => {
    const school = await world.school();
    const [student, other] = [await school.join(), await school.join()];
    const ask = (email: string) => student.send('PUT', '/api/v1/session/email', { email });
    const free = newEmail();
    const answers = [await ask(free), await ask(other.email.toUpperCase())];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[1]!.text).toBe(answers[0]!.text);
    const mailsAbout = async (email: string) =>
      (await mailsTo(school, email)).map(({ kind, subject }) => ({ kind, subject }));
    expect(await mailsAbout(other.email.toUpperCase())).toEqual(await mailsAbout(free));
    // The address stays with its member, whatever is confirmed.
    const [token] = await tokensTo(school, other.email.toUpperCase());
    const [, oldToken] = await tokensTo(school, student.email);
    expect(statuses([await confirm(school, token), await confirm(school, oldToken)])).toEqual({
      200: 1,
      409: 1,
    });
    expect(await emailOf(school, student.id)).toBe(student.email);
    expect(await emailOf(school, other.id)).toBe(other.email);
  });

  test('of an owner only by owners, of no member of another school, and not to the same address', async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const admin = await school.join(['admin']);
    const student = await school.join();
    expect((await requestChange(admin, school.owner.id, newEmail())).status).toBe(403);
    expect((await requestChange(student, student.id, newEmail())).status).toBe(403);
    expect((await requestChange(neighbour.owner, student.id, newEmail())).status).toBe(404);
    expect((await requestChange(admin, student.id, student.email)).status).toBe(422);
    expect((await requestChange(admin, student.id, 'x')).status).toBe(422);
    const email = newEmail();
    expect((await requestChange(admin, student.id, email)).status).toBe(202);
    const [token] = await tokensTo(school, email);
    expect((await confirm(neighbour, token)).status).toBe(401);
  });

  test('not after a day, and is asked for five times an hour', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    await school.transaction(({ db }) =>
      db.updateTable('email_changes').set({ expires_at: new Date() }).execute(),
    );
    const [token] = await tokensTo(school, email);
    expect((await confirm(school, token)).status).toBe(401);
    const pending = await school.owner.get(`/api/v1/members/${student.id}/email`);
    expect(pending.body.data).toBeNull();
    for (let more = 0; more < 4; more += 1)
      expect((await requestChange(school.owner, student.id, newEmail())).status).toBe(202);
    expect((await requestChange(school.owner, student.id, newEmail())).status).toBe(429);
  });

  test('and is asked for ten times a day, by the member and by admins together', async () => {
    const school = await world.school();
    const student = await school.join();
    const endHour = () =>
      school.transaction(({ db }) =>
        db
          .deleteFrom('failed_tries')
          .where('window_ends', '<', new Date(Date.now() + 2 * 3_600_000))
          .execute(),
      );
    const asked: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      if (count % 4 === 0) await endHour();
      const answer = await (count % 2
        ? student.send('PUT', '/api/v1/session/email', { email: newEmail() })
        : requestChange(school.owner, student.id, newEmail()));
      asked.push(answer.status);
    }
    expect(asked).toEqual([...Array<number>(10).fill(202), 429, 429]);
    const classmate = await school.join();
    expect((await requestChange(school.owner, classmate.id, newEmail())).status).toBe(202);
  });

  test('and mails one new address ten times a day, whoever asks for it', async () => {
    const school = await world.school();
    const email = newEmail();
    const askAs = async (address = email) =>
      (await (await school.join()).send('PUT', '/api/v1/session/email', { email: address })).status;
    for (let count = 0; count < 10; count += 1) expect(await askAs()).toBe(202);
    expect([await askAs(), await askAs(email.toUpperCase())]).toEqual([429, 429]);
    expect(await tokensTo(school, email)).toHaveLength(10);
    expect(await askAs(newEmail())).toBe(202);
  });

  test('not by a link after fifty that one address tried in a quarter of an hour', async () => {
    const school = await world.school();
    const student = await school.join();
    const email = newEmail();
    await requestChange(school.owner, student.id, email);
    const tried = { key: 'email:127.0.0.1', count: 49, window_ends: new Date(Date.now() + 60_000) };
    await school.transaction(({ db }) => db.insertInto('failed_tries').values(tried).execute());
    const [token] = await tokensTo(school, email);
    expect((await confirm(school, 'errado')).status).toBe(401);
    expect((await confirm(school, token)).status).toBe(429);
  });
});
