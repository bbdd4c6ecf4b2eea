import fastifyStatic from '@fastify/static';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gzipSync, createGzip } from 'node:zlib';
import type { Language } from '@vitrine/contract/languages';
import { messages } from '@vitrine/contract/messages';
import { translate } from '@vitrine/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, scriptJson } from '../../platform/html.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { findMember, languageOf, sessionToken, type Member } from '../../platform/session.ts';
import { asSession } from '../sessions/sessions.routes.ts';
import { manifestOf, pageHead, shellBody } from './page-html.ts';
import { asSite } from './site.routes.ts';
import { findWebBuild, publicFiles, type VisitorPage, type WebBuild } from './web-build.ts';

/** Answers that travel with a page, by the address they would be asked for at. */
export type PageAnswers = (request: FastifyRequest) => Promise<Record<string, unknown>>;

interface Rendered {
  html: string;
  gzip: Buffer;
}

/**
 * Every page of a school. What is the same for everybody is made once per school and change, and
 * kept as ready bytes; what is personal follows behind it in the same response.
 */
export async function mountPages(
  app: FastifyInstance,
  platform: Platform,
  answersFor: PageAnswers,
) {
  const build = await findWebBuild(platform.config.development);
  if (!build) return platform.log.warn('the web side is not built: serving calls only');
  if (build.assets)
    await app.register(fastifyStatic, {
      root: build.assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
    });
  for (const folder of await readdir(publicFiles))
    await app.register(fastifyStatic, {
      root: join(publicFiles, folder),
      prefix: `/${folder}/`,
      maxAge: '1d',
      decorateReply: false,
    });
  const ready = readyPages(platform, build);

  app.get('/manifest.webmanifest', async (request, reply) => {
    const school = await platform.schools.at(request.host);
    if (!school) return noSchool(reply);
    return reply.type('application/manifest+json').send(manifestOf(asSite(school)));
  });

  app.get('/*', async (request, reply) => {
    const school = await platform.schools.at(request.host);
    if (!school) return noSchool(reply);
    const { pathname } = new URL(request.url, 'http://school');
    if (/^\/(api|assets|files|_frame|dev)\//.test(pathname)) return reply.callNotFound();
    const token = sessionToken(request);
    const member = token
      ? await platform.database.readInTenant(school.tenant.id, (scope) => findMember(scope, token))
      : null;
    const language = languageOf(request, member);
    const view = visitorView(pathname);
    const visiting = view !== null || (!member && !school.settings.showcase);
    reply.type('text/html; charset=utf-8').headers(pageHeaders(platform));
    if (visiting) {
      if (view === 'sign-in' && member) return reply.redirect('/homepage');
      return sendVisitorPage(ready, { request, reply, school, language, view: view ?? 'sign-in' });
    }
    if (pathname === '/') return reply.redirect('/homepage');
    request.vitrine = { school, member, language };
    return sendShell(ready, { request, reply, school, language, member, answersFor });
  });
}

const views: Record<string, VisitorPage['view']> = {
  '/entrar': 'sign-in',
  '/entrar/link': 'link',
  '/entrar/senha': 'password',
  '/entrar/esqueci': 'forgot',
};

const visitorView = (pathname: string) => views[pathname.replace(/\/$/, '')] ?? null;

interface Sending {
  request: FastifyRequest;
  reply: FastifyReply;
  school: School;
  language: Language;
}

/** Ready bytes, but for a mailed token, which is the one thing of its own that such a page holds. */
function sendVisitorPage(
  ready: ReturnType<typeof readyPages>,
  { request, reply, school, language, view }: Sending & { view: VisitorPage['view'] },
) {
  const { token = '' } = request.query as { token?: string };
  const page = ready.visitor({ school, language, view, base: baseOf(request) });
  if (token) return reply.send(page.html.replaceAll(tokenMark, escapeHtml(String(token))));
  if (!acceptsGzip(request)) return reply.send(page.html.replaceAll(tokenMark, ''));
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(page.gzip);
}

/** The shared bytes leave at once, so that the browser fetches and paints; the answers follow. */
function sendShell(
  ready: ReturnType<typeof readyPages>,
  {
    request,
    reply,
    school,
    language,
    member,
    answersFor,
  }: Sending & { member: Member | null; answersFor: PageAnswers },
) {
  const shared = ready.shell({ school, language, base: baseOf(request) });
  const gzip = acceptsGzip(request) ? createGzip({ level: 4 }) : null;
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
    vary: 'accept-encoding, cookie',
    ...(gzip && { 'content-encoding': 'gzip' }),
  });
  const out = gzip ?? raw;
  gzip?.pipe(raw);
  out.write(shared.html);
  gzip?.flush(constants.Z_SYNC_FLUSH);
  answersFor(request)
    .catch((error: Error) => {
      request.log.warn({ err: error }, 'page without its answers'); // the page asks for them itself
      return {};
    })
    .then((answers) => {
      const boot = {
        site: asSite(school),
        session: member && asSession(member, school),
        links: school.links,
        answers,
      };
      out.end(
        `<script type="application/json" id="boot">${scriptJson(boot)}</script></body></html>`,
      );
    })
    .catch((error: Error) => {
      request.log.error({ err: error }, 'page cut off');
      raw.destroy();
    });
}

// Made once per school and change -----------------------------------------------------------------

const tokenMark = '__token__';

function readyPages({ schools }: Platform, build: WebBuild) {
  const pages = new Map<string, Rendered>();
  schools.onChange((tenantId) => {
    if (tenantId === null) return pages.clear();
    for (const key of pages.keys()) if (key.startsWith(`${tenantId} `)) pages.delete(key);
  });
  const keep = (key: string, make: () => string): Rendered => {
    const known = pages.get(key);
    if (known) return known;
    if (pages.size > 2_000) pages.clear();
    const html = make();
    const page = { html, gzip: gzipSync(html.replaceAll(tokenMark, ''), { level: 9 }) };
    pages.set(key, page);
    return page;
  };
  interface Asked {
    school: School;
    language: Language;
    base: string;
  }
  const head = (entry: 'main' | 'visitor', { school, language, base }: Asked) =>
    pageHead({
      site: asSite(school),
      language,
      base,
      assets: build.head(entry, school.settings.font_primary),
      after: afterSignIn(school),
    });
  return {
    visitor: (asked: Asked & { view: VisitorPage['view'] }) =>
      keep(`${asked.school.tenant.id} ${asked.language} ${asked.view} ${asked.base}`, () => {
        const body = build.renderVisitorPage({
          site: asSite(asked.school),
          view: asked.view,
          token: tokenMark,
          say: (text) => translate(asked.language, text),
        });
        return `${head('visitor', asked)}${body}</body></html>`;
      }),
    shell: (asked: Asked) =>
      keep(
        `${asked.school.tenant.id} ${asked.language} shell ${asked.base}`,
        () => head('main', asked) + shellBody(asSite(asked.school)),
      ),
  };
}

/** An enum, never an address from outside: home, or a community of this school (safety, Sign-in). */
const afterSignIn = ({ settings }: School) =>
  settings.enable_redirect_login && settings.redirect_url ? settings.redirect_url : '/homepage';

const baseOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;
const acceptsGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b/.test(String(headers['accept-encoding']));

function pageHeaders({ config, files }: Platform) {
  const store = files.objects.origin ? ` ${files.objects.origin}` : '';
  const dev = config.development ? ' http://localhost:5173 ws://localhost:5173' : '';
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${config.development ? " 'unsafe-inline' http://localhost:5173" : ''}`,
      `style-src 'self' 'unsafe-inline'${dev}`,
      `img-src 'self' data: blob: https:${dev}`,
      `media-src 'self' blob: https:`,
      `font-src 'self' data:${dev}`,
      `connect-src 'self'${dev}${store}`,
      "frame-src 'self' https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com https://*.tv.pandavideo.com.br https://*.tv.pandavideo.com https://fast.wistia.net https://iframe.mediadelivery.net https://www.loom.com https://open.spotify.com https://docs.google.com https://drive.google.com",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
}

const noSchool = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><meta charset="utf-8"><title>404</title><p>${escapeHtml(messages.unknownHost)}</p>`,
    );
