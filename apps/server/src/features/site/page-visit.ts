import { ownId, type FoundPage, type PageName } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import { hasRoleFor } from '../../kit/access/access.ts';
import { runAs } from '../../kit/access/view-as-student.ts';
import { serializerFor } from '../../kit/http/answers.ts';
import type { FirstCall, FirstCalls, MemberAnswer, PageAnswer } from '../../kit/http/first-call.ts';
import { AppError } from '../../platform/app-error.ts';
import { logOf } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { findSessionMember, sessionToken, type Member } from '../../platform/session.ts';
import {
  noQuery,
  resolveViewerWith,
  runViewerQuery,
  type ViewerQuery,
} from '../../platform/viewer-query.ts';

// Resolves the viewer of a page and the answers sent with it.

interface FirstPageCall {
  call: FirstCall;
  id: number;
  query: Record<string, unknown>;
}

/** The call that fills the page, with its values from the path; null if the page has none. */
export function firstCallOf(
  firstCalls: FirstCalls,
  match: FoundPage | null,
  request: FastifyRequest,
): FirstPageCall | null {
  const call = match?.page.firstCall && firstCalls[match.page.firstCall];
  const query = request.query as Record<string, unknown>;
  return call ? { call, id: ownId(match!), query } : null;
}

/** The result of a page's first call, read together with the session. */
interface Visit {
  row: object | undefined;
  /** Tells each of the member's answers whether it has something to read. */
  flags: Record<string, boolean>;
}

/** Prepares a page's statement with the flags of the member's answers. */
export function pagesWith(memberAnswers: MemberAnswer[]) {
  const buildParts = (name: PageName | undefined, query: ViewerQuery<object>) => {
    const answers = memberAnswers.filter(({ pages }) => !pages || (name && pages.includes(name)));
    const flags = answers.flatMap(({ route, flag }) => (flag ? [[route.path, flag]] : []));
    const withSession = query.forPage(name ?? 'other', Object.fromEntries(flags));
    return { answers, statement: { withSession } };
  };
  const partsByPage = new Map<PageName | undefined, ReturnType<typeof buildParts>>();
  return (name: PageName | undefined, query: ViewerQuery<object> = noQuery) => {
    let parts = partsByPage.get(name);
    if (!parts) partsByPage.set(name, (parts = buildParts(name, query)));
    return parts;
  };
}
type PageParts = ReturnType<ReturnType<typeof pagesWith>>;

/** Resolves the viewer and reads the page's first call in one round trip. */
export async function resolveVisit(
  { database }: Platform,
  request: FastifyRequest,
  {
    school,
    firstCall: first,
    statement,
  }: {
    school: School;
    firstCall: FirstPageCall | null;
    statement: PageParts['statement'];
  },
): Promise<{ member: Member | null; visit: Visit | null }> {
  const token = sessionToken(request);
  if (!token) return { member: null, visit: null };
  const reader = database.reader(school.tenant.id);
  try {
    const values = first?.call.values({ school, id: first.id, query: first.query }) ?? {};
    const visit = await resolveViewerWith(reader, token, statement, values);
    return { member: visit?.member ?? null, visit };
  } catch (error) {
    logOf(request).warn({ err: error }, 'page without its answers'); // the page asks for them itself
    return { member: await findSessionMember(reader, token), visit: null };
  }
}

/** The answers sent with a page: that of its first call, and those of the member. */
export async function answerVisit(
  platform: Platform,
  request: FastifyRequest,
  {
    context,
    firstCall,
    visit,
    memberAnswers,
  }: {
    context: FastifyRequest['vitrine'];
    firstCall: FirstPageCall | null;
    visit: Visit | null;
    memberAnswers: MemberAnswer[];
  },
) {
  const { school, member, studentProducts } = context;
  // The visit of a view as student was read with the rights of staff.
  const ownVisit = member && !studentProducts ? visit : null;
  const [page, memberJson] = await Promise.all([
    firstCall && answerFirstCall(platform, request, { context, firstCall, visit: ownVisit }),
    member && ownVisit
      ? answerMember(platform, request, {
          memberAnswers,
          context: { school, member },
          visit: ownVisit,
        })
      : {},
  ]);
  return {
    answers: { ...memberJson, ...page?.answers },
    firstFold: page?.firstFold ?? null,
  };
}

/** Null where the call is refused or has no answer: the page calls it and shows the reason. */
async function answerFirstCall(
  platform: Platform,
  request: FastifyRequest,
  {
    context,
    firstCall: { call, id, query },
    visit,
  }: {
    context: FastifyRequest['vitrine'];
    firstCall: FirstPageCall;
    visit: Visit | null;
  },
): Promise<PageAnswer | null> {
  try {
    return await runAs(platform, context, async (readPlatform, viewerContext) => {
      const { school, member } = viewerContext;
      const reader = readPlatform.database.reader(school.tenant.id);
      const { row } = visit ?? {
        row: await runViewerQuery(reader, member, call.query, call.values({ school, id, query })),
      };
      return call.answer(readPlatform, viewerContext, row, id);
    });
  } catch (error) {
    if (!(error instanceof AppError))
      logOf(request).warn({ err: error }, 'page without its answers');
    return null;
  }
}

/** The answers sent with the page, by the path of their call. */
async function answerMember(
  platform: Platform,
  request: FastifyRequest,
  {
    memberAnswers,
    context,
    visit: { flags },
  }: {
    memberAnswers: MemberAnswer[];
    context: { school: School; member: Member };
    visit: Visit;
  },
) {
  const answers = await Promise.all(
    memberAnswers.map(async ({ route, queryString = '', answer }) => {
      if (!hasRoleFor(context.member, route)) return [];
      try {
        const result = await answer(platform, context, flags[route.path] ?? false);
        if (result === undefined) return [];
        const path = route.path.replace('{tenant}', String(context.school.tenant.id));
        return [[path + queryString, serializerFor(route)(result)] as const];
      } catch (error) {
        // The page asks for it itself, and shows the reason.
        if (!(error instanceof AppError))
          logOf(request).warn({ err: error }, 'page without an answer');
        return [];
      }
    }),
  );
  return Object.fromEntries(answers.flat());
}
