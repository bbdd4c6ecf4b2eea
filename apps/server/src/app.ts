import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { MAX_BODY_BYTES } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mountAppearance } from './features/appearance/appearance.routes.ts';
import { mountBannerSettings } from './features/banner-settings/banner-settings.routes.ts';
import { mountBanners } from './features/banners/banners.routes.ts';
import { mountCarousels } from './features/carousels/carousels.routes.ts';
import { mountCatalog } from './features/catalog/catalog.routes.ts';
import { mountComments } from './features/comments/comments.routes.ts';
import { mountCommunities } from './features/communities/communities.routes.ts';
import { mountCustomHtml, snippetAnswers } from './features/custom-html/custom-html.routes.ts';
import { linkAnswers, mountCustomLinks } from './features/custom-links/custom-links.routes.ts';
import { mountEvents } from './features/events/events.routes.ts';
import { favoritesAnswer, mountFavorites } from './features/favorites/favorites.routes.ts';
import { firstStepsAnswer, mountFirstSteps } from './features/first-steps/first-steps.routes.ts';
import { mountFooter } from './features/footer/footer.routes.ts';
import { mountHome } from './features/home/home.routes.ts';
import { mountImports } from './features/imports/imports.routes.ts';
import { mountLessonPage } from './features/lesson-page/lesson-page.routes.ts';
import { mountLevels, reachedLevels } from './features/levels/levels.routes.ts';
import { hasLiveAnswer, livesAnswer, mountLives } from './features/lives/lives.routes.ts';
import { mountLoginPage } from './features/login-page/login-page.routes.ts';
import { mountMails } from './features/mails/mails.routes.ts';
import { mountMarquees } from './features/marquees/marquees.routes.ts';
import { mountMe, myCoursesAnswer, profileAnswer } from './features/me/me.routes.ts';
import { mountMembers } from './features/members/members.routes.ts';
import {
  mountNotifications,
  notificationsAnswer,
  unreadAnswer,
} from './features/notifications/notifications.routes.ts';
import { mountOffline } from './features/offline/offline.routes.ts';
import { mountPeople } from './features/people/people.routes.ts';
import { mountPlatformInfo } from './features/platform-info/platform-info.routes.ts';
import { mountPlatformSettings } from './features/platform-settings/platform-settings.routes.ts';
import { mountPoints, ownScoreAnswer } from './features/points/points.routes.ts';
import { postsFirstCalls } from './features/posts/posts.first-calls.ts';
import { mountPosts } from './features/posts/posts.routes.ts';
import { mountPrivacy, myDataAnswer } from './features/privacy/privacy.routes.ts';
import { mountProducts } from './features/products/products.routes.ts';
import { mountPush } from './features/push/push.routes.ts';
import { mountQuizzes, myQuizzesAnswer } from './features/quizzes/quizzes.routes.ts';
import { mountRanking } from './features/ranking/ranking.routes.ts';
import { mountReminders, remindersAnswer } from './features/reminders/reminders.routes.ts';
import { mountRewards, rewardsAnswers, unseenRewards } from './features/rewards/rewards.routes.ts';
import { mountSearch } from './features/search/search.routes.ts';
import { mountSessions } from './features/sessions/sessions.routes.ts';
import { mountShowcase } from './features/showcase/showcase.routes.ts';
import { mountAppManifest } from './features/site/app-manifest.ts';
import { mountDevMail } from './features/site/dev-mail.ts';
import { mountHtmlPages } from './features/site/html-pages.ts';
import { mountServiceWorker } from './features/site/service-worker.ts';
import { mountSite } from './features/site/site.routes.ts';
import { mountUpkeep } from './features/upkeep/upkeep.routes.ts';
import { mountUploads } from './features/uploads/uploads.routes.ts';
import { mountApiDocs } from './kit/api-docs/api-docs.ts';
import { mountOpenApi } from './kit/api-docs/openapi.ts';
import { answerUnparsed, registerErrorHandler, sendBusy, sendUnrouted } from './kit/http/errors.ts';
import { holdsTooManyValues } from './kit/http/input.ts';
import { refuse } from './platform/app-error.ts';
import { mountCertificateCheck } from './platform/certificate-check.ts';
import { isolateContentHost } from './platform/content-host.ts';
import { setSecurityHeaders } from './platform/headers.ts';
import { mountHealth } from './platform/health.ts';
import { requireHttpScheme, requireOneHost } from './platform/host-header.ts';
import { shedLoad } from './platform/load-shedding.ts';
import { libraryLog, logAnswers } from './platform/log.ts';
import { mountMetrics } from './platform/metrics.ts';
import type { Platform } from './platform/platform.ts';
import { nameAccounts } from './platform/request-account.ts';
import { requireAccess } from './platform/route-access.ts';
import { sessionToken, unparsedSessionToken } from './platform/session.ts';
import { cutSlowBodies } from './platform/slow-bodies.ts';
import { cutSlowReaders } from './platform/slow-readers.ts';

/** Requests in progress for each connection to the database. More would only wait for one. */
const IN_PROGRESS_PER_CONNECTION = 24;

/** Builds the whole application on a platform. The tests build the same one. */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const app = openFastify(platform);
  const { refusedCount } = await guardRequests(app, platform);

  mountHealth(app);
  mountCertificateCheck(app, platform);
  await mountMetrics(app, platform, refusedCount);
  mountOpenApi(app);
  mountApiDocs(app);
  mountSessions(app, platform);
  mountSite(app, platform);
  mountMembers(app, platform);
  mountProducts(app, platform);
  mountCustomLinks(app, platform);
  mountCustomHtml(app, platform);
  const catalogFirstCalls = mountCatalog(app, platform);
  mountComments(app, platform);
  mountPlatformSettings(app, platform);
  mountAppearance(app, platform);
  mountFooter(app, platform);
  mountPlatformInfo(app, platform);
  mountLoginPage(app, platform);
  mountLessonPage(app, platform);
  mountBannerSettings(app, platform);
  mountMarquees(app, platform);
  mountUploads(app, platform);
  mountBanners(app, platform);
  mountCarousels(app, platform);
  mountShowcase(app, platform);
  mountFavorites(app, platform);
  mountFirstSteps(app, platform);
  const homeFirstCall = mountHome(app, platform);
  mountImports(app, platform);
  mountQuizzes(app, platform);
  mountLives(app, platform);
  mountMails(app, platform);
  mountUpkeep(app, platform);
  mountMe(app, platform);
  const peopleFirstCall = mountPeople(app, platform);
  mountPrivacy(app, platform);
  mountReminders(app, platform);
  mountSearch(app, platform);
  const communityFirstCalls = mountCommunities(app, platform);
  mountPosts(app, platform);
  mountNotifications(app, platform);
  mountOffline(app, platform);
  mountPush(app, platform);
  mountEvents(app, platform);
  mountPoints(app, platform);
  mountLevels(app, platform);
  mountRewards(app, platform);
  const rankingAnswers = mountRanking(app, platform);
  mountDevMail(app, platform);
  mountAppManifest(app, platform);
  mountServiceWorker(app, platform);
  await mountHtmlPages(app, platform, {
    firstCalls: {
      ...homeFirstCall,
      ...catalogFirstCalls,
      ...communityFirstCalls,
      ...postsFirstCalls,
      ...peopleFirstCall,
    },
    memberAnswers: [
      unreadAnswer,
      hasLiveAnswer,
      unseenRewards,
      reachedLevels,
      favoritesAnswer,
      firstStepsAnswer,
      ownScoreAnswer,
      profileAnswer,
      myDataAnswer,
      remindersAnswer,
      myQuizzesAnswer,
      myCoursesAnswer,
      livesAnswer,
      notificationsAnswer,
      ...rewardsAnswers,
      ...rankingAnswers,
    ],
    sharedAnswers: (context) => ({ ...linkAnswers(context), ...snippetAnswers(context) }),
  });
  return app;
}

function openFastify(platform: Platform): FastifyInstance {
  return Fastify({
    loggerInstance: libraryLog(platform.log),
    genReqId: () => randomUUID(),
    trustProxy: trusted(platform.config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: noSchemas },
    childLoggerFactory: (log) => log, // `logOf` makes child loggers only when it logs
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a late request is answered: the database closes after the last one
    http: { requireHostHeader: false }, // `requireOneHost` refuses in the form of every error
    clientErrorHandler: answerUnparsed,
    frameworkErrors: (error, request, reply) => void sendUnrouted(error, request, reply),
  }) as unknown as FastifyInstance;
}

/** Adds the rules of every request: who may send it, how fast, in which form, and when it is refused. */
async function guardRequests(app: FastifyInstance, platform: Platform) {
  requireAccess(app);
  registerErrorHandler(app);
  logAnswers(app, platform.log);
  cutSlowBodies(app, platform.config.bodyTimeoutMs);
  cutSlowReaders(app, platform.config.bodyTimeoutMs);
  onlyJsonAndMultipart(app);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
  requireOneHost(app);
  requireHttpScheme(app);
  nameAccounts(app, sessionToken);
  const shedding = shedLoad(app, {
    maxInProgress: platform.config.poolSize * IN_PROGRESS_PER_CONNECTION,
    isQueueFull: (host, ...owner) => isQueueFull(platform, host, ...owner),
    tokenOf: unparsedSessionToken,
    refuse: sendBusy,
  });
  setSecurityHeaders(app);
  isolateContentHost(app, platform.config);
  return shedding;
}

function isQueueFull(
  { schools, database }: Platform,
  host: string,
  ...owner: [account: string | number, reserved: boolean]
) {
  const tenantId = schools.cachedIdAt(host);
  return tenantId !== undefined && database.isQueueFull(tenantId, ...owner);
}

/** Fastify counts hops with a function. The nearest proxy is hop 0. */
const trusted = (setting: Platform['config']['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

/** The contract validates input and serializes answers, so Fastify's two compilers are not loaded. */
const noSchema = (): never => {
  throw new Error('A route is declared in the contract, not by a schema of Fastify');
};
const noSchemas = { buildValidator: noSchema, buildSerializer: noSchema };

/** Accepts only JSON and multipart. An empty body counts as no body, not as broken JSON. */
function onlyJsonAndMultipart(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (holdsTooManyValues(text as string))
      done(refuse('bad_request', messages.badBody, 400), undefined);
    else void parse(request, text as string, done);
  });
}
