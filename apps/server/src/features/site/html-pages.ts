import { DAY_MS } from '@vitrine/contract/durations';
import { isLanguage, type Language } from '@vitrine/contract/languages';
import { messages } from '@vitrine/contract/messages';
import {
  formerPaths,
  managementPath,
  pageAt,
  pages,
  pagesIn,
  type LegalPageName,
  type PageName,
  type VisitorPageName,
} from '@vitrine/contract/pages';
import { translate } from '@vitrine/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasRoleFor } from '../../kit/access/access.ts';
import { asStudentRole, studentViewOfPage } from '../../kit/access/view-as-student.ts';
import { nameAnswerOwner } from '../../kit/http/answer-owner.ts';
import { errorPage, errorPageHeaders } from '../../kit/http/error-page.ts';
import type { FirstCalls, FirstFold, MemberAnswer, PageAnswer } from '../../kit/http/first-call.ts';
import { acceptsGzip, gzipOf, plainText, type PageText } from '../../platform/gzip-parts.ts';
import { escapeHtml, scriptJson, scriptSafe } from '../../platform/html.ts';
import { logOf } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { languageOf, type Member } from '../../platform/session.ts';
import { placeBefore } from '../sessions/place-before.ts';
import { asSession } from '../sessions/session-json.ts';
import { mountBuiltFiles } from './built-files.ts';
import { pageHeaders } from './page-headers.ts';
import { answerVisit, firstCallOf, pagesWith, resolveVisit } from './page-visit.ts';
import { answerPlainForms } from './plain-forms.ts';
import {
  afterSignIn,
  htmlOf,
  legalColumns,
  readyPages,
  type PageContext,
  type ReadyPage,
  type ReadyPages,
} from './ready-pages.ts';
import { isBuilt, openWebBuild } from './web-build.ts';

interface PageContents {
  firstCalls: FirstCalls;
  /** Answers sent with the pages of signed-in members. */
  memberAnswers: MemberAnswer[];
  /** Answers sent with every page, by the path of their call. */
  sharedAnswers: (context: FastifyRequest['vitrine']) => Record<string, unknown>;
}

/**
 * Serves every page of a school. The shared part is rendered once per school and change, and cached
 * as bytes. The personal part follows in the same response.
 */
export async function mountHtmlPages(
  app: FastifyInstance,
  platform: Platform,
  contents: PageContents,
) {
  const { development } = platform.config;
  if (!isBuilt()) return platform.log.warn('the web side is not built: serving calls only');
  await mountBuiltFiles(app, development);
  // The renderer loads with the first page, so the server starts without waiting for it.
  let loadingPages: Promise<ReadyPages> | undefined;
  const loadReadyPages = () =>
    (loadingPages ??= openWebBuild(development).then((build) =>
      readyPages(platform.schools, build),
    ));
  app.addHook('onListen', async () => void loadReadyPages());
  const headers = pageHeaders(platform, { streams: false });
  answerPlainForms(app, platform.config, loadReadyPages, headers);

  app.get('/robots.txt', { config: { access: 'public' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\n'),
  );
  app.get(
    '/*',
    { config: { access: 'by-object' } },
    pageHandler(platform, contents, loadReadyPages),
  );
}

/** Answers any page: a redirect, a legal text, a form for visitors, or a page of the app. */
function pageHandler(
  platform: Platform,
  { firstCalls, memberAnswers, sharedAnswers }: PageContents,
  loadReadyPages: () => Promise<ReadyPages>,
) {
  const pageWith = pagesWith(memberAnswers);
  const headers = pageHeaders(platform, { streams: false });
  const headersWithStreams = pageHeaders(platform, { streams: true });

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const school = await platform.schools.at(request.host);
    if (!school) return noSchool(reply, languageOf(request, null));
    const [pathname = ''] = request.url.split('?', 1);
    // A campaign's parameters and the page to return to survive a redirect.
    const query = request.url.slice(pathname.length);
    if (/^\/(api|assets|files|_frame|dev)\//.test(pathname)) return reply.callNotFound();
    const page = pageAt(pathname);
    const firstCall = firstCallOf(firstCalls, page, request);
    const parts = pageWith(page?.name, firstCall?.call.query);
    const { member, visit } = await resolveVisit(platform, request, {
      school,
      firstCall,
      statement: parts.statement,
    });
    const studentProducts = studentViewOfPage(request, member);
    nameAnswerOwner(reply, { school, member, studentProducts });
    const language = member ? languageOf(request, member) : languageOfVisitor(request, reply);
    const pageContext = { school, language, base: schoolOrigin(platform.config, school, request) };
    const path = pathname.replace(/\/$/, '');
    reply.type('text/html; charset=utf-8').headers(headers);
    // People type this path. Its form must know where a sign-in leads, and show beside an open showcase.
    if (path === '/login') return reply.redirect(pages.signIn.path + query);
    const renderer = await loadReadyPages();

    const access = page?.page.access;
    if (access === 'public')
      return sendLegalPage(renderer, {
        request,
        reply,
        pageContext,
        view: page!.name as LegalPageName,
      });
    const visitorPage = access === 'visitor' ? (page!.name as VisitorPageName) : null;
    if (visitorPage === 'signIn' && member)
      return reply.redirect(placeBefore(request, request.url) ?? afterSignIn(school));
    // An open showcase shows visitors what is not found, but no page of members.
    const isForMembers = path === managementPath || (page !== null && access !== 'showcase');
    if (visitorPage || (!member && (isForMembers || !school.settings.showcase)))
      return sendVisitorPage(renderer, {
        request,
        reply,
        pageContext,
        view: visitorPage ?? 'signIn',
      });
    const currentPath = currentPathOf(pathname, path);
    if (currentPath) return reply.redirect(currentPath + query);
    const viewerContext = {
      school,
      member: studentProducts && member ? asStudentRole(member) : member,
      language,
      studentProducts,
    };
    if (path === managementPath && viewerContext.member) {
      const first = firstManagementPage(viewerContext.member);
      if (first) return reply.redirect(first);
    }
    const { answers, firstFold } = await answerVisit(platform, request, {
      context: viewerContext,
      firstCall,
      visit,
      memberAnswers: parts.answers,
    });
    if (member && school.streams) reply.headers(headersWithStreams);
    if (!page) reply.code(404); // The application says so in words.
    return sendApp(renderer, {
      request,
      reply,
      pageContext,
      page: page?.name,
      pathname: path,
      viewerContext,
      answers: answersJson(sharedAnswers(viewerContext), answers),
      firstFold,
    });
  };
}

/**
 * The language that the link of a mail names, for a browser that has chosen none. The browser keeps
 * it, so that the forms and the next page speak it too.
 */
function languageOfVisitor(request: FastifyRequest, reply: FastifyReply): Language {
  const { language } = request.query as { language?: unknown };
  if (isLanguage(request.cookies['language']) || !isLanguage(language))
    return languageOf(request, null);
  reply.setCookie('language', language, {
    path: '/',
    maxAge: (365 * DAY_MS) / 1000,
    sameSite: 'lax',
  });
  return language;
}

/** The first page of the management area that the member's role allows. Undefined for students. */
function firstManagementPage(member: Member) {
  const name = pagesIn('management').find((name) => hasRoleFor(member, pages[name]));
  return name && pages[name].path;
}

/** The path that a short or a former path leads to. */
function currentPathOf(pathname: string, path: string) {
  if (pathname === '/') return pages.homepage.path;
  const currentPage = formerPaths[path];
  return currentPage && pages[currentPage].path;
}

interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  pageContext: PageContext;
}

/** Sends cached bytes, with the mailed token filled in where the page has one. */
async function sendVisitorPage(
  renderer: ReadyPages,
  { request, reply, pageContext, view }: PageRequest & { view: VisitorPageName },
) {
  const { token = '' } = request.query as { token?: string };
  const page = await renderer.visitor(pageContext, view);
  if (token && page.aroundToken)
    return reply.send(page.aroundToken.join(escapeHtml(String(token))));
  return sendReady(request, reply, page);
}

/** Public, because people read the terms before they sign up. 404 while the text is empty. */
async function sendLegalPage(
  renderer: ReadyPages,
  { request, reply, pageContext, view }: PageRequest & { view: LegalPageName },
) {
  if (!pageContext.school.settings[legalColumns[view]]) reply.code(404);
  return sendReady(request, reply, await renderer.legal(pageContext, view));
}

function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage) {
  if (!acceptsGzip(request)) return reply.send(htmlOf(page));
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(page.gzip);
}

/** Sends a page of the app: the shared part as cached bytes, then the viewer's own part. */
async function sendApp(
  renderer: ReadyPages,
  {
    request,
    reply,
    pageContext,
    page,
    pathname,
    viewerContext,
    answers,
    firstFold,
  }: PageRequest & {
    page: PageName | undefined;
    pathname: string;
    viewerContext: FastifyRequest['vitrine'];
    answers: PageText[];
    firstFold: FirstFold | null;
  },
) {
  const { school, member, studentProducts } = viewerContext;
  const session = scriptJson(member && asSession(member, school));
  const parts: PageText[] = [
    await renderer.shell(pageContext, pathname),
    ...(await renderSafely(request, renderer, () =>
      renderer.firstFold(pageContext, { pathname, member, studentProducts, firstFold }),
    )),
    renderer.pageCode(page),
    await renderer.bootSite(pageContext),
    `${session},"view":${JSON.stringify(studentProducts)},"answers":{`,
    ...answers,
    '}}</script></body></html>',
  ];
  reply.header('vary', 'accept-encoding, cookie');
  if (!acceptsGzip(request)) return reply.send(plainText(parts));
  return reply.header('content-encoding', 'gzip').send(await gzipOf(parts));
}

/**
 * Returns an empty first fold where rendering fails. The page then renders in the browser alone.
 */
async function renderSafely(
  request: FastifyRequest,
  renderer: ReadyPages,
  render: () => Promise<PageText[]>,
) {
  try {
    return await render();
  } catch (error) {
    logOf(request).error({ err: error }, 'page without its first fold');
    return [renderer.emptyFold];
  }
}

/** Writes the answers by the path of their call. An answer that is JSON already is not parsed. */
function answersJson(
  sharedAnswers: Record<string, unknown>,
  answers: PageAnswer['answers'],
): PageText[] {
  const json: PageText[] = [];
  const startOf = (url: string) => `${json.length > 0 ? ',' : ''}${scriptJson(url)}:`;
  for (const [url, value] of Object.entries(sharedAnswers))
    json.push(startOf(url) + scriptJson(value));
  for (const [url, answer] of Object.entries(answers)) {
    json.push(startOf(url));
    for (const part of Array.isArray(answer) ? answer : [answer])
      json.push(typeof part === 'string' ? scriptSafe(part) : part);
  }
  return json;
}

const noSchool = (reply: FastifyReply, language: Language) =>
  reply
    .code(404)
    .headers(errorPageHeaders)
    .send(errorPage({ language, message: translate(language, messages.unknownHost), link: null }));
