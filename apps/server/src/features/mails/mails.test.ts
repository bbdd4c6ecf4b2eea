import { limits } from '@vitrine/contract/mails';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { rowsReadBy } from '../../../test/plans.ts';
import { openSmtp } from '../../../test/smtp.ts';
import { zoneAt } from '../../../test/time-zones.ts';
import { enqueue } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/mail.ts';
import { listMails } from './mails.store.ts';

const smtp = await openSmtp();
const world = await openWorld({ SMTP_URL: smtp.url }, await ownDatabase());

let school: TestSchool;
let marina: Person;
beforeEach(async () => {
  school = await world.school('Contraluz');
  marina = await school.join();
  smtp.refusals.clear();
});

const list = async (query = '', person = school.owner) =>
  (await person.get(`/api/v1/mails${query}`)).body.data as MailRow[];
interface MailRow {
  id: number;
  kind: string;
  state: string;
  reason: string | null;
  notices: number;
  error: string;
  recipient: string;
  refused: number;
  member: { id: number; name: string } | null;
}
const forgot = async (person: Person) => {
  await school.visitor.post('/api/v1/password/forgot', { email: person.email });
  await world.platform.jobs.runAll();
};
const rename = (person: Person, name: string) =>
  school.transaction(({ db }) =>
    db.updateTable('members').set({ name }).where('id', '=', person.id).execute(),
  );

describe('the list of mails', () => {
  test('shows an admin recipient, kind and outcome, and neither text nor link', async () => {
    await forgot(marina);
    const answer = await school.owner.get('/api/v1/mails');
    expect(answer.body.delivers).toBe(1);
    expect(answer.body.data).toEqual([
      {
        id: expect.any(Number),
        kind: 'password',
        state: 'sent',
        reason: null,
        notices: 1,
        error: '',
        recipient: marina.email,
        refused: 0,
        member: { id: marina.id, name: 'Marina Teles', photo_url: null },
        created_at: expect.any(String),
        sent_at: expect.any(String),
      },
    ]);
    expect(answer.text).not.toMatch(/token|senha/i);
    const instructor = await school.join(['instructor']);
    expect((await instructor.get('/api/v1/mails')).status).toBe(403);
  });

  test('shows a school its own mails only', async () => {
    await forgot(marina);
    const neighbour = await world.school();
    expect(await list('', neighbour.owner)).toEqual([]);
    expect(await list(`?search=${marina.email}`, neighbour.owner)).toEqual([]);
  });

  test('finds by name without accents, by a part of the e-mail, and by an address of before', async () => {
    const joao = await school.join();
    await rename(joao, 'João Brandão');
    await forgot(marina);
    await forgot(joao);
    const recipientsOf = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).map(({ recipient }) => recipient);
    expect(await recipientsOf('joao')).toEqual([joao.email]);
    expect(await recipientsOf(marina.email.slice(0, -4))).toContain(marina.email);
    // Both the person and the address are found, and are one mail.
    expect(await recipientsOf(marina.email)).toEqual([marina.email]);
    expect(await recipientsOf('%')).toEqual([]);
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ email: `new-${joao.email}` })
        .where('id', '=', joao.id)
        .execute(),
    );
    expect(await recipientsOf(joao.email.toUpperCase())).toEqual([joao.email]);
  });

  test('is searched by the addresses that the index holds, however many mails there are', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO mails (kind, recipient, subject, html, plain)
        SELECT 'other', 'Aluna' || n || '@example.com', '', '', '' FROM generate_series(1, 300) n`.execute(
        db,
      ),
    );
    await school.transaction(async (tx) => {
      const find = async () => {
        const { data } = await listMails(tx, { search: 'aluna7@EXAMPLE.com' });
        expect(data.map(({ recipient }) => recipient)).toEqual(['Aluna7@example.com']);
      };
      expect(await rowsReadBy(world.databaseUrl, tx, 'mails', find)).toBeLessThan(8);
    });
  });

  test('comes a page at a time, each mail once, also of one person', async () => {
    await school.transaction(async (tx) => {
      for (let count = 0; count < 65; count += 1)
        await sendMail(tx, {
          kind: 'other',
          memberId: marina.id,
          recipient: marina.email,
          subject: 'a',
          html: 'a',
          plain: 'a',
        });
    });
    for (const search of ['', 'marina']) {
      const ids: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await school.owner.get(
          `/api/v1/mails?search=${search}${cursor && `&cursor=${cursor}`}`,
        );
        ids.push(...body.data.map(({ id }: MailRow) => id));
        cursor = body.next_cursor;
      }
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
      expect(ids).toHaveLength(65);
    }
  });

  test('shows which mails wait for the morning, and why a mail was not sent', async () => {
    const joao = await school.join();
    const { channels } = await communityWith(school);
    const post = await publish(marina, channels[0]!, '<p>Olá</p>', { title: 'Neblina' });
    const prefer = (hour: number, comments = true) => {
      const on = { platform: true, email: true };
      return marina.post(`/api/auth/v2/notification-preferences/${school.id}`, {
        like: on,
        post: on,
        comment: { platform: true, email: comments },
        reply: on,
        communities: [],
        time_zone: zoneAt(hour),
      });
    };
    const look = async () => {
      await school.transaction((tx) => enqueue(tx, 'mail-notifications', {}));
      await world.platform.jobs.runAll();
      return (await list()).map(({ kind, state, reason, notices }) => [
        kind,
        state,
        reason,
        notices,
      ]);
    };
    await prefer(3);
    await comment(joao, post.id, 'um');
    await comment(joao, post.id, 'dois');
    const held = [['notification', 'held', null, 2]];
    expect(await look()).toEqual(held);
    expect(await look()).toEqual(held);
    // The member reads everything before the morning's mail.
    await marina.send('PATCH', '/api/platform/auth/notification/update', { read: 1, all: true });
    await prefer(14);
    const read = ['notification', 'skipped', 'read', 2];
    expect(await look()).toEqual([read]);
    await comment(joao, post.id, 'três');
    await prefer(14, false);
    const off = ['notification', 'skipped', 'preference', 1];
    expect(await look()).toEqual([off, read]);
    await prefer(14);
    const posted = await comment(joao, post.id, 'quatro');
    await joao.send('DELETE', `/api/v1/comments/${posted.id}`);
    const skipped = ['notification', 'skipped', 'gone', 1];
    expect(await look()).toEqual([skipped, off, read]);
    for (let count = 0; count < 4; count += 1) await comment(joao, post.id, `fala ${count}`);
    expect(await look()).toEqual([['digest', 'sent', null, 4], skipped, off, read]);
    expect((await list('?state=skipped')).map(({ reason }) => reason)).toEqual([
      'gone',
      'preference',
      'read',
    ]);
    // Of the next night, without those of the days before, and none once the account is erased.
    await prefer(3);
    await comment(joao, post.id, 'boa noite');
    expect((await look())[0]).toEqual(['notification', 'held', null, 1]);
    await school.owner.post(`/api/v1/members/${marina.id}/erasure`);
    expect((await look()).filter(([, state]) => state === 'held')).toEqual([]);
  });

  test('names nobody who waits for their erasure', async () => {
    await forgot(marina);
    const erased = await school.owner.post(`/api/v1/members/${marina.id}/erasure`);
    expect(erased.status).toBe(202);
    const { text, body } = await school.owner.get('/api/v1/mails');
    expect(body.data.length).toBeGreaterThan(0);
    expect(text).not.toContain(marina.email);
    expect(text).not.toContain('Marina');
    // Nor does a search for what hides the person find their mails.
    expect(await list('?search=removido')).toEqual([]);
    // The staff know no such person any more.
    expect((await school.owner.post(`/api/v1/members/${marina.id}/email/retry`)).status).toBe(404);
  });
});

describe('a test mail', () => {
  test('goes to its sender, with the name and the colours of the school', async () => {
    await school.transaction(({ db }) =>
      db.updateTable('platform_settings').set({ primary_color: '#12ab56' }).execute(),
    );
    const sent = await school.owner.post('/api/v1/mails/test');
    expect(sent.status).toBe(202);
    expect(sent.body.message).toContain(school.owner.email);
    const [mail] = await school.transaction(({ db }) =>
      db.selectFrom('mails').selectAll().execute(),
    );
    expect(mail!.recipient).toBe(school.owner.email);
    expect(mail!.html).toContain('Contraluz');
    expect(mail!.html).toContain('background:#12ab56');
    // Beside the subject a list of mails shows this, not the head of the page.
    expect(mail!.html).toMatch(
      /<body[^>]+>\s*<div style="display:none[^>]+>É assim que os e-mails/,
    );
    await world.platform.jobs.runAll();
    expect((await list())[0]).toMatchObject({ kind: 'test', state: 'sent' });
  });

  test('is refused after several in an hour', async () => {
    const statuses: number[] = [];
    for (let count = 0; count <= limits.testsPerHour; count += 1)
      statuses.push((await school.owner.post('/api/v1/mails/test')).status);
    expect(statuses).toEqual([...Array(limits.testsPerHour).fill(202), 429]);
  });
});

describe('an address that its server refuses for good', () => {
  const remind = async (
    person: Person,
    kind: 'digest' | 'reminder' | 'notification' = 'digest',
  ) => {
    await school.transaction((tx) =>
      sendMail(tx, {
        kind,
        memberId: person.id,
        recipient: person.email,
        subject: 'a',
        html: 'a',
        plain: 'a',
      }),
    );
    await world.platform.jobs.runAll();
  };
  const tries = (person: Person) => smtp.recipients.filter((one) => one === person.email).length;
  const refuse = (person: Person, line = '550 5.1.1 No such mailbox') =>
    smtp.refusals.set(person.email, line);

  test('is tried once, is marked, and gets no notification mails any more', async () => {
    refuse(marina);
    await remind(marina);
    expect(await list()).toMatchObject([
      { state: 'bounced', error: '550 5.1.1 No such mailbox', refused: 1 },
    ]);
    for (const kind of ['digest', 'reminder', 'notification'] as const) await remind(marina, kind);
    expect(tries(marina)).toBe(1);
    expect((await list('?state=skipped')).map(({ reason }) => reason)).toEqual([
      'bounced',
      'bounced',
      'bounced',
    ]);
    const { body } = await school.owner.get(`/api/v1/members?search=${marina.email}`);
    expect(body.data[0].email_error).toBe('550 5.1.1 No such mailbox');
    expect((await marina.get('/api/v1/me')).body.data.email_refused).toBe(1);
    const remaining = await school.transaction(({ db }) =>
      db.selectFrom('mails').select('plain').execute(),
    );
    expect(remaining.map(({ plain }) => plain).join('')).toBe('');
  });

  test('is marked however it is written, with the beginning of a long reason', async () => {
    const reason = `550 5.1.1 ${'x'.repeat(limits.error)}`;
    const email = `Rosa-${school.id}@example.com`;
    const created = await school.owner.post('/api/v1/members', { name: 'Rosa', email });
    const rosa = { ...marina, id: created.body.data.id as number, email };
    refuse(rosa, reason);
    await remind(rosa);
    expect((await list())[0]).toMatchObject({ state: 'bounced', refused: 1 });
    expect((await list())[0]!.error).toBe(reason.slice(0, limits.error));
    await remind(rosa);
    expect((await list('?state=skipped')).map((mail) => mail.reason)).toEqual(['bounced']);
  });

  test('is still tried with a link to sign in, which brings it back once one arrives', async () => {
    refuse(marina);
    await remind(marina);
    await forgot(marina);
    expect(tries(marina)).toBe(2);
    expect((await list())[0]).toMatchObject({ kind: 'password', state: 'bounced' });
    smtp.refusals.clear();
    await forgot(marina);
    expect((await list())[0]).toMatchObject({ kind: 'password', state: 'sent', refused: 0 });
    await remind(marina);
    expect((await list())[0]).toMatchObject({ kind: 'digest', state: 'sent' });
  });

  test('is tried again when the staff or the member says so, or has another address', async () => {
    refuse(marina);
    await remind(marina);
    const path = `/api/v1/members/${marina.id}/email/retry`;
    expect((await marina.post(path)).status).toBe(403);
    expect((await (await world.school()).owner.post(path)).status).toBe(404);
    expect((await school.owner.post(path)).status).toBe(200);
    await remind(marina);
    expect(tries(marina)).toBe(2);
    expect((await marina.post('/api/v1/me/email/retry')).status).toBe(200);
    await remind(marina);
    expect(tries(marina)).toBe(3);
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ email: `other-${marina.email}` })
        .where('id', '=', marina.id)
        .execute(),
    );
    expect((await marina.get('/api/v1/me')).body.data.email_refused).toBe(0);
  });

  test('is tried again once a link of its member was used, and no other one is', async () => {
    const joao = await school.join();
    for (const person of [marina, joao]) {
      refuse(person);
      await remind(person);
    }
    const link = await school.owner.post(`/api/v1/members/${marina.id}/access-link`);
    const token = new URL(link.body.data.url).searchParams.get('token');
    const chosen = { token, password: 'luz-e-sombra-42' };
    expect((await school.visitor.post('/api/v1/password/reset', chosen)).status).toBe(204);
    const errorOf = async ({ email }: Person) =>
      (await school.owner.get(`/api/v1/members?search=${email}`)).body.data[0].email_error;
    expect(await errorOf(marina)).toBeNull();
    expect(await errorOf(joao)).toBe('550 5.1.1 No such mailbox');
  });

  test.each([
    ['451 4.2.0 Try later', 'waiting'],
    ['550 5.7.1 Relaying denied', 'waiting'],
    ['554 Your server is on a list', 'waiting'],
    ['550 5.2.1 Mailbox disabled', 'bounced'],
    ['553 Mailbox name not allowed', 'bounced'],
  ])('%s leaves the mail %s', async (line, state) => {
    refuse(marina, line);
    await remind(marina);
    expect(await list()).toMatchObject([
      { state, error: line, refused: state === 'bounced' ? 1 : 0 },
    ]);
  });
});
