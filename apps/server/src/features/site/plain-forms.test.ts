import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { refuse } from '../../platform/app-error.ts';
import { answerPlainForms } from './plain-forms.ts';
import type { ReadyPages } from './ready-pages.ts';

/** The hook alone, without built pages: the page shows what it is given. */
test('fields that are no text leave the page as it is', async () => {
  const app: FastifyInstance = Fastify();
  const pages = { answered: (...given: unknown[]) => JSON.stringify(given.slice(1)) };
  answerPlainForms(app, async () => pages as unknown as ReadyPages, {});
  app.decorateRequest('vitrine');
  app.post('/', { config: { operation: 'sessions.signIn' } }, async (request, reply) => {
    request.vitrine = { school: {}, language: 'pt' } as typeof request.vitrine;
    const { status, message, code } = refuse('invalid', 'Valor inválido', 422);
    return reply.code(status).send({ message, code });
  });
  const hostile = { toString: 'x' };
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'sec-fetch-mode': 'navigate' },
    payload: { email: hostile, token: hostile, next: hostile },
  });
  expect(statusCode).toBe(422);
  expect(JSON.parse(body)).toEqual([
    'signIn',
    '',
    { text: 'Valor inválido', good: false, email: '', needsCode: false, at: '/entrar' },
  ]);
});
