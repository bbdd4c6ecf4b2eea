import { home } from '@vitrine/contract/home';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mount } from '../../kit/mount.ts';
import { readerOf } from '../../kit/showcase/reader.ts';
import { sweepWatchers } from '../../kit/showcase/trending.ts';
import type { Scope } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readHome, type HomeJson } from './home.store.ts';

export function mountHome(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'home', home, {
    show: (school, { visitor, language }) =>
      showHome(platform, school, { member: visitor, language }),
  });
}

/** What the home page would ask for first, by the address it would ask at. */
export const homeAnswers = async (platform: Platform, who: FastifyRequest['vitrine']) => {
  const answer = await platform.database.readInTenant(who.school.tenant.id, (school) =>
    showHome(platform, school, who),
  );
  return { [home.show.path]: JSON.parse(answer) as unknown };
};

type Who = Pick<FastifyRequest['vitrine'], 'member' | 'language'>;

/** Whoever reads it first after somebody's 14 days have passed has it swept, behind the answer. */
async function showHome(
  { database, log }: Platform,
  school: Scope,
  { member, language }: Who,
): Promise<HomeJson> {
  const { answer, sweep } = await readHome(school, readerOf(member), language);
  if (sweep)
    school.afterCommit(() => {
      database
        .inTenant(school.tenantId, sweepWatchers)
        .catch((error: Error) => log.warn({ err: error }, 'watchers not swept'));
    });
  return answer;
}
