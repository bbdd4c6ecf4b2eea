import { home } from '@vitrine/contract/home';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mount, outside } from '../../kit/mount.ts';
import { readerOf } from '../../kit/showcase/reader.ts';
import { sweepWatchers } from '../../kit/showcase/trending.ts';
import type { Platform } from '../../platform/platform.ts';
import { readHome, type HomeJson } from './home.store.ts';

export function mountHome(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'home', home, {
    show: outside((platform, { school, visitor, language }) =>
      showHome(platform, { school, member: visitor, language }),
    ),
  });
}

/** What the home page would ask for first, by the address it would ask at. */
export const homeAnswers = async (platform: Platform, who: FastifyRequest['vitrine']) => ({
  [home.show.path]: JSON.parse(await showHome(platform, who)) as unknown,
});

/** Whoever reads it first after somebody's 14 days have passed has it swept, behind the answer. */
async function showHome(
  { database, log }: Platform,
  { school, member, language }: Omit<FastifyRequest['vitrine'], 'view'>,
): Promise<HomeJson> {
  const tenantId = school.tenant.id;
  const { answer, sweep } = await readHome(database.asker(tenantId), readerOf(member), language);
  if (sweep)
    database
      .inTenant(tenantId, sweepWatchers)
      .catch((error: Error) => log.warn({ err: error }, 'watchers not swept'));
  return answer;
}
