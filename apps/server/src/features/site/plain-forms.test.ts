import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { refuse } from '../../platform/app-error.ts';
import { readConfig } from '../../platform/config.ts';
import { ownerLink } from '../tenants/tenants.store.ts';
import { answerPlainForms } from './plain-forms.ts';
import type { PageContext, ReadyPages } from './ready-pages.ts';
import { isBuilt } from './web-build.ts';

const config = readConfig({});

/** Pages exist only where the web side is built. This test mounts the forms in either case. */
const world = await openWorld({}, undefined, (app) => {
  const noPage = () => Promise.reject(new Error('no page is drawn here'));
  if (!isBuilt()) answerPlainForms(app, config, noPage, {});
});

const school = await world.school();
const email = 'rosa@example.com';
const password = 'segredo-bom';
await school.owner.post('/api/v1/members', { name: 'Rosa', email, password });

/** Submits the sign-in form without a script. */
async function signIn(next: string | null, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.set('email', email);
  form.set('password', password);
  if (next !== null) form.set('next', next);
  const answer = await school.visitor.send('POST', '/api/v1/session', form, {
    headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html', ...headers },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(/^vitrine=/);
  return [answer.status, answer.headers['location']];
}

test.each([
  ['a path', '/courses/7?aula=2', '/courses/7?aula=2'],
  ['the address of this school', `http://${school.host}/favoritos`, '/favoritos'],
])('a form that names %s leads there', async (_what, next, place) => {
  expect(await signIn(next)).toEqual([303, place]);
});

/** Submits the owner's form without a script. */
async function ownerForm() {
  const otherSchool = await world.school();
  const link = await ownerLink(world.platform.database, otherSchool.id, otherSchool.owner.id);
  return (typed: string) => {
    const form = new FormData();
    form.set('token', link.split('token=')[1]!);
    form.set('name', 'Ana Beltrão');
    form.set('email', typed);
    form.set('password', password);
    return otherSchool.visitor.send('POST', '/api/v1/session/owner', form, {
      headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' },
    });
  };
}

test("an owner's link leads in without a script", async () => {
  const { status, headers } = await (await ownerForm())('dona@example.com');
  expect([status, headers['location']]).toEqual([303, '/homepage']);
});

test('a chosen password leads on without a script', async () => {
  const added = await school.owner.post('/api/v1/members', {
    name: 'Lia',
    email: 'lia@example.com',
  });
  const link = await school.owner.post(`/api/v1/members/${added.body.data.id}/access-link`);
  const form = new FormData();
  form.set('token', new URL(link.body.data.url).searchParams.get('token')!);
  form.set('password', password);
  const { status, headers } = await school.visitor.send('POST', '/api/v1/password/reset', form, {
    headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  });
  expect([status, headers['location']]).toEqual([303, '/homepage']);
});

test.runIf(isBuilt())(
  "an owner's form shows its errors in the page, and keeps name and e-mail",
  async () => {
    const { status, headers, body } = await (await ownerForm())('sem-arroba');
    expect([status, headers['content-type']]).toEqual([422, 'text/html; charset=utf-8']);
    expect(String(body)).toContain('value="sem-arroba"');
    expect(String(body)).toContain('value="Ana Beltrão"');
  },
);

test.each([
  ['another host', 'https://evil.example.com/courses/7'],
  ['another host without its scheme', '//evil.example.com/courses/7'],
  ['another host behind backslashes', '/\\evil.example.com/courses/7'],
  ['a path that a browser reads as a host', `http://${school.host}//evil.example.com/courses/7`],
  ['another port of this host', `http://${school.host}:8443/courses/7`],
  ['a neighbour school', 'http://vizinha.localhost/courses/7'],
  ['a script', 'javascript:alert(1)'],
  ['a page of a call', '/api/v1/session'],
  ['the sign-in page itself', '/entrar'],
])('a form that names %s leads home', async (_what, next) => {
  expect(await signIn(next)).toEqual([303, '/homepage']);
});

test('without a target the form leads to its own page, if it is of this school', async () => {
  expect(await signIn(null, { referer: `http://${school.host}/courses/7` })).toEqual([
    303,
    '/courses/7',
  ]);
  const elsewhere = { referer: 'https://evil.example.com/courses/7' };
  expect(await signIn(null, { ...elsewhere, origin: `http://${school.host}` })).toEqual([
    303,
    '/homepage',
  ]);
});

test.each([
  ['https', ':443'],
  ['http', ':80'],
])(
  'a form of %s leads to its page through a proxy that adds “%s” to the host',
  async (scheme, port) => {
    const host = `${school.host}${port}`;
    const referer = `${scheme}://${school.host}/courses/7`;
    expect(await signIn(null, { host, referer })).toEqual([303, '/courses/7']);
    expect(await signIn('/courses/8', { host, referer })).toEqual([303, '/courses/8']);
  },
);

test.each([
  ['that carries a path', '/courses/7?aula=2', '/courses/7?aula=2'],
  ['that carries another host', 'https://evil.example.com/courses/7', '/homepage'],
  ['that carries itself', '/entrar/link?next=/entrar', '/homepage'],
])('the page of a mailed link %s', async (_what, next, place) => {
  const referer = `http://${school.host}/entrar/link?token=x&next=${encodeURIComponent(next)}`;
  expect(await signIn(null, { referer })).toEqual([303, place]);
});

test('the form that a visitor opened from a page leads back to it', async () => {
  const formAt = (next: string) => ({
    referer: `http://${school.host}/entrar?next=${encodeURIComponent(next)}`,
  });
  expect(await signIn(null, formAt('/courses/7?aula=2'))).toEqual([303, '/courses/7?aula=2']);
  expect(await signIn(null, formAt('https://evil.example.com/courses/7'))).toEqual([
    303,
    '/homepage',
  ]);
  expect(await signIn(null, formAt('/entrar?next=/entrar'))).toEqual([303, '/homepage']);
});

/** A form without built pages. Its page is the JSON of the values that it receives. */
async function answeredForm(
  operation: string,
  answer: { status: number; message: string; code?: string },
  { payload = {}, host = 'escola.example.com' }: { payload?: object; host?: string } = {},
) {
  const app: FastifyInstance = Fastify();
  const pages = {
    answered: ({ base }: PageContext, ...values: unknown[]) => JSON.stringify([base, ...values]),
  } as unknown as ReadyPages;
  answerPlainForms(app, config, async () => pages, {});
  app.decorateRequest('vitrine');
  app.post('/', { config: { operation } }, async (request, reply) => {
    const tenant = { slug: 'escola', domain: 'escola.example.com' };
    const settings = { redirect_url: null };
    request.vitrine = {
      school: { tenant, settings },
      language: 'pt',
    } as unknown as typeof request.vitrine;
    const { status, ...body } = answer;
    return reply.code(status).send(body);
  });
  const headers = { host, 'sec-fetch-mode': 'navigate' };
  return app.inject({ method: 'POST', url: '/', headers, payload });
}

const refusedForm = (payload: object, host?: string, reason = 'invalid') => {
  const { status, message, code } = refuse(reason, 'Valor inválido', 422);
  return answeredForm(
    'sessions.signIn',
    { status, message, code },
    { payload, ...(host && { host }) },
  );
};

test('a port that the client invented is not in the address of the page', async () => {
  const { body } = await refusedForm({}, 'escola.example.com:9999');
  expect(JSON.parse(body)).toContain('http://escola.example.com');
});

test.each([
  ['link_gone', true],
  ['invalid', false],
])('a form refused as %s says whether its link is gone: %s', async (reason, isGone) => {
  const { body } = await refusedForm({}, undefined, reason);
  expect(JSON.parse(body).at(-1)).toMatchObject({ gone: isGone });
});

test.each([
  ['code_needed', true],
  ['wrong_code', true],
  ['link_gone', false],
])('a form refused as %s asks for the code of the mail: %s', async (reason, needsCode) => {
  const { body } = await refusedForm({}, undefined, reason);
  expect(JSON.parse(body).at(-1)).toMatchObject({ needsCode });
});

test.each([
  ['members.confirmEmail', 'confirmEmail'],
  ['privacy.cancelErasure', 'cancelErasure'],
])('a confirmation by %s shows its sentence, and signs nobody in', async (operation, page) => {
  const { statusCode, headers, body } = await answeredForm(operation, {
    status: 200,
    message: 'Pronto.',
  });
  expect([statusCode, headers.location]).toEqual([200, undefined]);
  expect(JSON.parse(body)).toMatchObject([
    'http://escola.example.com',
    page,
    '',
    { text: 'Pronto.', good: true },
  ]);
});

test.each(['sessions.consumeLink', 'sessions.setUpOwner', 'sessions.reset'])(
  'success by %s leads into the school',
  async (operation) => {
    const { statusCode, headers } = await answeredForm(operation, { status: 200, message: 'Oi' });
    expect([statusCode, headers.location]).toEqual([303, '/homepage']);
  },
);

test('fields that are no text leave the page as it is', async () => {
  const hostile = { toString: 'x' };
  const { statusCode, body } = await refusedForm({ email: hostile, token: hostile, next: hostile });
  expect(statusCode).toBe(422);
  expect(JSON.parse(body)).toEqual([
    'http://escola.example.com',
    'signIn',
    '',
    {
      text: 'Valor inválido',
      good: false,
      name: '',
      email: '',
      needsCode: false,
      gone: false,
      pageUrl: '/entrar',
    },
  ]);
});
