import { pages, type VisitorPageName } from '@vitrine/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { placeBefore } from '../sessions/place-before.ts';
import { afterSignIn, type ReadyPages } from './ready-pages.ts';

/** The calls that a visitor's forms make, and the page of each form. */
const pageOfOperation: Record<string, VisitorPageName> = {
  'sessions.signIn': 'signIn',
  'sessions.requestLink': 'signIn',
  'sessions.consumeLink': 'magicLink',
  'sessions.setUpOwner': 'ownerLink',
  'members.confirmEmail': 'confirmEmail',
  'privacy.cancelErasure': 'cancelErasure',
  'sessions.forgot': 'forgotPassword',
  'sessions.reset': 'password',
};

/**
 * Answers a form that the browser submitted before the page's script had loaded. Success redirects.
 * A failure renders the page again with the sentence that the script would show.
 */
export function answerPlainForms(
  app: FastifyInstance,
  config: Config,
  readyPages: () => Promise<ReadyPages>,
  headers: Record<string, string>,
) {
  app.addHook('onSend', async (request, reply, payload) => {
    const view = pageOfOperation[request.routeOptions.config.operation ?? ''];
    if (!view || !isNavigation(request) || !request.vitrine) return payload;
    const { school, language } = request.vitrine;
    const fields = textFields(request.body);
    const succeeded = reply.statusCode === 200 || reply.statusCode === 204;
    // Confirmations show a sentence and sign nobody in.
    if (succeeded && view !== 'confirmEmail' && view !== 'cancelErasure') {
      redirectTo(reply, placeBefore(request, fields['next']) ?? afterSignIn(school));
      return '';
    }
    const { message = '', code } = JSON.parse(String(payload)) as {
      message?: string;
      code?: string;
    };
    const token = fields['token'] ?? '';
    reply.type('text/html; charset=utf-8').headers(headers);
    const base = schoolOrigin(config, school, request);
    const renderer = await readyPages();
    return renderer.answered({ school, language, base }, view, token, {
      text: message,
      good: reply.statusCode < 300,
      name: fields['name'] ?? '',
      email: fields['email'] ?? '',
      needsCode: code === 'code_needed' || code === 'wrong_code',
      gone: code === 'link_gone',
      pageUrl:
        placeBefore(request, fields['next']) ?? pages[view].path + (token && `?token=${token}`),
    });
  });
}

/** The body may be any JSON. An object with its own `toString` would throw when it is converted. */
const textFields = (body: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string'));

const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'POST' &&
  (headers['sec-fetch-mode'] ?? (/text\/html/.test(headers.accept ?? '') ? 'navigate' : '')) ===
    'navigate';

function redirectTo(reply: FastifyReply, place: string) {
  reply.code(303).header('location', place).removeHeader('content-type');
}
