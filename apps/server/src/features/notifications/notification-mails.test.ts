import type { Post } from '@vitrine/contract/posts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { openSmtp } from '../../../test/smtp.ts';
import { runSql } from '../../../test/sql.ts';
import { zoneAt } from '../../../test/time-zones.ts';
import { enqueue } from '../../platform/jobs.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

let school: TestSchool;
let marina: Person;
let joao: Person;
let post: Post;
beforeEach(async () => {
  school = await world.school('Contraluz');
  marina = await school.join();
  joao = await school.join();
  const { channels } = await communityWith(school);
  post = await publish(marina, channels[0]!, '<p>Olá</p>', { title: 'Neblina <3' });
});

const mailed = { platform: true, email: true };
const prefer = (person: Person, overrides: object = {}) =>
  person.post(`/api/auth/v2/notification-preferences/${school.id}`, {
    like: mailed,
    post: mailed,
    comment: mailed,
    reply: mailed,
    communities: [],
    time_zone: zoneAt(14),
    ...overrides,
  });
/** The window of the mails is over. */
async function sendMails() {
  await school.transaction((tx) => enqueue(tx, 'mail-notifications', {}));
  await world.platform.jobs.runAll();
}
const mails = (person = marina) =>
  school.transaction(({ db }) =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', person.email)
      .where('state', 'not in', ['held', 'skipped'])
      .orderBy('id')
      .execute(),
  );
const read = (person: Person) =>
  person.send('PATCH', '/api/platform/auth/notification/update', { read: 1, all: true });

test('a member whose preferences have no link to stop mails gets one with the next change', async () => {
  await prefer(marina);
  // As in a school from before there were mails.
  await school.transaction(({ db }) =>
    db
      .updateTable('notification_preferences')
      .set({ base_url: null, unsubscribe_token: null })
      .execute(),
  );
  await prefer(marina);
  await comment(joao, post.id);
  await sendMails();
  const [one] = await mails();
  expect(one?.plain).toMatch(/\/avisos\/parar\/[\w-]{43}\/comment/);
  await prefer(marina, { like: { platform: true, email: false } });
  await comment(joao, post.id);
  await sendMails();
  // The links of earlier mails still work.
  expect((await mails()).map(({ headers }) => headers)).toEqual([one!.headers, one!.headers]);
});

test('a post of a community that the member has muted meanwhile is not mailed', async () => {
  const { community_id, channel_id } = post;
  const ana = await school.join();
  for (const who of [marina, ana]) await prefer(who, { communities: [community_id] });
  await publish(joao, channel_id);
  await world.platform.jobs.runAll();
  await prefer(marina, { communities: [] });
  await comment(joao, post.id);
  await sendMails();
  // Others have not muted it.
  expect(await mails(ana)).toHaveLength(1);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Marina Teles comentou na sua publicação',
  ]);
});

test('a mail that fails keeps nobody else waiting, and is tried again', async () => {
  await prefer(marina);
  await prefer(joao);
  await comment(joao, post.id);
  const { id } = await publish(joao, post.channel_id);
  await comment(marina, id);
  await runSql(
    databaseUrl,
    `
    CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'no mail to %', NEW.recipient; END $$;
    CREATE TRIGGER refuse_mail BEFORE INSERT ON mails FOR EACH ROW
      WHEN (NEW.recipient = '${marina.email}' AND NEW.state <> 'held') EXECUTE FUNCTION refuse_mail()`,
  );
  await sendMails();
  await runSql(databaseUrl, 'DROP FUNCTION refuse_mail CASCADE');
  expect([await mails(), await mails(joao)]).toMatchObject([[], [{}]]);
  const failed = await runSql(
    databaseUrl,
    `SELECT attempts FROM graphile_worker.jobs
    WHERE task_identifier = 'mail-notifications' AND last_error LIKE '%${marina.email}%'`,
  );
  expect(failed).toEqual([{ attempts: 1 }]);
  await sendMails();
  expect([await mails(), await mails(joao)]).toMatchObject([[{}], [{}]]);
});

test('a mail that always fails is tried eight times, and the list of mails says so', async () => {
  await prefer(marina);
  await comment(joao, post.id);
  await comment(joao, post.id);
  await runSql(
    databaseUrl,
    `
    CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no mail'; END $$;
    CREATE TRIGGER refuse_mail BEFORE INSERT ON mails FOR EACH ROW
      WHEN (NEW.state = 'waiting') EXECUTE FUNCTION refuse_mail()`,
  );
  const listed = async () => (await school.owner.get('/api/v1/mails')).body.data;
  const waitingJobs = async () =>
    (
      await runSql(
        databaseUrl,
        `DELETE FROM graphile_worker._private_jobs
      WHERE payload ->> 'tenantId' = '${school.id}' RETURNING id`,
      )
    ).length;
  const tryOnce = async () => {
    await waitingJobs();
    await sendMails();
  };
  for (let tries = 1; tries < 8; tries += 1) {
    await tryOnce();
    expect(await listed()).toEqual([]);
  }
  await tryOnce();
  const failed = { kind: 'notification', state: 'failed', notices: 2, recipient: marina.email };
  expect(await listed()).toMatchObject([failed]);
  await tryOnce();
  expect(await listed()).toHaveLength(1);
  expect(await waitingJobs()).toBe(0);
  await runSql(databaseUrl, 'DROP FUNCTION refuse_mail CASCADE');
  await comment(joao, post.id);
  await sendMails();
  expect(await listed()).toMatchObject([{ state: 'waiting', notices: 1 }, failed]);
});

test('a mail that fails and is sent then has its tries anew', async () => {
  await prefer(marina);
  for (const tries of [5, 7]) {
    await comment(joao, post.id);
    await school.transaction(({ db }) =>
      db.updateTable('notification_preferences').set({ mail_tries: tries }).execute(),
    );
    await sendMails();
    const [row] = await school.transaction(({ db }) =>
      db
        .selectFrom('notification_preferences')
        .select('mail_tries')
        .where('member_id', '=', marina.id)
        .execute(),
    );
    expect(row).toEqual({ mail_tries: 0 });
  }
  expect(await mails()).toHaveLength(2);
});

test('a time zone from before there was a check is mended, and stops nobody’s mails', async () => {
  const kept = { time_zone: 'America/Manaus' };
  await prefer(joao, { ...kept, like: { platform: true, email: false } });
  await joao.send('PATCH', '/api/v1/me', kept);
  await prefer(marina);
  await comment(joao, post.id);
  await school.transaction(async ({ db }) => {
    const unknown = { time_zone: 'BET' };
    await db.updateTable('members').set(unknown).where('id', '=', marina.id).execute();
    await db
      .updateTable('notification_preferences')
      .set(unknown)
      .where('member_id', '=', marina.id)
      .execute();
  });
  const migration = join(import.meta.dirname, '../../../migrations/0192_time_zones_of_before.sql');
  await runSql(databaseUrl, await readFile(migration, 'utf8'));
  const zones = await school.transaction(({ db }) =>
    db
      .selectFrom('notification_preferences as p')
      .innerJoin('members as m', 'm.id', 'p.member_id')
      .select(['m.time_zone as own', 'p.time_zone as of_mails'])
      .orderBy('m.id')
      .execute(),
  );
  expect(zones).toEqual([
    { own: null, of_mails: 'America/Sao_Paulo' },
    { own: 'America/Manaus', of_mails: 'America/Manaus' },
  ]);
  await prefer(marina);
  await sendMails();
  expect(await mails()).toHaveLength(1);
});

test.each(['BET', 'US/Pacific-New'])(
  'the time zone %s, which PostgreSQL does not know, is refused and stops nobody’s mails',
  async (time_zone) => {
    await prefer(marina);
    await prefer(joao);
    const refused = [
      await prefer(joao, { time_zone }),
      await joao.send('PATCH', '/api/v1/me', { time_zone }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422]);
    for (const { body } of refused) expect(Object.keys(body.errors)).toEqual(['time_zone']);
    await comment(joao, post.id);
    await comment(marina, post.id);
    await sendMails();
    expect(await mails()).toHaveLength(1);
  },
);

describe('a mail of a notification', () => {
  test('goes to members who chose it, names what happened and links there', async () => {
    await comment(joao, post.id, '<p>Que <b>luz</b> &lt;3</p>');
    await prefer(marina);
    await comment(joao, post.id, '<p>Que <b>luz</b> &lt;3</p>');
    await sendMails();
    const [one, ...more] = await mails();
    expect(more).toEqual([]);
    expect(one!.subject).toBe('Marina Teles comentou na sua publicação');
    expect(one!.plain).toContain('“Que luz <3”');
    expect(one!.plain).toMatch(
      new RegExp(`http://${school.host}\\S*/comunidade/post/${post.id}/\\S+\\?comentario=\\d+`),
    );
    expect(one!.html).toContain('Que luz &lt;3');
    expect(one!.html).toContain('Contraluz');
    // The day stands in the head. A row says the time only.
    const day = new Intl.DateTimeFormat('pt', {
      day: 'numeric',
      month: 'long',
      timeZone: zoneAt(14),
    }).format(new Date());
    expect(one!.html).toContain(`>${day}</td>`);
    expect(one!.plain).toMatch(/^hoje às \d\d:\d\d · http/m);
    expect(one!.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\S+\/avisos\/parar\/[\w-]{43}\/comment>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(await mails(joao)).toEqual([]);
    await sendMails();
    expect(await mails()).toHaveLength(1);
  });

  test('keeps faces and words on the edge of the title: no table has spacing of its own', async () => {
    await prefer(marina);
    await comment(joao, post.id);
    await sendMails();
    const [one] = await mails();
    const tables = one!.html.match(/<table[^>]*>/g)!;
    expect(tables.filter((table) => !table.includes('border-collapse:collapse'))).toEqual([]);
    // The cells of a row set their own padding, in place of the 1 px that browsers give.
    const cells = /<td width="44"[\s\S]*?<\/table>/.exec(one!.html)![0].match(/<td[^>]*>/g)!;
    expect(cells.filter((cell) => !cell.includes('padding:0'))).toEqual([]);
  });

  test('has names and titles in bold, and no HTML of theirs', async () => {
    await prefer(marina);
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ name: '{{title}} <i>' }).where('id', '=', joao.id).execute(),
    );
    await joao.send('PUT', `/api/v1/posts/${post.id}/like`, {});
    await sendMails();
    const [one] = await mails();
    const bold = (text: string) => `<b style="font-weight:600">${text}</b>`;
    expect(one!.html).toContain(`${bold('{{title}} &lt;i&gt;')} curtiu ${bold('Neblina &lt;3')}`);
    expect(one!.html).not.toContain('<i>');
    expect(one!.subject).toBe('{{title}} <i> curtiu Neblina <3');
  });

  test('is in the language of the member', async () => {
    await prefer(marina);
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ language: 'en' }).where('id', '=', marina.id).execute(),
    );
    await comment(joao, post.id);
    await sendMails();
    const [one] = await mails();
    expect(one!.subject).toBe('Marina Teles commented on your post');
    expect(one!.html).toContain('<html lang="en">');
  });

  test('three come alone, four come as one digest', async () => {
    await prefer(marina);
    for (let count = 0; count < 3; count += 1) await comment(joao, post.id);
    await sendMails();
    expect((await mails()).map(({ subject }) => subject)).toHaveLength(3);
    for (let count = 0; count < 4; count += 1) await comment(joao, post.id, `Fala ${count}`);
    await sendMails();
    const all = await mails();
    expect(all).toHaveLength(4);
    expect(all[0]!.plain).toMatch(/^Novidade para você, Marina$/m);
    expect(all[3]!.plain).toMatch(/^4 novidades para você, Marina$/m);
    expect(all[3]!.subject).toBe('4 novidades: Marina Teles comentou na sua publicação');
    for (let count = 0; count < 4; count += 1) expect(all[3]!.plain).toContain(`Fala ${count}`);
  });

  test('likes of one post are mailed once, and again after they were read', async () => {
    await prefer(marina);
    const like = async () => {
      const fan = await school.join();
      await fan.send('PUT', `/api/v1/posts/${post.id}/like`);
      await sendMails();
      return (await mails()).length;
    };
    expect([await like(), await like()]).toEqual([1, 1]);
    await read(marina);
    expect([await like(), await like()]).toEqual([2, 2]);
  });

  test('shows beside its subject what was written, and of a digest what happened', async () => {
    const previewOf = ({ html }: { html: string }) =>
      /<body[^>]+>\s*<div style="display:none[^>]+>([^<]*)<\/div>/.exec(html)?.[1];
    await prefer(marina);
    await comment(joao, post.id, '<p>Que <b>luz</b> &lt;3</p>');
    await sendMails();
    for (let count = 0; count < 4; count += 1) await comment(joao, post.id, `Fala ${count}`);
    await sendMails();
    const [one, digest] = await mails();
    expect(previewOf(one!)).toBe('Que luz &lt;3');
    expect(previewOf(digest!)).toMatch(
      /^Marina Teles comentou na sua publicação · Marina Teles comentou/,
    );
  });

  test('the subject of a digest names an answer before likes and news', async () => {
    const own = await comment(marina, post.id, '<p>Que lente foi?</p>');
    await prefer(marina);
    await comment(joao, post.id, '<p>Uma de 35 mm</p>', { parent_id: own.id });
    await comment(joao, post.id);
    await joao.send('PUT', `/api/v1/posts/${post.id}/like`);
    await joao.send('PUT', `/api/v1/comments/${own.id}/like`);
    await sendMails();
    const [digest, ...more] = await mails();
    expect(more).toEqual([]);
    expect(digest!.subject).toBe('4 novidades: Marina Teles respondeu seu comentário');
  });

  test('a digest leads to the lesson that its reader left last and may still open', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2] });
    const [first, second] = course.lessons;
    const holder = await school.join(['student'], [product]);
    const ownPost = await publish(holder, post.channel_id, '<p>Oi</p>', { title: 'Luz' });
    await prefer(holder);
    const digest = async () => {
      for (let count = 0; count < 4; count += 1) await comment(joao, ownPost.id);
      await sendMails();
      return (await mails(holder)).at(-1)!;
    };
    const watch = (lesson: number, body: object) =>
      holder.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 0, ...body });

    expect((await digest()).plain).not.toContain('Continuar a aula');
    await watch(first!, { seconds: 20 });
    await watch(second!, { seconds: 30 });
    const { plain, html } = await digest();
    expect(plain).toContain('Aula 1.2 (Você parou em 0:30, resta 1 min)');
    const url = `http://${school.host}`;
    expect(plain).toMatch(new RegExp(`Continuar a aula: ${url}\\S*/curso/\\S+/${second}$`, 'm'));
    expect(html).toMatch(new RegExp(`href="${url}\\S*/curso/[^"]+/${second}"`));
    expect(plain).toMatch(/Escolher meus avisos: \S+\/notifications\?avisos$/m);

    await watch(second!, { finished: true });
    expect((await digest()).plain).not.toContain('Continuar a aula');
    await watch(first!, { seconds: 20 });
    expect((await digest()).plain).toContain('Continuar a aula');
    await school.transaction(({ db }) =>
      db.deleteFrom('member_products').where('member_id', '=', holder.id).execute(),
    );
    expect((await digest()).plain).not.toContain('Continuar a aula');
  });

  test('is not sent about read, removed, closed or muted content', async () => {
    await prefer(marina);
    await comment(joao, post.id);
    await read(marina);
    await sendMails();
    const posted = await comment(joao, post.id);
    await joao.send('DELETE', `/api/v1/comments/${posted.id}`);
    await sendMails();
    await comment(joao, post.id);
    await prefer(marina, { comment: { platform: true, email: false } });
    await sendMails();
    await prefer(marina);
    await comment(joao, post.id);
    await school.transaction(({ db }) =>
      db.updateTable('communities').set({ active: false }).execute(),
    );
    await sendMails();
    expect(await mails()).toEqual([]);
  });

  test.each([
    [23, 0],
    [4, 0],
    [12, 1],
  ])('at %i o’clock of the member’s zone: %i', async (hour, count) => {
    await prefer(marina, { time_zone: zoneAt(hour) });
    await comment(joao, post.id);
    await sendMails();
    expect(await mails()).toHaveLength(count);
    // It waits for the morning.
    await prefer(marina);
    await sendMails();
    expect(await mails()).toHaveLength(1);
  });

  test('can be sent without the bell, if the member chooses so', async () => {
    await prefer(marina, { like: { platform: false, email: true } });
    await joao.send('PUT', `/api/v1/posts/${post.id}/like`);
    expect((await marina.get('/api/auth/notification')).body.data).toEqual([]);
    await sendMails();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Marina Teles curtiu Neblina <3',
    ]);
    expect((await mails())[0]!.html).not.toContain('<3');
  });
});

test('one job waits for all mails of some minutes', async () => {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  onTestFinished(() => database.end());
  const waiting = "graphile_worker._private_jobs WHERE key LIKE $1 || ':notification-mails:%'";
  await comment(joao, post.id);
  const jobs = async () =>
    (await database.query(`SELECT run_at FROM ${waiting}`, [school.id])).rows;
  expect(await jobs()).toEqual([]);
  await prefer(marina);
  await comment(joao, post.id);
  await comment(joao, post.id);
  await world.platform.jobs.runAll();
  expect(await mails()).toEqual([]);
  expect([1, 2]).toContain((await jobs()).length);
  await database.query(
    "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE $1 || ':notification-mails:%'",
    [school.id],
  );
  await world.platform.jobs.runAll();
  expect(await mails()).toHaveLength(2);
});

describe('the link of a mail', () => {
  const stopUrl = async () => {
    const [one] = (await mails()).slice(-1);
    return new URL(
      String((one!.headers as Record<string, string>)['List-Unsubscribe']).slice(1, -1),
    ).pathname;
  };

  test('has no effect by GET; its POST stops this kind only, signed in or not', async () => {
    await prefer(marina);
    await comment(joao, post.id);
    await sendMails();
    const path = await stopUrl();
    await prefer(joao);
    const page = await school.visitor.get(path);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Parar e-mails de comentários');
    const preferences = async () =>
      (await marina.get(`/api/auth/v2/notification-preferences/${school.id}`)).body;
    expect((await preferences()).comment.email).toBe(true);
    const stopped = await school.visitor.send('POST', path, 'List-Unsubscribe=One-Click', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(stopped.status).toBe(200);
    expect(await preferences()).toMatchObject({
      comment: { platform: true, email: false },
      like: mailed,
    });
    const { body: others } = await joao.get(`/api/auth/v2/notification-preferences/${school.id}`);
    expect(others.comment).toEqual(mailed);
    await comment(joao, post.id);
    await sendMails();
    expect(await mails()).toHaveLength(1);
  });

  test('of another member, of another school or of an unknown kind is refused', async () => {
    await prefer(marina);
    await comment(joao, post.id);
    await sendMails();
    const path = await stopUrl();
    const neighbour = await world.school();
    const answers = [
      await neighbour.visitor.send('POST', path),
      await school.visitor.send('POST', path.replace(/comment$/, 'session')),
      await school.visitor.send('POST', path.replace(/parar\/.{43}/, `parar/${'a'.repeat(43)}`)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers[2]!.text).toContain('<p>Este link não vale mais.</p>');
    const spanish = await school.visitor.send(
      'GET',
      path.replace(/parar\/.{43}/, `parar/${'a'.repeat(43)}`),
      undefined,
      { headers: { cookie: 'language=es' } },
    );
    expect(spanish.text).toContain('<html lang="es">');
    expect(spanish.text).toContain('<p>Este enlace ya no es válido.</p>');
    const { body } = await marina.get(`/api/auth/v2/notification-preferences/${school.id}`);
    expect(body.comment.email).toBe(true);
  });
});

test('the unsubscribe headers reach the mail server', async () => {
  const smtp = await openSmtp();
  const sending = await openWorld({ SMTP_URL: smtp.url }, await ownDatabase());
  const school = await sending.school();
  const [writer, author] = [await school.join(), await school.join()];
  await author.post(`/api/auth/v2/notification-preferences/${school.id}`, {
    like: mailed,
    post: mailed,
    comment: mailed,
    reply: mailed,
    communities: [],
    time_zone: zoneAt(14),
  });
  const { channels } = await communityWith(school);
  const { id } = await publish(author, channels[0]!);
  await comment(writer, id);
  await sending.platform.database.transaction(school.id, (tx) =>
    enqueue(tx, 'mail-notifications', {}),
  );
  await sending.platform.jobs.runAll();
  await sending.platform.jobs.runAll();
  expect(smtp.recipients).toEqual([author.email]);
  expect(smtp.lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(smtp.lines.join('')).toMatch(/List-Unsubscribe: ?<http:/);
});

test('a mail that waits for the morning is tried again within minutes', async () => {
  await prefer(marina, { time_zone: zoneAt(23) });
  await comment(joao, post.id);
  await sendMails();
  const rows = await runSql(
    databaseUrl,
    `SELECT run_at BETWEEN now() AND now() + interval '15 minutes' AS soon
    FROM graphile_worker._private_jobs WHERE key = '${school.id}:notification-mails:quiet'`,
  );
  expect(rows).toEqual([{ soon: true }]);
});
