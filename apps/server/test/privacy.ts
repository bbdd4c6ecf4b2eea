import yauzl from 'yauzl';
import { enqueue } from '../src/platform/jobs.ts';
import type { Person, TestSchool, World } from './harness.ts';
import * as media from './media.ts';

/** The password of `joinMember`. */
export const password = 'segredo-bom';

/** A member who signed in by password. */
export type SignedInMember = Pick<Person, 'send' | 'get' | 'post' | 'cookie' | 'id' | 'email'>;

/** Asks for the erasure of this person’s account. */
export const erase = (person: Pick<Person, 'send'>, body: object = { password }) =>
  person.send('DELETE', '/api/v1/me', body);

/** The token in a mail’s link. */
export const tokenIn = (plain: string) => /token=([\w-]+)/.exec(plain)![1]!;

/** The files of a zip by name. */
export const entriesOf = (bytes: Buffer) =>
  new Promise<Map<string, Buffer>>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const entries = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (trouble, stream) => {
          if (trouble) return reject(trouble);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });

/** Uploads a photo, shows it in the profile, and gives its path. */
export async function photoOf(person: Pick<Person, 'send' | 'post'>) {
  const form = new FormData();
  form.set('use', 'photo');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'retrato.png');
  const { path } = (await person.send('POST', '/api/v1/uploads/image', form)).body.data;
  await person.send('PATCH', '/api/v1/me', { photo: path });
  return path as string;
}

let count = 0;

/** The acts of members about their data, in the school of the running test. */
export function privacyCalls(world: World, current: () => TestSchool) {
  /** A member with a password, signed in by it. */
  async function joinMember(name = 'Rosa Lima', roles = ['student'], productIds: number[] = []) {
    const email = `rosa-${process.pid}-${(count += 1)}@example.com`;
    const created = await current().owner.post('/api/v1/members', {
      name,
      email,
      password,
      roles,
      product_ids: productIds,
    });
    const person = await signIn(email);
    return { ...person, id: created.body.data.id as number, email };
  }

  async function signIn(email: string, secret = password) {
    const signedIn = await current().visitor.post('/api/v1/session', { email, password: secret });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const send: Person['send'] = (method, path, body, more = {}) =>
      current().visitor.send(method, path, body, { ...more, headers: { ...more.headers, cookie } });
    return {
      status: signedIn.status,
      body: signedIn.body,
      cookie,
      send,
      get: (path: string) => send('GET', path),
      post: (path: string, body?: unknown) => send('POST', path, body),
    };
  }

  const eraseMember = (id: number, person: Pick<Person, 'post'> = current().owner) =>
    person.post(`/api/v1/members/${id}/erasure`);
  const mailsTo = (recipient: string) =>
    current().transaction(({ db }) =>
      db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute(),
    );
  const cancelToken = async (email: string) => tokenIn((await mailsTo(email)).at(-1)!.plain);
  const cancel = (token: string, person: Pick<Person, 'post'> = current().visitor) =>
    person.post('/api/v1/erasures/cancel', { token });
  const rowOf = (id: number) =>
    current().transaction(({ db }) =>
      db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst(),
    );

  /** Lets seven days pass and runs the job. */
  async function runErasure(id: number) {
    await current().transaction(async (tx) => {
      await tx.db
        .updateTable('members')
        .set({ erase_at: new Date(Date.now() - 1000) })
        .where('id', '=', id)
        .where('erase_at', 'is not', null)
        .execute();
      await enqueue(tx, 'erase-member', { memberId: id });
    });
    await world.platform.jobs.runAll();
  }

  async function download(person: Pick<Person, 'cookie'>, path = '/api/v1/me/export') {
    const response = await world.app.inject({
      method: 'GET',
      url: path,
      headers: { host: current().host, cookie: person.cookie },
    });
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
  }

  /** Takes a quiz, and gives the id of the attempt. */
  async function quizFor(person: Pick<Person, 'post' | 'send'>) {
    const { body } = await current().owner.post('/api/auth/quiz/create', {
      name: 'Luz',
      published: 1,
    });
    const id = body[2].data.id as number;
    const saved = await current().owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [
        {
          kind: 'single',
          text: 'Qual?',
          weight: 1,
          options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
        },
      ],
    });
    const [question] = saved.body.data.questions;
    const attempt = (await person.post(`/api/v1/quizzes/${id}/attempts`)).body.data;
    await person.post(`/api/v1/attempts/${attempt.id}/finish`, {
      answers: [{ question_id: question.id, option_ids: [question.options[0].id] }],
    });
    return attempt.id as number;
  }

  return {
    joinMember,
    signIn,
    eraseMember,
    mailsTo,
    cancelToken,
    cancel,
    rowOf,
    runErasure,
    download,
    quizFor,
  };
}
