import { limits, messages } from '@vitrine/contract/privacy';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish, show } from '../../../test/communities.ts';
import { statuses, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { rowsReadBy } from '../../../test/plans.ts';
import { erase, password, photoOf, privacyCalls, tokenIn } from '../../../test/privacy.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { beginErasure } from './erasures.store.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const {
  joinMember,
  signIn,
  eraseMember,
  mailsTo,
  cancelToken,
  cancel,
  rowOf,
  runErasure,
  download,
} = privacyCalls(world, () => school);

describe('erasure', () => {
  test('closes the account at once: no session, no sign-in, no name', async () => {
    const rosa = await joinMember();
    const elsewhere = await signIn(rosa.email);
    const { id, channels } = await communityWith(school);
    const post = await publish(rosa as never, channels[0]!, '<p>Boa luz</p>');
    await publish(
      school.owner,
      channels[0]!,
      `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`,
    );
    const { status, body, headers } = await erase(rosa);
    expect(status).toBe(202);
    expect(body.message).toBe(messages.erasureAsked.replace('{{days}}', '7'));
    const days = (new Date(body.data.erase_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(limits.erasureDays);
    expect(String(headers['set-cookie'])).toMatch(/^vitrine=;/);
    for (const person of [rosa, elsewhere])
      expect((await person.get('/api/v1/me')).status).toBe(401);
    const feed = await school.owner.get(`/api/v1/channels/${channels[0]}/posts`);
    expect(feed.text).not.toContain('Rosa');
    expect(feed.body.data.find((one: { id: number }) => one.id === post.id).author).toBeNull();
    expect(feed.text).toContain('@membro removido');
    for (const path of [
      '/api/v1/members',
      '/api/v1/members?search=Rosa',
      '/api/v1/members/export',
      '/api/v1/search?q=Rosa',
      '/api/v1/ranking',
      `/api/v1/communities/${id}`,
    ]) {
      const { text } = await school.owner.get(path);
      expect([path, text.includes('Rosa'), text.includes(rosa.email)]).toEqual([
        path,
        false,
        false,
      ]);
      expect([path, text.includes('membro removido')]).toEqual([path, false]);
    }
    expect((await download(school.owner, `/api/v1/members/${rosa.id}/export`)).status).toBe(404);
    const change = { name: 'Rosa de volta' };
    for (const answer of [
      await school.owner.send('PATCH', `/api/v1/members/${rosa.id}`, change),
      await school.owner.send('DELETE', `/api/v1/members/${rosa.id}`),
      await school.owner.send('PUT', `/api/v1/members/${rosa.id}/email`, {
        email: 'n@example.com',
      }),
      await school.owner.post(`/api/v1/members/${rosa.id}/invitation`),
      await school.owner.get(`/api/v1/members/${rosa.id}/score`),
      await school.owner.post(`/api/v1/members/${rosa.id}/points`, { points: 5, reason: 'Ajudou' }),
      await eraseMember(rosa.id),
    ])
      expect(answer.status).toBe(404);
    expect((await show(school.owner, id)).id).toBe(id);
  });

  test('needs the password, or a new link of the member', async () => {
    const rosa = await joinMember();
    const other = await joinMember('Outra Pessoa');
    expect((await erase(rosa, {})).body.errors).toEqual({ password: [messages.proofNeeded] });
    expect((await erase(rosa, { password: 'errada' })).status).toBe(422);
    expect((await erase(rosa, { token: 'x'.repeat(201) })).status).toBe(422);
    expect((await erase(rosa, { token: 'errado' })).status).toBe(422);
    expect((await rosa.send('DELETE', '/api/v1/me')).status).toBe(400);
    expect((await other.post('/api/v1/me/erasure-link')).status).toBe(202);
    const otherToken = tokenIn((await mailsTo(other.email)).at(-1)!.plain);
    expect((await erase(rosa, { token: otherToken })).status).toBe(422);
    expect((await rosa.get('/api/v1/me')).status).toBe(200);
    expect((await rosa.post('/api/v1/me/erasure-link')).status).toBe(202);
    const [mail] = await mailsTo(rosa.email);
    expect(mail!.plain).toContain('/perfil/dados?token=');
    // Also while a link of theirs waits, no other token proves it.
    for (const token of ['errado', otherToken])
      expect((await erase(rosa, { token })).status).toBe(422);
    const change = { email: `nova-${other.email}`, password };
    await other.send('PUT', '/api/v1/session/email', change);
    expect((await erase(rosa, { token: tokenIn(mail!.plain) })).status).toBe(202);
    // The links and the e-mail change of others stay.
    expect((await school.owner.get(`/api/v1/members/${other.id}/email`)).body.data).toMatchObject({
      email: change.email,
    });
    expect((await erase(other, { token: otherToken })).status).toBe(202);
  });

  test('takes a magic link, and none that is old, used or of another purpose', async () => {
    const rosa = await joinMember();
    const link = async (expires: number, used = false, purpose = 'sign_in') => {
      const token = newToken();
      await school.transaction(({ db }) =>
        db
          .insertInto('sign_in_links')
          .values({
            member_id: rosa.id,
            purpose,
            token_hash: hashToken(token),
            expires_at: new Date(Date.now() + expires),
            used_at: used ? new Date() : null,
          })
          .execute(),
      );
      return token;
    };
    expect((await erase(rosa, { token: await link(-1000) })).status).toBe(422);
    expect((await erase(rosa, { token: await link(60_000, true) })).status).toBe(422);
    // An invitation that an admin handed over may lie in a chat.
    for (const purpose of ['password', 'invitation'])
      expect((await erase(rosa, { token: await link(60_000, false, purpose) })).status).toBe(422);
    // A link that was asked for here is valid for ten minutes, as its mail says.
    await rosa.post('/api/v1/me/erasure-link');
    const token = tokenIn((await mailsTo(rosa.email)).at(-1)!.plain);
    await school.transaction(({ db }) =>
      sql`UPDATE sign_in_links SET expires_at = expires_at - interval '10 minutes'
        WHERE purpose = 'erasure'`.execute(db),
    );
    expect((await erase(rosa, { token })).status).toBe(422);
    expect((await erase(rosa, { token: await link(60_000) })).status).toBe(202);
  });

  test('keeps the files of the member’s posts and of the school, and deletes what waits for a post', async () => {
    const rosa = await joinMember('Rosa Lima', ['admin']);
    const upload = async (use: string) => {
      const content = Buffer.from(`%PDF-1.4 ${use}`);
      const file = { use, filename: 'a.pdf', size: content.length };
      const { data } = (await rosa.post('/api/v1/uploads', file)).body;
      const headers = { 'content-type': 'application/pdf' };
      const sent = await rosa.send('PUT', new URL(data.url).pathname, content, { headers });
      expect(sent.status).toBe(200);
      return data.path as string;
    };
    const [attached, waiting, ofLesson] = [
      await upload('post_file'),
      await upload('post_file'),
      await upload('lesson_file'),
    ];
    const { channels } = await communityWith(school);
    await publish(rosa as never, channels[0]!, '<p>O roteiro</p>', {
      attachments: [{ kind: 'file', path: attached, name: 'Roteiro.pdf' }],
    });
    await erase(rosa);
    await runErasure(rosa.id);
    const feed = await school.owner.get(`/api/v1/channels/${channels[0]}/posts`);
    const [file] = feed.body.data[0].attachments;
    expect((await school.visitor.get(file.url)).status).toBe(200);
    expect((await school.owner.get(ofLesson)).status).toBe(200);
    expect((await school.owner.get(waiting)).status).toBe(404);
  });

  test('limits password attempts', async () => {
    const rosa = await joinMember();
    for (let turn = 0; turn < limits.erasureTriesPerHour; turn += 1)
      expect((await erase(rosa, { password: 'chute' })).status).toBe(422);
    expect((await erase(rosa)).status).toBe(429);
  });

  test('a sign-in with the right password is told so, and mails the link once more', async () => {
    const [rosa, other] = [await joinMember(), await joinMember('Outra Pessoa')];
    for (const person of [other, rosa]) await erase(person);
    expect((await signIn('ninguem@example.com')).body.code).toBe('wrong_sign_in');
    const again = await signIn(rosa.email);
    expect([again.status, again.body.code]).toEqual([401, 'erasure_pending']);
    expect(again.body.message).toMatch(/^Esta conta será apagada em \d+ de \p{L}+ de \d{4}\./u);
    const wrong = await signIn(rosa.email, 'errada-demais');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_sign_in']);
    await world.platform.jobs.runAll();
    const mails = await mailsTo(rosa.email);
    expect(mails).toHaveLength(2);
    // Only the later link is valid.
    expect((await cancel(tokenIn(mails[0]!.plain))).status).toBe(401);
    expect((await cancel(tokenIn(mails[1]!.plain))).status).toBe(200);
    // The link of somebody else stays valid.
    expect((await cancel(await cancelToken(other.email))).status).toBe(200);
  });

  test('a sign-in finds the newest of two accounts of one address, whatever its case', async () => {
    const before = await joinMember();
    expect((await erase(before)).status).toBe(202);
    const code = async (email: string, secret?: string) => (await signIn(email, secret)).body.code;
    expect(await code(before.email.toUpperCase())).toBe('erasure_pending');
    const { email } = before;
    const secret = 'outra-senha-boa';
    const account = { name: 'Rosa Lima', email, password: secret, roles: ['student'] };
    expect((await school.owner.post('/api/v1/members', account)).status).toBe(201);
    expect((await erase(await signIn(email, secret), { password: secret })).status).toBe(202);
    expect(await code(email, secret)).toBe('erasure_pending');
    expect(await code(email)).toBe('wrong_sign_in');
  });

  test('mails five links an hour to one mailbox, for a request as for a sign-in', async () => {
    const [rosa, lia] = [await joinMember(), await joinMember('Lia Nova')];
    const statusesOf = async (call: () => Promise<{ status: number }>) => {
      const answers = [];
      for (let turn = 0; turn <= limits.erasureLinksPerHour; turn += 1)
        answers.push((await call()).status);
      return answers;
    };
    const times = (status: number) =>
      Array.from({ length: limits.erasureLinksPerHour }, () => status);
    const requests = await statusesOf(() => rosa.post('/api/v1/me/erasure-link'));
    expect(requests).toEqual([...times(202), 429]);
    await erase(lia);
    expect(await statusesOf(() => signIn(lia.email))).toEqual([...times(401), 429]);
    // Each has mails of their own: those of the requests, and that of the erasure with five more.
    await world.platform.jobs.runAll();
    expect([(await mailsTo(rosa.email)).length, (await mailsTo(lia.email)).length]).toEqual([5, 6]);
  });

  test('offers no link after its day, while the job is late', async () => {
    const rosa = await joinMember();
    await erase(rosa);
    const wait = (until: Date) =>
      school.transaction(({ db }) =>
        db.updateTable('members').set({ erase_at: until }).where('id', '=', rosa.id).execute(),
      );
    // It comes due between the sign-in and the mail, or before the sign-in.
    expect((await signIn(rosa.email)).body.code).toBe('erasure_pending');
    await wait(new Date(Date.now() - 1000));
    expect((await signIn(rosa.email)).body.code).toBe('wrong_sign_in');
    await world.platform.jobs.runAll();
    expect(await mailsTo(rosa.email)).toHaveLength(1);
  });

  test('a sign-in names the day of the erasure in the zone of the account', async () => {
    const rosa = await joinMember();
    await erase(rosa);
    const dayIn = async (time_zone: string | null) => {
      await school.transaction(async ({ db }) =>
        db
          .updateTable('members')
          .set({ time_zone, erase_at: '2099-03-10T01:30:00Z' })
          .where('id', '=', rosa.id)
          .execute(),
      );
      return (await signIn(rosa.email)).body.message;
    };
    expect(await dayIn(null)).toContain('9 de março de 2099');
    expect(await dayIn('America/Manaus')).toContain('9 de março de 2099');
    expect(await dayIn('Asia/Tokyo')).toContain('10 de março de 2099');
  });

  test('is cancelled by the mail’s link: everything is as before', async () => {
    const product = await school.product();
    const rosa = await joinMember('Rosa Lima', ['moderator'], [product]);
    await rosa.send('PATCH', '/api/v1/me', { bio: 'Luz', language: 'es' });
    const photo = await photoOf(rosa);
    const { channels } = await communityWith(school);
    await publish(
      school.owner,
      channels[0]!,
      `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`,
    );
    const correction = { kind: 'correction', details: 'Meu nome' };
    await rosa.post('/api/v1/me/data-requests', correction);
    const other = await joinMember('Outra Pessoa');
    await erase(other);
    const before = await rowOf(rosa.id);
    await erase(rosa);
    expect(await rowOf(rosa.id)).toMatchObject({
      bio: '',
      photo_url: null,
      password_hash: null,
      language: null,
    });
    const token = await cancelToken(rosa.email);
    const neighbour = await world.school();
    expect((await cancel(token, neighbour.visitor)).status).toBe(401);
    expect((await cancel('errado')).status).toBe(401);
    const answer = await cancel(token);
    expect([answer.status, answer.body.message]).toEqual([200, messages.erasureCancelled]);
    expect((await cancel(token)).status).toBe(401);
    const { last_seen_at: _, ...same } = before!;
    // All but the rights of staff (decision 130).
    expect(await rowOf(rosa.id)).toMatchObject({ ...same, photo_url: photo, roles: ['student'] });
    const back = await signIn(rosa.email);
    expect(back.status).toBe(200);
    expect((await school.owner.get(`/api/v1/channels/${channels[0]}/posts`)).text).toContain(
      '@Rosa Lima',
    );
    expect((await school.owner.get('/api/v1/search?q=Rosa&kind=person')).body.data).toHaveLength(1);
    await runErasure(rosa.id);
    expect((await back.get('/api/v1/me')).body.data.name).toBe('Rosa Lima');
    expect((await back.get('/api/v1/me/data')).body.data.requests).toMatchObject([
      { kind: 'erasure', done_at: expect.any(String) },
      { ...correction, done_at: null },
    ]);
    expect((await school.owner.get('/api/v1/data-requests')).body).toMatchObject({
      open: 2,
      data: [correction, { kind: 'erasure' }],
    });
    expect((await cancel(await cancelToken(other.email))).status).toBe(200);
  });

  test('cannot be cancelled after seven days, nor where the e-mail has a new account', async () => {
    const rosa = await joinMember();
    await erase(rosa);
    const token = await cancelToken(rosa.email);
    await school.owner.post('/api/v1/members', { name: 'Nova Rosa', email: rosa.email, password });
    expect((await cancel(token)).status).toBe(409);
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ erase_at: new Date() }).where('id', '=', rosa.id).execute(),
    );
    expect((await cancel(token)).status).toBe(401);
    expect((await signIn(rosa.email)).status).toBe(200);
  });

  test('is refused for the last owner, and to an admin for any owner', async () => {
    const hash = await joinMember('Ana Dona', ['owner']);
    const admin = await joinMember('Ada Min', ['admin']);
    expect((await eraseMember(school.owner.id, admin)).body.code).toBe('owners_only');
    expect((await eraseMember(school.owner.id, school.owner)).body.code).toBe('own_erasure');
    expect((await eraseMember(school.owner.id, hash)).status).toBe(202);
    const last = await erase(hash);
    expect([last.status, last.body.code]).toEqual([409, 'last_owner']);
    expect((await hash.get('/api/v1/me')).status).toBe(200);
  });

  test('looks for another owner among the staff only', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO members (name, email)
        SELECT 'Aluna', 'aluna-' || n || '@example.com' FROM generate_series(1, 300) n`.execute(db),
    );
    const read = await school.transaction((tx) =>
      rowsReadBy(world.databaseUrl, tx, 'members', () =>
        expect(beginErasure(tx, { memberId: school.owner.id, by: null })).rejects.toMatchObject({
          code: 'last_owner',
        }),
      ),
    );
    expect(read).toBeLessThan(8);
  });

  test('leaves the name in no post, comment or edit that mentions the person at once', async () => {
    const rosa = await joinMember();
    const { channels } = await communityWith(school);
    const post = await publish(school.owner, channels[0]!);
    const mention = `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`;
    const [erased] = await Promise.all([
      eraseMember(rosa.id),
      ...[1, 2, 3].map(() => publish(school.owner, channels[0]!, mention)),
      ...[1, 2, 3].map(() => comment(school.owner, post.id, mention)),
      school.owner.send('PATCH', `/api/v1/posts/${post.id}`, { content: mention }),
    ]);
    expect(erased.status).toBe(202);
    const feed = await school.owner.get(`/api/v1/channels/${channels[0]}/posts`);
    const thread = await school.owner.get(`/api/v1/posts/${post.id}/comments`);
    expect([feed.body.data.length, thread.body.data.length]).toEqual([4, 3]);
    expect(feed.text + thread.text).not.toContain('Rosa');
  });

  test('waits for a comment that has read the name: it holds up the erasure of a person', async () => {
    const rosa = await joinMember();
    const { channels } = await communityWith(school);
    const post = await publish(school.owner, channels[0]!);
    const mention = `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`;
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM posts WHERE id = ${post.id} FOR UPDATE`.execute(tx.db);
      const written = school.owner.post(`/api/v1/posts/${post.id}/comments`, { content: mention });
      await expectWaiting(tx, 1);
      const erased = eraseMember(rosa.id);
      await expectWaiting(tx, 2);
      return [written, erased];
    });
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 202]);
    const thread = await school.owner.get(`/api/v1/posts/${post.id}/comments`);
    expect(thread.text).toContain('@membro removido');
  });

  test('two last owners at once: one stays', async () => {
    const owners = [
      await joinMember('Ana Dona', ['owner']),
      await joinMember('Bia Dona', ['owner']),
    ];
    await eraseMember(school.owner.id, owners[0]!);
    const running = await school.transaction(async (tx) => {
      // Neither is written before both were asked for.
      await sql`LOCK TABLE member_erasures IN SHARE MODE`.execute(tx.db);
      const first = erase(owners[0]!);
      await expectWaiting(tx, 1);
      const second = erase(owners[1]!);
      await expectWaiting(tx, 2);
      return [first, second];
    });
    expect(statuses(await Promise.all(running))).toEqual({ 202: 1, 409: 1 });
  });

  test('is requested by an admin, not by other staff or schools; the person gets the link', async () => {
    const rosa = await joinMember();
    const moderator = await joinMember('Mo De', ['moderator']);
    const neighbour = await world.school();
    expect((await eraseMember(rosa.id, moderator)).status).toBe(403);
    expect((await eraseMember(rosa.id, rosa)).status).toBe(403);
    expect((await eraseMember(rosa.id, neighbour.owner)).status).toBe(404);
    expect((await eraseMember(rosa.id)).status).toBe(202);
    expect((await rosa.get('/api/v1/me')).status).toBe(401);
    const { rows } = await dba.query(
      `SELECT params FROM audit_entries WHERE tenant_id = $1 AND action = 'privacy.eraseMember'`,
      [school.id],
    );
    expect(rows).toEqual([{ params: { id: rosa.id } }]);
    expect((await cancel(await cancelToken(rosa.email))).status).toBe(200);
  });

  test.each(['an admin', 'themselves'])(
    'by %s gives no rights of staff back with the link',
    async (by) => {
      const product = await school.product();
      for (const roles of [['admin', 'student'], ['owner'], ['moderator'], ['student']]) {
        const person = await joinMember('Ada Min', roles, [product]);
        const asked = by === 'an admin' ? await eraseMember(person.id) : await erase(person);
        expect(asked.status).toBe(202);
        expect((await cancel(await cancelToken(person.email))).status).toBe(200);
        const back = await signIn(person.email);
        expect([back.status, back.body.roles]).toEqual([200, [{ role: { slug: 'student' } }]]);
        expect((await back.get('/api/v1/members')).status).toBe(403);
        expect(
          (await school.owner.get(`/api/v1/members?search=${person.email}`)).body.data,
        ).toEqual([expect.objectContaining({ name: 'Ada Min', product_ids: [product] })]);
      }
    },
  );

  test('of two concurrent requests one counts', async () => {
    const rosa = await joinMember();
    const again = await signIn(rosa.email);
    const answers = await Promise.all([erase(rosa), erase(again), eraseMember(rosa.id)]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.every(({ status }) => [202, 401, 404, 422].includes(status))).toBe(true);
    expect(await mailsTo(rosa.email)).toHaveLength(1);
  });

  test('keeps what the member changed at the same moment, for its cancellation', async () => {
    const rosa = await joinMember();
    const running = await school.transaction(async (tx) => {
      await tx.db
        .updateTable('members')
        .set({ name: 'Rosa Nova' })
        .where('id', '=', rosa.id)
        .execute();
      const answer = erase(rosa);
      await expectWaiting(tx, 1);
      return [answer];
    });
    expect((await running[0]!).status).toBe(202);
    expect((await cancel(await cancelToken(rosa.email))).status).toBe(200);
    expect(await rowOf(rosa.id)).toMatchObject({ name: 'Rosa Nova' });
  });

  test('leaves no session, even during a sign-in', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const rosa = await joinMember();
      await Promise.all([eraseMember(rosa.id), signIn(rosa.email), signIn(rosa.email)]);
      const { rows } = await dba.query('SELECT 1 FROM sessions WHERE member_id = $1', [rosa.id]);
      expect(rows).toEqual([]);
    }
  });
});
