import { home } from '@vitrine/contract/home';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hotRead } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { sweepWatchers } from '../../kit/showcase/trending.ts';
import type { Platform } from '../../platform/platform.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import { isStaff } from '../../platform/session.ts';
import { homePages } from './home-page.ts';
import { viewerPart, type ViewerPart } from './viewer-part.ts';

/** @returns what the home page would ask for first, by the address it would ask at. */
export function mountHome(app: FastifyInstance, platform: Platform) {
  const write = homePages();

  async function show(
    { database }: Platform,
    { school, member, language, view }: FastifyRequest['vitrine'],
    own: ViewerPart,
  ) {
    if (own.sweep) sweep(platform, school.tenant.id);
    const staff = member !== null && isStaff(member);
    return write(database.reader(school.tenant.id), { staff, language, view: view !== null }, own);
  }

  mount(app, platform, 'home', home, {
    show: hotRead({
      query: viewerPart,
      values: () => [],
      answer: (within, { request, viewer: member }, own: ViewerPart | undefined) =>
        show(within, { ...request.vitrine, member }, own!),
    }),
  });

  return async (within: Platform, who: FastifyRequest['vitrine']) => {
    const own = await runViewerQuery<ViewerPart>(
      within.database.reader(who.school.tenant.id),
      who.member,
      viewerPart,
    );
    return { [home.show.path]: JSON.parse(await show(within, who, own!)) as unknown };
  };
}

/** Whoever reads it first after somebody's 14 days have passed has it swept, behind the answer. */
function sweep({ database, log }: Platform, tenantId: number) {
  database
    .transaction(tenantId, sweepWatchers)
    .catch((error: Error) => log.warn({ err: error }, 'watchers not swept'));
}
