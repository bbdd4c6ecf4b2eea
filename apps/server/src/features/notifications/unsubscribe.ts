import { languageOrDefault, type Language } from '@vitrine/contract/languages';
import { preferenceKinds, type PreferenceKind } from '@vitrine/contract/notifications';
import { translate } from '@vitrine/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TenantTransaction } from '../../platform/database.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { Platform } from '../../platform/platform.ts';
import { languageOf } from '../../platform/session.ts';
import { stopTexts } from './notification-mail-page.ts';

const wording = {
  stopped: 'Pronto. Você não recebe mais estes e-mails.',
  others: 'Os outros avisos continuam como estavam.',
  unknown: 'Este link não vale mais.',
} as const;

const kinds = [...preferenceKinds, 'all'] as const;
type Kind = PreferenceKind | 'all';

/**
 * Serves the page of a mail's List-Unsubscribe header. GET changes nothing. The POST of its button,
 * or of a mail program (RFC 8058), switches off one kind of mails. It needs no session.
 */
export function mountUnsubscribe(app: FastifyInstance, { database, schools }: Platform) {
  void app.register(async (scope) => {
    const url = '/avisos/parar/:token/:kind';
    const config = { access: 'by-object' } as const;
    // A mail program posts a form. Its body adds nothing to the address.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _text, done) => done(null, {}),
    );
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { token, kind } = request.params as { token: string; kind: string };
      const school = await schools.at(request.host);
      const known = kinds.find((one) => one === kind);
      if (!school || !known || !/^[\w-]{43}$/.test(token)) return reply.callNotFound();
      const writes = request.method === 'POST';
      const language = await database.transaction(school.tenant.id, (tx) =>
        stop(tx, token, known, writes),
      );
      const spoken = language ?? languageOf(request, null);
      const t = (text: string) => translate(spoken, text);
      let body = `<form method="post"><button>${t(stopTexts[known])}</button></form>`;
      if (language === null) body = `<p>${t(wording.unknown)}</p>`;
      else if (writes) body = `<p>${t(wording.stopped)} ${t(wording.others)}</p>`;
      return reply
        .code(language === null ? 404 : 200)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .send(
          `<!doctype html><html lang="${spoken}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(school.tenant.name)}</title><style>${style}</style><main><h1>${escapeHtml(school.tenant.name)}</h1>${body}</main></html>`,
        );
    };
    scope.get(url, { config }, answer);
    scope.post(url, { config, bodyLimit: 4_096 }, answer);
  });
}

/** Returns the language of the token's member. Null for an unknown token. */
async function stop(
  { db }: TenantTransaction,
  token: string,
  kind: Kind,
  writes: boolean,
): Promise<Language | null> {
  const member = await db
    .selectFrom('notification_preferences as np')
    .innerJoin('members as m', 'm.id', 'np.member_id')
    .select(['m.id', 'm.language'])
    .where('np.unsubscribe_token', '=', token)
    .executeTakeFirst();
  if (!member) return null;
  const stopped = kind === 'all' ? preferenceKinds : [kind];
  if (writes)
    await db
      .updateTable('notification_preferences')
      .set(Object.fromEntries(stopped.map((one) => [`${one}_email`, false])))
      .where('member_id', '=', member.id)
      .execute();
  return languageOrDefault(member.language);
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
const style =
  'body{margin:0;background:#f4f1ec;color:#17171c;font:18px/1.5 system-ui}main{max-width:520px;margin:0 auto;padding:72px 24px}h1{font-size:22px}button{min-height:48px;padding:0 22px;border:0;border-radius:8px;background:#17171c;color:#fff;font:inherit;font-weight:600;cursor:pointer}';
