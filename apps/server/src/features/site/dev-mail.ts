import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../platform/html.ts';
import type { Platform } from '../../platform/platform.ts';

/** Serves the mailbox of a development start: the stored mails, newest first (contract, Start). */
export function mountDevMail(app: FastifyInstance, { config, database, schools }: Platform) {
  if (!config.devMail) return;
  app.get('/dev/mail', { config: { access: 'public' } }, async (request, reply) => {
    const school = await schools.at(request.host);
    if (!school) return reply.callNotFound();
    const mails = await database.transaction(school.tenant.id, ({ db }) =>
      db
        .selectFrom('mails')
        .selectAll()
        .where('plain', '<>', '')
        .orderBy('id', 'desc')
        .limit(50)
        .execute(),
    );
    const items = mails
      .map(
        ({ recipient, subject, plain, html, created_at }) =>
          `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(recipient)} · ${created_at.toISOString()}</p><pre>${withLinks(plain)}</pre>${mailFrame(subject, html)}</article>`,
      )
      .join('');
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
      .send(`<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>E-mails</title>
<style>body{margin:0 auto;max-width:760px;padding:32px 20px;background:#0b0b0f;color:#f6f5f3;font:16px/1.5 system-ui}article{border-top:1px solid #ffffff2b;padding:20px 0}h2{font-size:18px;margin:0}p{color:#bfbec7;margin:4px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#ffb238}summary{cursor:pointer}iframe{width:100%;height:640px;border:0;margin-top:12px;background:#fff}</style>
<h1>E-mails de ${escapeHtml(school.tenant.name)}</h1>${items || '<p>Nenhum e-mail ainda.</p>'}</html>`);
  });
}

/** A mail runs no script and loads the school's own images only. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; frame-ancestors 'none'";

/** Draws the mail as a mail program does, in a sandbox without rights: no script, no navigation. */
const mailFrame = (subject: string, html: string) =>
  html &&
  `<details><summary>Como aparece no e-mail</summary><iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe></details>`;

const withLinks = (plain: string) =>
  escapeHtml(plain).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
