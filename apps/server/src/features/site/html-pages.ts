import fastifyStatic from '@fastify/static';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageAt, pages, type LegalPageName, type VisitorPageName } from '@vitrine/contract/pages';
import { escapeHtml, scriptJson } from '../../platform/html.ts';
import { logOf } from '../../platform/log.ts';
import { asStudentRole, runAs, studentViewOfPage } from '../../kit/view-as-student.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSessionMember, languageOf, sessionToken } from '../../platform/session.ts';
import { asSession } from '../sessions/sessions.routes.ts';
import { gzipEnd } from './gzip-parts.ts';
import { pageHeaders } from './page-headers.ts';
import { firstFoldEnds, manifestOf } from './page-html.ts';
import type { PageContext } from './per-school.ts';
import { answerPlainForms } from './plain-forms.ts';
import {
  afterSignIn,
  legalColumns,
  readyPages,
  tokenMark,
  type ReadyPage,
  type ReadyPages,
} from './ready-pages.ts';
import { asBoot, asSite } from './site.routes.ts';
import { assets, isBuilt, openWebBuild, publicFiles } from './web-build.ts';

/** Answers that travel with a page, by the address they would be asked for at. */
export type PageAnswers = (
  platform: Platform,
  url: string,
  who: FastifyRequest['vitrine'],
) => Promise<Record<string, unknown>>;

/**
 * Every page of a school. What is the same for everybody is made once per school and change, and
 * kept as ready bytes; what is personal follows behind it in the same response.
 */
export async function mountHtmlPages(
  app: FastifyInstance,
  platform: Platform,
  answersFor: PageAnswers,
) {
  const { development } = platform.config;
  if (!isBuilt()) return platform.log.warn('the web side is not built: serving calls only');
  if (!development)
    await app.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      preCompressed: true,
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
  // What draws pages is loaded while the first ones are asked for, not before the server answers.
  let opened: Promise<ReadyPages> | undefined;
  const loadReadyPages = () =>
    (opened ??= openWebBuild(development).then((build) => readyPages(platform.schools, build)));
  app.addHook('onListen', async () => void loadReadyPages());
  const headers = pageHeaders(platform);
  answerPlainForms(app, loadReadyPages, headers);

  app.get('/manifest.webmanifest', async (request, reply) => {
    const school = await platform.schools.at(request.host);
    if (!school) return noSchool(reply);
    return reply.type('application/manifest+json').send(manifestOf(asSite(school)));
  });

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\n'),
  );

  app.get('/*', async (request, reply) => {
    const school = await platform.schools.at(request.host);
    if (!school) return noSchool(reply);
    const [pathname = ''] = request.url.split('?', 1);
    if (/^\/(api|assets|files|_frame|dev)\//.test(pathname)) return reply.callNotFound();
    const token = sessionToken(request);
    const member = token
      ? await findSessionMember(platform.database.reader(school.tenant.id), token)
      : null;
    const language = languageOf(request, member);
    const base = `${request.protocol}://${request.host}`;
    const asked = { school, language, base };
    const place = pathname.replace(/\/$/, '');
    reply.type('text/html; charset=utf-8').headers(headers);
    const ready = await loadReadyPages();

    const found = pageAt(pathname);
    const access = found?.page.access;
    if (access === 'public')
      return sendLegalPage(ready, { request, reply, asked, view: found!.name as LegalPageName });
    const form = access === 'visitor' ? (found!.name as VisitorPageName) : null;
    if (form === 'signIn' && member) return reply.redirect(afterSignIn(school));
    if (form || (!member && !school.settings.showcase))
      return sendVisitorPage(ready, { request, reply, asked, view: form ?? 'signIn' });
    if (pathname === '/' || place === '/login') return reply.redirect(pages.homepage.path);
    const held = studentViewOfPage(request, member);
    const who = {
      school,
      member: held && member ? asStudentRole(member) : member,
      language,
      view: held,
    };
    const answers = () =>
      runAs(platform, who, (view, reader) => answersFor(view, request.url, reader));
    return sendShell(ready, { request, reply, asked, pathname: place, who, answers });
  });
}

interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  asked: PageContext;
}

/** Ready bytes, but for a mailed token. */
function sendVisitorPage(
  ready: ReadyPages,
  { request, reply, asked, view }: PageRequest & { view: VisitorPageName },
) {
  const { token = '' } = request.query as { token?: string };
  const page = ready.visitor(asked, view);
  if (token) return reply.send(page.html.replaceAll(tokenMark, () => escapeHtml(String(token))));
  return sendReady(request, reply, page);
}

/** Public: who signs up reads them first. Not found as long as nothing has been written. */
function sendLegalPage(
  ready: ReadyPages,
  { request, reply, asked, view }: PageRequest & { view: LegalPageName },
) {
  if (!asked.school.settings[legalColumns[view]]) reply.code(404);
  return sendReady(request, reply, ready.legal(asked, view));
}

function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage) {
  if (!acceptsGzip(request)) return reply.send(page.html.replaceAll(tokenMark, ''));
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(page.gzip);
}

/** The shared bytes leave at once, so that the browser fetches and paints; the answers follow. */
async function sendShell(
  ready: ReadyPages,
  {
    request,
    reply,
    asked,
    pathname,
    who: { school, member, view },
    answers,
  }: PageRequest & {
    pathname: string;
    who: FastifyRequest['vitrine'];
    answers: () => Promise<Record<string, unknown>>;
  },
) {
  const shared = ready.shell(asked, pathname);
  const gzips = acceptsGzip(request);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    vary: 'accept-encoding, cookie',
    ...(gzips && { 'content-encoding': 'gzip' }),
  });
  raw.write(gzips ? shared.start.bytes : shared.html);
  try {
    const given = await answers().catch((error: Error) => {
      logOf(request).warn({ err: error }, 'page without its answers'); // the page asks for them itself
      return {};
    });
    const boot = {
      site: asBoot(school),
      session: member && asSession(member, school),
      view,
      answers: given,
    };
    /** Painted early, but never what a page fails by. */
    const opening = () => {
      try {
        return ready.opening(asked, pathname, boot);
      } catch (error) {
        logOf(request).error({ err: error }, 'page without its opening');
        return '';
      }
    };
    const own = `
<div id="root">${opening()}</div>${firstFoldEnds}
<script type="application/json" id="boot">${scriptJson(boot)}</script></body></html>`;
    raw.end(gzips ? await gzipEnd(shared.start, own) : own);
  } catch (error) {
    logOf(request).error({ err: error }, 'page cut off');
    raw.destroy();
  }
}

const acceptsGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b/.test(String(headers['accept-encoding']));

const noSchool = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><meta charset="utf-8"><title>404</title><p>${escapeHtml(messages.unknownHost)}</p>`,
    );
