import { home } from '@vitrine/contract/home';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PrecompressedJson } from '../../kit/http/answers.ts';
import { hotRead } from '../../kit/http/call.ts';
import { firstCall } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import { sweepWatchers } from '../../kit/showcase/trending.ts';
import type { Platform } from '../../platform/platform.ts';
import { isStaff } from '../../platform/session.ts';
import { homePages } from './home-page.ts';
import { viewerPart, type ViewerPart } from './viewer-part.ts';

/** @returns the call that the home page begins with. */
export function mountHome(app: FastifyInstance, platform: Platform) {
  const write = homePages((tenantId) => sweep(platform, tenantId));

  async function show(
    { database }: Platform,
    { school, member, language, studentProducts }: FastifyRequest['vitrine'],
    own: ViewerPart,
  ) {
    const staff = member !== null && isStaff(member);
    return write(
      database.reader(school.tenant.id),
      { staff, language, isStudentView: studentProducts !== null },
      own,
    );
  }

  mount(app, platform, 'home', home, {
    show: hotRead({
      query: viewerPart,
      values: () => ({}),
      answer: async (within, { request, viewer: member }, own) =>
        new PrecompressedJson(
          (await show(within, { ...request.vitrine, member }, own!)).pageTexts(),
        ),
    }),
  });

  const page = firstCall<ViewerPart>({
    query: viewerPart,
    values: () => ({}),
    async answer(within, context, own) {
      const { json, pageTexts, firstFoldKey } = await show(within, context, own!);
      return {
        answers: { [home.show.path]: pageTexts() },
        firstFold: {
          key: firstFoldKey(),
          read: () => ({ [home.show.path]: JSON.parse(json()) as unknown }),
        },
      };
    },
  });
  return { 'home.show': page };
}

/** Sweeps expired views of the last 14 days after the answer of the first reader. */
function sweep({ database, log }: Platform, tenantId: number) {
  database
    .transaction(tenantId, sweepWatchers)
    .catch((error: Error) => log.warn({ err: error }, 'watchers not swept'));
}
