import type { PushMessage } from '@vitrine/contract/push';
import { sql } from 'kysely';
import { createECDH, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { signInByPassword, withPassword } from '../../../test/sign-in.ts';
import { readConfig } from '../../platform/config.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openPush } from '../../platform/push.ts';

/** A fake push service. It records the requests, also those of a redirect that is followed. */
const sent: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
let status = 201;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    sent.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status, { location: `${origin}/elsewhere` }).end();
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
afterAll(() => void service.close());

const world = await openWorld({ PUSH_TEST_ORIGIN: origin }, await ownDatabase());

let school: TestSchool;
let marina: Person;
let joao: Person;
let post: { id: number };
beforeEach(async () => {
  sent.length = 0;
  status = 201;
  school = await world.school('Contraluz');
  marina = await school.join();
  joao = await school.join();
  const { channels } = await communityWith(school);
  post = await publish(marina, channels[0]!, '<p>Olá</p>', { title: 'Neblina' });
  await world.platform.jobs.runAll();
});

/** A fake browser that subscribes and decrypts its messages (RFC 8291). */
function device(path: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = randomBytes(16);
  return {
    endpoint: origin + path,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') },
    read(body: Buffer): PushMessage {
      const salt = body.subarray(0, 16);
      const length = body[20]!;
      const senderKey = body.subarray(21, 21 + length);
      const cipher = body.subarray(21 + length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
      const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), secret, info, 32));
      const part = (name: string, bytes: number) =>
        Buffer.from(
          hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes),
        );
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
      decipher.setAuthTag(cipher.subarray(-16));
      const plain = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushMessage;
    },
  };
}

const message: PushMessage = { title: 'Contraluz', text: 'Olá', url: '/', tag: 'a' };

function newPair() {
  const pair = createECDH('prime256v1');
  return {
    VAPID_PUBLIC_KEY: pair.generateKeys('base64url'),
    VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
  };
}

const subscribe = (
  person: Person,
  { endpoint, keys }: Pick<ReturnType<typeof device>, 'endpoint' | 'keys'>,
) => person.send('PUT', '/api/v1/push/subscription', { endpoint, keys });
const subscribed = async (person: Person, path = '/a') => {
  const its = device(path);
  expect((await subscribe(person, its)).status).toBe(204);
  return its;
};
const endpoints = () =>
  school.transaction(async ({ db }) =>
    (await db.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()).map(
      ({ endpoint }) => endpoint.slice(origin.length),
    ),
  );

describe('a notification', () => {
  test('reaches each device of its member once, with the sentence of the bell and no more', async () => {
    const [phone, laptop] = [await subscribed(marina), await subscribed(marina, '/b')];
    await subscribed(joao, '/joao');
    await comment(joao, post.id, '<p>Um segredo nosso</p>');
    await world.platform.jobs.runAll();
    expect(sent.map(({ path }) => path).toSorted()).toEqual(['/a', '/b']);
    const [first] = sent;
    const read = (first!.path === '/a' ? phone : laptop).read(first!.body);
    expect(read).toEqual({
      title: 'Contraluz',
      text: 'Marina Teles comentou na sua publicação',
      url: expect.stringMatching(
        new RegExp(`^/comunidade/post/${post.id}/\\d+/\\d+\\?comentario=`),
      ),
      tag: expect.stringMatching(/^notification-\d+$/),
    });
    expect(first!.headers['content-encoding']).toBe('aes128gcm');
    expect(first!.headers['authorization']).toContain(world.platform.push.publicKey);
    expect(first!.headers['ttl']).toBe('86400');
    expect(first!.body.toString('latin1')).not.toContain('segredo');
    // Runs the job again, as after a crash: it must send nothing twice.
    await school.transaction((tx) => enqueue(tx, 'push-notifications', { turn: 0 }));
    await world.platform.jobs.runAll();
    expect(sent).toHaveLength(2);
  });

  test('of a kind that is off on the platform is not pushed', async () => {
    await subscribed(marina);
    const on = { platform: true, email: false };
    await marina.post(`/api/auth/v2/notification-preferences/${school.id}`, {
      like: on,
      post: on,
      comment: { platform: false, email: true },
      reply: on,
      communities: [],
    });
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect(sent).toEqual([]);
    await joao.send('PUT', `/api/v1/posts/${post.id}/like`);
    await world.platform.jobs.runAll();
    expect(sent).toHaveLength(1);
  });

  test('is not sent about read, removed or closed content', async () => {
    await subscribed(marina);
    await comment(joao, post.id);
    await marina.send('PATCH', '/api/platform/auth/notification/update', { read: 1, all: true });
    await world.platform.jobs.runAll();
    const posted = await comment(joao, post.id);
    await joao.send('DELETE', `/api/v1/comments/${posted.id}`);
    await world.platform.jobs.runAll();
    await comment(joao, post.id);
    await school.transaction(({ db }) =>
      db.updateTable('communities').set({ active: false }).execute(),
    );
    await world.platform.jobs.runAll();
    expect(sent).toEqual([]);
  });

  test('of likes is pushed once, and again after it was read', async () => {
    await subscribed(marina);
    const like = async () => {
      const fan = await school.join();
      await fan.send('PUT', `/api/v1/posts/${post.id}/like`);
      await world.platform.jobs.runAll();
      return sent.length;
    };
    expect([await like(), await like()]).toEqual([1, 1]);
    await marina.send('PATCH', '/api/platform/auth/notification/update', { read: 1, all: true });
    expect([await like(), await like()]).toEqual([2, 2]);
  });

  test('is not sent about what is over an hour old, as after an outage', async () => {
    await subscribed(marina);
    const since = async (minutes: number) => {
      await comment(joao, post.id);
      await school.transaction(({ db }) =>
        sql`UPDATE notifications SET at = now() - make_interval(mins => ${minutes}) WHERE to_push`.execute(
          db,
        ),
      );
      await world.platform.jobs.runAll();
      return sent.length;
    };
    expect([await since(61), await since(50)]).toEqual([0, 1]);
  });

  test('of a level, which a trigger writes, is pushed too', async () => {
    const its = await subscribed(marina);
    const product = await school.product();
    const base = '/api/auth/ranking/levels';
    const level = { tenant_id: school.id, name: 'Olhar', needed_score: 10 };
    const { id } = (await school.owner.post(`${base}/create`, level)).body;
    const opened = { tenant_id: school.id, level_id: id, array_plans_id: [product] };
    await school.owner.post(`${base}/permissions/create`, opened);
    await school.transaction(({ db }) =>
      db
        .insertInto('member_products')
        .values({ member_id: marina.id, product_id: product })
        .execute(),
    );
    await school.owner.post(`/api/v1/members/${marina.id}/points`, {
      points: 20,
      reason: 'Ajudou',
    });
    await world.platform.jobs.runAll();
    expect(sent.map(({ body }) => its.read(body).text).toSorted()).toEqual([
      'Você chegou ao nível Olhar',
      'Você ganhou 20 pontos',
    ]);
  });

  test('that another server takes in this moment is pushed by that one alone', async () => {
    await subscribed(marina);
    await comment(joao, post.id);
    const jobs = await school.transaction(async (tx) => {
      await sql`UPDATE notifications SET to_push = false WHERE to_push`.execute(tx.db);
      const running = world.platform.jobs.runAll();
      await Promise.race([running, expectWaiting(tx, 1)]);
      return [running];
    });
    await Promise.all(jobs);
    expect(sent).toEqual([]);
  });

  test('of a hundred members is sent in batches, each once', async () => {
    const people = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const person = await school.join();
        await subscribed(person, `/many/${index}`);
        return person;
      }),
    );
    const { channels } = await communityWith(school);
    await publish(joao, channels[0]!, '<p>Para todos</p>', { title: 'Aviso' });
    await world.platform.jobs.runAll();
    const paths = sent.map(({ path }) => path).filter((path) => path.startsWith('/many/'));
    expect(paths).toHaveLength(people.length);
    expect(new Set(paths).size).toBe(people.length);
  });
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('a live reminder is pushed before the start', async () => {
  const its = await subscribed(marina);
  await subscribed(joao, '/joao');
  const live = { title: 'Retrato', url: 'https://youtu.be/dQw4w9WgXcQ', starts_at: inMinutes(120) };
  const { id } = (await school.owner.post('/api/v1/lives', live)).body.data;
  await marina.send('PUT', `/api/v1/lives/${id}/reminder`);
  await world.platform.jobs.runAll();
  expect(sent).toEqual([]);
  await school.owner.send('PATCH', `/api/v1/lives/${id}`, { starts_at: inMinutes(10) });
  await world.platform.jobs.runAll();
  expect(sent.map(({ path }) => path)).toEqual(['/a']);
  expect(its.read(sent[0]!.body)).toMatchObject({
    title: 'Contraluz',
    text: expect.stringContaining('Retrato'),
    url: `/live?watch=${id}`,
  });
});

test('a long name of a school and a long text are cut, at a whole character', async () => {
  const pushed = async (schoolName: string) => {
    const named = await world.school(schoolName);
    const student = await named.join();
    const its = await subscribed(student);
    const title = '🌅'.repeat(250);
    const live = { title, url: 'https://youtu.be/dQw4w9WgXcQ', starts_at: inMinutes(120) };
    const { id } = (await named.owner.post('/api/v1/lives', live)).body.data;
    await student.send('PUT', `/api/v1/lives/${id}/reminder`);
    await named.owner.send('PATCH', `/api/v1/lives/${id}`, { starts_at: inMinutes(10) });
    await world.platform.jobs.runAll();
    return its.read(sent.at(-1)!.body);
  };
  const whole = await pushed('🌅'.repeat(80));
  expect(whole.title).toBe('🌅'.repeat(80));
  expect([...whole.text]).toHaveLength(200);
  expect(whole.text).toMatch(/🌅…$/u);
  expect((await pushed('🌅'.repeat(81))).title).toBe(`${'🌅'.repeat(79)}…`);
});

test('a push tells the time in the zone of the profile, and else in that of the notifications', async () => {
  const its = await subscribed(marina);
  const starts_at = new Date(Date.now() + 10 * 60_000).toISOString();
  const textOfNext = async () => {
    sent.length = 0;
    const live = {
      title: 'Retrato',
      url: 'https://youtu.be/dQw4w9WgXcQ',
      starts_at: new Date(Date.now() + 120 * 60_000).toISOString(),
    };
    const { id } = (await school.owner.post('/api/v1/lives', live)).body.data;
    await marina.send('PUT', `/api/v1/lives/${id}/reminder`);
    await school.owner.send('PATCH', `/api/v1/lives/${id}`, { starts_at });
    await world.platform.jobs.runAll();
    return its.read(sent[0]!.body).text;
  };
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('pt', { timeStyle: 'short', timeZone }).format(new Date(starts_at));
  const on = { platform: true, email: false };
  await marina.post(`/api/auth/v2/notification-preferences/${school.id}`, {
    like: on,
    post: on,
    comment: on,
    reply: on,
    communities: [],
    time_zone: 'Asia/Tokyo',
  });
  expect(await textOfNext()).toContain(timeIn('Asia/Tokyo'));
  await marina.send('PATCH', '/api/v1/me', { time_zone: 'Asia/Kolkata' });
  expect(await textOfNext()).toContain(timeIn('Asia/Kolkata'));
});

test('nothing is pushed after signing out, queued messages included', async () => {
  await subscribed(marina);
  await comment(joao, post.id);
  await marina.send('DELETE', '/api/v1/session');
  await world.platform.jobs.runAll();
  expect(sent).toEqual([]);
});

test('a study reminder is pushed beside its mail', async () => {
  const its = await subscribed(marina);
  const reminder = { title: 'Luz natural', weekdays: [0, 1, 2, 3, 4, 5, 6], time: '08:30' };
  const { id } = (await marina.post('/api/v1/reminders', reminder)).body.data;
  const due = new Date(Date.now() - 60_000);
  await school.transaction(async (tx) => {
    await tx.db.updateTable('reminders').set({ next_at: due }).where('id', '=', id).execute();
    await enqueue(tx, 'mail-reminder', { id, due: due.toISOString() });
  });
  await world.platform.jobs.runAll();
  expect(sent.map(({ body }) => its.read(body))).toEqual([
    {
      title: 'Contraluz',
      text: 'Hora de estudar: Luz natural',
      url: '/homepage',
      tag: `reminder-${id}`,
    },
  ]);
  const mails = await school.transaction(({ db }) =>
    db.selectFrom('mails').select('subject').where('recipient', '=', marina.email).execute(),
  );
  expect(mails).toEqual([{ subject: 'Hora de estudar: Luz natural' }]);
});

describe('a subscription', () => {
  test.each([404, 410])('that the service answers with %i is deleted', async (answer) => {
    await subscribed(marina);
    await subscribed(joao, '/joao');
    status = answer;
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect(sent).toHaveLength(1);
    expect(await endpoints()).toEqual(['/joao']);
  });

  test.each([429, 500, 302, 307])(
    'that the service answers with %i stays, and its redirect is not followed',
    async (answer) => {
      await subscribed(marina);
      status = answer;
      await comment(joao, post.id);
      await world.platform.jobs.runAll();
      expect(sent).toHaveLength(1);
      expect(await endpoints()).toEqual(['/a']);
    },
  );

  test.each([
    ['another host', 'https://evil.example.com/push'],
    ['a host of this machine', 'https://127.0.0.1/push'],
    ['http', 'http://fcm.googleapis.com/fcm/send/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['a name before the host', 'https://fcm.googleapis.com@evil.example.com/x'],
    ['a user', 'https://user:pass@fcm.googleapis.com/x'],
    ['a host that ends alike', 'https://evilpush.apple.com.evil.example.com/x'],
    ['a domain that ends alike', 'https://evil-push.apple.com/x'],
    ['no address', 'fcm.googleapis.com'],
    ['too long an address', `https://fcm.googleapis.com/${'x'.repeat(1_000)}`],
  ])('with %s is refused', async (_what, endpoint) => {
    const { status: answered, body } = await subscribe(marina, { ...device('/a'), endpoint });
    expect([answered, Object.keys(body.errors ?? {})]).toEqual([422, ['endpoint']]);
    expect(await endpoints()).toEqual([]);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('at %s is accepted', async (endpoint) => {
    expect((await subscribe(marina, { ...device('/a'), endpoint })).status).toBe(204);
  });

  test('at a host that was allowed before is deleted, and never written to', async () => {
    let requests = 0;
    const other = createServer((_request, response) => {
      requests += 1;
      response.writeHead(201).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    await subscribed(marina);
    const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}/a`;
    await school.transaction(({ db }) =>
      db.updateTable('push_subscriptions').set({ endpoint }).execute(),
    );
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect(requests).toBe(0);
    expect(await endpoints()).toEqual([]);
  });

  test('with invalid keys is refused', async () => {
    const { endpoint, keys } = device('/a');
    for (const wrong of [
      { ...keys, auth: 'x' },
      { ...keys, p256dh: 'x'.repeat(87) },
      { ...keys, p256dh: `B${'+'.repeat(86)}` },
    ])
      expect((await subscribe(marina, { endpoint, keys: wrong })).status).toBe(422);
  });

  test('with a point off the curve is deleted with the first push', async () => {
    const { endpoint, keys } = device('/a');
    await subscribe(marina, { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } });
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect([sent, await endpoints()]).toEqual([[], []]);
  });

  test('belongs to the last subscriber of a browser, and to ten devices of a member at most', async () => {
    const its = await subscribed(marina);
    await subscribe(joao, its);
    await subscribed(school.owner, '/owner');
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect(sent).toEqual([]);
    for (let index = 0; index < 11; index += 1) await subscribed(marina, `/m${index}`);
    expect((await endpoints()).filter((path) => path.startsWith('/m'))).toEqual(
      Array.from({ length: 10 }, (_, index) => `/m${index + 1}`),
    );
    // The devices of others neither end nor count.
    await subscribed(joao, '/joao');
    await subscribed(marina, '/m10');
    expect(new Set(await endpoints())).toEqual(
      new Set(['/a', '/owner', '/joao', ...Array.from({ length: 10 }, (_, at) => `/m${at + 1}`)]),
    );
  });

  test('of many devices that subscribe at once, ten stay', async () => {
    await Promise.all(Array.from({ length: 24 }, (_, index) => subscribed(marina, `/p${index}`)));
    expect(await endpoints()).toHaveLength(10);
  });

  test('of a session that ends at the same moment is 401', async () => {
    let answer!: ReturnType<typeof subscribe>;
    await school.transaction(async (tx) => {
      const { db } = tx;
      await db.selectFrom('members').select('id').where('id', '=', marina.id).forUpdate().execute();
      answer = subscribe(marina, device('/a'));
      await expectWaiting(tx, 1);
      await db.deleteFrom('sessions').where('member_id', '=', marina.id).execute();
    });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await endpoints()).toEqual([]);
  });

  test('of a session whose end commits meanwhile is 401', async () => {
    let answer!: ReturnType<typeof subscribe>;
    await school.transaction(async (tx) => {
      await tx.db.deleteFrom('sessions').where('member_id', '=', marina.id).execute();
      answer = subscribe(marina, device('/a'));
      await expectWaiting(tx, 1);
    });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await endpoints()).toEqual([]);
  });

  test('ends with its session, and only by its own member', async () => {
    await subscribed(marina);
    await joao.post('/api/v1/push/unsubscribe', { endpoint: `${origin}/a` });
    expect(await endpoints()).toEqual(['/a']);
    await subscribed(marina, '/b');
    expect(
      (await marina.post('/api/v1/push/unsubscribe', { endpoint: `${origin}/b` })).status,
    ).toBe(204);
    expect(await endpoints()).toEqual(['/a']);
    await marina.send('DELETE', '/api/v1/session');
    expect(await endpoints()).toEqual([]);
  });

  test('stays when its member signs in again, and ends when another one does', async () => {
    const [email, other] = [await withPassword(school), await withPassword(school)];
    const cookie = await signInByPassword(school, email);
    const { endpoint, keys } = device('/a');
    const path = '/api/v1/push/subscription';
    const headers = { cookie };
    const { status } = await school.visitor.send('PUT', path, { endpoint, keys }, { headers });
    expect(status).toBe(204);
    const again = await signInByPassword(school, email, cookie);
    expect(await endpoints()).toEqual(['/a']);
    await signInByPassword(school, other, again);
    expect(await endpoints()).toEqual([]);
  });

  test('of a visitor is refused, and a neighbour school neither sees nor ends it', async () => {
    const its = device('/a');
    const { status: answered } = await school.visitor.send('PUT', '/api/v1/push/subscription', {
      endpoint: its.endpoint,
      keys: its.keys,
    });
    expect(answered).toBe(401);
    await subscribed(marina);
    const neighbour = await world.school();
    const stranger = await neighbour.join();
    await stranger.post('/api/v1/push/unsubscribe', { endpoint: `${origin}/a` });
    await subscribed(stranger, '/a');
    expect(await endpoints()).toEqual(['/a']);
    await comment(joao, post.id);
    await world.platform.jobs.runAll();
    expect(sent).toHaveLength(1);
  });

  test('of an expired session is not written to', async () => {
    await subscribed(marina);
    await school.transaction(({ db }) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(0) })
        .where('member_id', '=', marina.id)
        .execute(),
    );
    await comment(school.owner, post.id);
    await world.platform.jobs.runAll();
    expect(sent).toEqual([]);
  });
});

describe('the keys', () => {
  test('are created at the first start, readable only by the server’s user, and stay', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-vapid-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const config = readConfig({ DATA_DIR: dataDir });
    // Two servers that start at once share one key pair.
    const [one, other] = await Promise.all([openPush(config), openPush(config)]);
    expect(other.publicKey).toBe(one.publicKey);
    expect((await openPush(config)).publicKey).toBe(one.publicKey);
    expect((await stat(join(dataDir, 'vapid.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'vapid.json'), 'utf8')).toContain(one.publicKey);
    expect((await marina.get('/api/v1/push')).body.data.public_key).toBe(
      world.platform.push.publicKey,
    );
  });

  test('come with a contact that Apple accepts, also where nobody set MAIL_FROM', async () => {
    const contactOf = async (env: Record<string, string>) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
      onTestFinished(() => rm(dataDir, { recursive: true }));
      const config = readConfig({ DATA_DIR: dataDir, PUSH_TEST_ORIGIN: origin, ...env });
      const { endpoint, keys } = device('/contact');
      sent.length = 0;
      await (await openPush(config)).send({ endpoint, ...keys }, message);
      const [, token] = /t=([^,]+)/.exec(sent[0]!.headers['authorization']!)!;
      return JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()).sub;
    };
    const PLATFORM_HOSTS = 'localhost,escolas.example';
    expect(await contactOf({ PLATFORM_HOSTS })).toBe('https://escolas.example');
    expect(await contactOf({ PLATFORM_HOSTS, MAIL_FROM: 'Escola <eu@a.example>' })).toBe(
      'mailto:eu@a.example',
    );
    expect(await contactOf({})).toBe('mailto:vitrine@localhost');
  });

  test('that a push service refuses are told to the operator', async () => {
    const failures: object[] = [];
    const { endpoint, keys } = device('/refused');
    const config = readConfig({ DATA_DIR: '/nowhere', PUSH_TEST_ORIGIN: origin, ...newPair() });
    const push = await openPush(config, (failure) => failures.push(failure));
    const { host } = new URL(origin);
    for (status of [403, 410, 201]) await push.send({ endpoint, ...keys }, message);
    expect(failures).toEqual([{ host, status: 403 }]);
  });

  test('of the operator are used, and a single one stops the start', async () => {
    const keys = newPair();
    const { VAPID_PUBLIC_KEY } = keys;
    expect((await openPush(readConfig({ ...keys, DATA_DIR: '/nowhere' }))).publicKey).toBe(
      VAPID_PUBLIC_KEY,
    );
    expect(() => readConfig({ VAPID_PUBLIC_KEY })).toThrow(/together/);
  });
});
