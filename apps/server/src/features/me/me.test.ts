import { Profile, SignedInDevice } from '@vitrine/contract/me';
import { messages as uploads } from '@vitrine/contract/uploads';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import * as media from '../../../test/media.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const show = async (person = student): Promise<Profile> =>
  (await person.get('/api/v1/me')).body.data;
const change = (body: object, person: Pick<Person, 'send'> = student) =>
  person.send('PATCH', '/api/v1/me', body);

async function upload(person = student, use = 'photo'): Promise<string> {
  const form = new FormData();
  form.set('use', use);
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'foto.png');
  return (await person.send('POST', '/api/v1/uploads/image', form)).body.data.path;
}
const isHeld = (path: string) =>
  school.transaction(async ({ db }) => {
    const { unused_since } = await db
      .selectFrom('files')
      .select('unused_since')
      .where('name', '=', path.split('/').at(-1)!)
      .executeTakeFirstOrThrow();
    return unused_since === null;
  });

describe('the profile', () => {
  test.each([
    ['Ana\r\n\r\nSua conta vence hoje', 'Ana Sua conta vence hoje'],
    ['Ana\u2028Reis\t', 'Ana Reis'],
    ['\u202eana\u202c', 'ana'],
    ['José 👩‍👧', 'José 👩‍👧'],
    [`Marina${'\u0301'.repeat(40)}`, `Marina${'\u0301'.repeat(8)}`],
  ])('keeps the name %j on one line, in its own direction', async (typed, stored) => {
    expect((await change({ name: typed })).body.data.name).toBe(stored);
    const member = { name: typed, email: `${student.id}@example.com`, password: 'segredo-bom' };
    expect((await school.owner.post('/api/v1/members', member)).body.data.name).toBe(stored);
  });

  test('counts watched seconds, and a finished lesson in full', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const [begun, finished] = (await courseWith(school, { products: [product], lessons: [2] }))
      .lessons;
    const watch = (lesson: number, body: object) =>
      holder.send('PUT', `/api/v1/lessons/${lesson}/progress`, body);
    await watch(begun!, { seconds: 30 });
    await watch(finished!, { seconds: 20, finished: true });
    expect((await show(holder)).watched_seconds).toBe(30 + 90);
    expect((await show()).watched_seconds).toBe(0);
  });

  test('is the member’s own, and saves changes', async () => {
    const { status, body } = await student.get('/api/v1/me');
    expect(status).toBe(200);
    expect(z.strictObject(Profile.shape).safeParse(body.data).error).toBeUndefined();
    expect(body.data).toEqual({
      id: student.id,
      name: 'Marina Teles',
      email: student.email,
      email_refused: 0,
      photo_url: null,
      bio: '',
      language: null,
      roles: ['student'],
      in_ranking: 1,
      show_profile: 1,
      time_zone: null,
      watched_seconds: 0,
      created_at: expect.stringMatching(/Z$/),
    });
    const classmate = await school.join();
    const before = [await show(classmate), await show(school.owner)];
    const changed = await change({ name: ' Marina ', bio: ' Luz ', language: 'es' });
    expect([await show(classmate), await show(school.owner)]).toEqual(before);
    expect(changed.body.data).toEqual({
      ...body.data,
      name: 'Marina',
      bio: 'Luz',
      language: 'es',
    });
    expect(await show()).toEqual(changed.body.data);
    expect((await student.get('/api/v1/session')).body.user.name).toBe('Marina');
    expect((await change({ bio: '' })).body.data).toMatchObject({ name: 'Marina', bio: '' });
    expect((await change({ in_ranking: 0 })).body.data.in_ranking).toBe(0);
    expect((await change({})).body.data.in_ranking).toBe(0);
    expect((await change({ in_ranking: 1 })).body.data.in_ranking).toBe(1);
  });

  test('speaks the language that was chosen', async () => {
    await change({ language: 'en' });
    expect((await change({ name: '' })).body.message).toBe('Required field');
  });

  test.each([
    ['an empty name', { name: ' ' }, 422],
    ['a name of zero-width characters', { name: '\u200b\u2060\u3164' }, 422],
    ['a name of blank Braille and an accent', { name: '\u2800\u0301' }, 422],
    ['a name of 120', { name: '📷'.repeat(120) }, 200],
    ['a name of 121', { name: 'a'.repeat(121) }, 422],
    ['a bio of 500', { bio: '📷'.repeat(500) }, 200],
    ['a bio of 501', { bio: 'a'.repeat(501) }, 422],
    ['another language', { language: 'fr' }, 422],
    ['no language', { language: null }, 422],
  ])('%s', async (_what, body, status) => {
    expect((await change(body)).status).toBe(status);
  });

  test('changes neither roles nor e-mail', async () => {
    await change({ roles: ['owner'], email: 'x@example.com', id: school.owner.id, name: 'M' });
    expect(await show()).toMatchObject({ roles: ['student'], email: student.email, name: 'M' });
    expect(await show(school.owner)).toMatchObject({ id: school.owner.id, roles: ['owner'] });
  });

  test('of an account whose erasure has just begun is not changed any more', async () => {
    const changes = await school.transaction(async (tx) => {
      const values = { name: 'Removido', erase_at: new Date(Date.now() + 60_000) };
      await tx.db.updateTable('members').set(values).where('id', '=', student.id).execute();
      const changed = change({ name: 'Marina' });
      await expectWaiting(tx, 1);
      return [changed];
    });
    expect(statuses(await Promise.all(changes))).toEqual({ 404: 1 });
    const { name } = await school.transaction(({ db }) =>
      db
        .selectFrom('members')
        .select('name')
        .where('id', '=', student.id)
        .executeTakeFirstOrThrow(),
    );
    expect(name).toBe('Removido');
  });

  test('a visitor has none', async () => {
    expect((await school.visitor.get('/api/v1/me')).status).toBe(401);
    expect((await change({ name: 'X' }, school.visitor)).status).toBe(401);
    expect((await school.visitor.get('/api/v1/me/sessions')).status).toBe(401);
  });
});

describe('the photo', () => {
  test('is the member’s own upload; the former one is released', async () => {
    // Of two people, at most one would find the first photo of the school to be their own.
    const classmate = await school.join();
    const [former, present] = [await upload(classmate), await upload(classmate)];
    await change({ photo: former }, classmate);
    const [first, second] = [await upload(), await upload()];
    expect((await change({ photo: first })).body.data.photo_url).toBe(first);
    expect((await change({ photo: first, bio: 'Luz' })).body.data.photo_url).toBe(first);
    expect(await isHeld(first)).toBe(true);
    expect((await change({ name: 'M' })).body.data.photo_url).toBe(first);
    await change({ photo: second });
    expect([await isHeld(first), await isHeld(second)]).toEqual([false, true]);
    expect((await change({ photo: null })).body.data.photo_url).toBeNull();
    expect(await isHeld(second)).toBe(false);
    expect(await isHeld(former)).toBe(true);
    await change({ photo: present }, classmate);
    expect([await isHeld(former), await isHeld(present)]).toEqual([false, true]);
  });

  test('of somebody else, of another use or from elsewhere is refused', async () => {
    const otherPhoto = await upload(await school.join());
    const logo = await upload(school.owner, 'logo');
    const neighbour = await world.school();
    for (const [person, photo] of [
      [student, otherPhoto],
      [school.owner, logo],
      [neighbour.owner, otherPhoto],
      [student, 'https://elsewhere.example/photo.jpg'],
      [student, ''],
    ] as const) {
      await upload(person);
      const { status, body } = await change({ photo, bio: 'x' }, person);
      expect([status, body.errors]).toEqual([422, { photo: [uploads.notUploaded] }]);
      expect((await show(person)).bio).toBe('');
    }
  });

  test('of many concurrent uploads one stays, and the others are released', async () => {
    const paths = await Promise.all([...'1234'].map(() => upload()));
    const answers = await Promise.all(paths.map((photo) => change({ photo })));
    expect(statuses(answers)).toEqual({ 200: 4 });
    const { photo_url } = await show();
    expect(await Promise.all(paths.map(isHeld))).toEqual(paths.map((path) => path === photo_url));
  });

  test('goes with its member', async () => {
    const photo = await upload();
    await change({ photo });
    expect((await school.owner.send('DELETE', `/api/v1/members/${student.id}`)).status).toBe(204);
    expect(await isHeld(photo)).toBe(false);
  });
});

describe('the devices of a member', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
  const edge = `${windows} Edg/142.0.0.0`;
  const password = 'vitrine-2026-ok';
  const signIn = async (email: string, userAgent: string): Promise<Person> => {
    const signedIn = await school.visitor.send(
      'POST',
      '/api/v1/session',
      { email, password },
      { headers: { 'user-agent': userAgent } },
    );
    expect(signedIn.status).toBe(200);
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const send: Person['send'] = (method, path, body, more = {}) =>
      school.visitor.send(method, path, body, { ...more, headers: { ...more.headers, cookie } });
    return { ...student, cookie, send, get: (path) => send('GET', path) };
  };
  const list = async (person: Person): Promise<SignedInDevice[]> =>
    (await person.get('/api/v1/me/sessions')).body;
  const end = (id: number, person: Pick<Person, 'send'>) =>
    person.send('DELETE', `/api/v1/me/sessions/${id}`);
  const endOthers = (person: Pick<Person, 'send'>) => person.send('DELETE', '/api/v1/me/sessions');

  let computer: Person;
  let phone: Person;
  beforeEach(async () => {
    const email = `rui-${school.slug}@example.com`;
    const body = { name: 'Rui', email, password };
    await school.owner.post('/api/v1/members', body);
    computer = await signIn(email, windows);
    phone = await signIn(email, iphone);
  });

  test('are all listed, the current one first', async () => {
    const places = await list(computer);
    expect(z.array(z.strictObject(SignedInDevice.shape)).safeParse(places).error).toBeUndefined();
    const last_seen_at = expect.stringMatching(/Z$/);
    expect(places.map(({ id: _, ...rest }) => rest)).toEqual([
      { device: 'Chrome no Windows', mobile: 0, current: 1, last_seen_at },
      { device: 'Safari no iPhone', mobile: 1, current: 0, last_seen_at },
    ]);
    expect((await list(phone)).map(({ current }) => current)).toEqual([1, 0]);
    expect(await list(student)).toMatchObject([{ device: 'Navegador desconhecido', current: 1 }]);
  });

  test('whose session has expired are not listed', async () => {
    const own = await list(computer);
    await school.transaction(({ db }) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('id', '=', own[1]!.id)
        .execute(),
    );
    expect(await list(computer)).toHaveLength(1);
    expect((await end(own[1]!.id, computer)).status).toBe(404);
  });

  test('are named in the reader’s language, and Edge is not Chrome', async () => {
    await change({ language: 'en' }, phone);
    await signIn((await show(phone)).email, edge);
    expect((await list(phone)).map(({ device }) => device)).toContain('Edge on Windows');
  });

  test('ending one device signs it out, and no other', async () => {
    const other = (await list(computer))[1]!.id;
    expect((await end(other, computer)).status).toBe(204);
    expect((await phone.get('/api/v1/me')).status).toBe(401);
    expect(await list(computer)).toHaveLength(1);
    expect((await end(other, computer)).status).toBe(404);
  });

  test('ending the current device signs out', async () => {
    const { status, headers } = await end((await list(computer))[0]!.id, computer);
    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toMatch(/^vitrine=;.*Expires=Thu, 01 Jan 1970/);
    expect((await computer.get('/api/v1/me')).status).toBe(401);
    expect((await phone.get('/api/v1/me')).status).toBe(200);
  });

  test('all others are ended, and nobody else’s', async () => {
    expect((await endOthers(computer)).status).toBe(204);
    expect((await phone.get('/api/v1/me')).status).toBe(401);
    expect(await list(computer)).toHaveLength(1);
    expect((await student.get('/api/v1/me')).status).toBe(200);
  });

  test('another member’s is 404, as is the neighbour school’s', async () => {
    const [{ id }] = (await list(phone)) as [SignedInDevice];
    const neighbour = await world.school();
    for (const person of [student, school.owner, neighbour.owner])
      expect((await end(id, person)).status).toBe(404);
    expect((await end(id, school.visitor)).status).toBe(401);
    expect((await phone.get('/api/v1/me')).status).toBe(200);
  });

  test('of concurrent requests that end a device, one succeeds', async () => {
    const { id } = (await list(computer))[1]!;
    const answers = await Promise.all([...'1234'].map(() => end(id, computer)));
    expect(statuses(answers)).toEqual({ 204: 1, 404: 3 });
  });
});
