import {
  createSchool,
  ownerLink,
  unknownOwner,
  waitingOwner,
} from '../features/tenants/tenants.store.ts';
import type { Platform } from '../platform/platform.ts';
import { retryWhileBusy } from '../platform/retry-while-busy.ts';
import { publicOrigin } from '../platform/schools.ts';
import { hashPassword } from '../platform/secrets.ts';
import { paintDemoBanners } from './demo-banners.ts';
import { paintDemoPosts } from './demo-communities.ts';
import { paintDemoCovers } from './demo-covers.ts';
import { storeDemoMedia } from './demo-media.ts';
import { fillDemoSchool } from './demo-school.ts';

/**
 * Creates the first school at the first start, and prints the owner's link. Every start prints a
 * new link until the owner has signed in once: the first link may have scrolled away.
 */
export const ensureFirstSchool = (platform: Platform) =>
  retryWhileBusy(() => findOrCreateFirstSchool(platform), platform.log);

async function findOrCreateFirstSchool(platform: Platform) {
  const { config, database, log } = platform;
  const school =
    (await findFirstSchool(database)) ?? (await createFirstSchool().catch(schoolOfOtherServer));
  const owner = await waitingOwner(database, school.id);
  if (!owner) return;
  const link = await ownerLink(database, school.id, owner.id);
  // The bare host serves the first school.
  const origin = config.platformHosts.includes('localhost')
    ? `http://localhost:${config.port}`
    : publicOrigin(config, school.slug);
  process.stdout.write(
    `\n  ${school.name}: ${origin}\n  Set your e-mail and password (once): ${origin}${link}\n\n`,
  );

  /** Two servers may start at once. One of them creates the school; the other one uses it. */
  async function schoolOfOtherServer(error: unknown) {
    const existing = isConflict(error) && (await findFirstSchool(database));
    if (existing) return existing;
    throw error;
  }

  async function createFirstSchool() {
    const { ownerEmail, ownerPassword } = config;
    const created = await createSchool(database, {
      name: config.demo ? 'Contraluz' : 'Minha escola',
      slug: config.demo ? 'contraluz' : 'escola',
      owner: {
        name: unknownOwner.name,
        email: ownerEmail ?? unknownOwner.email,
        passwordHash: ownerPassword
          ? await hashPassword({ tenantId: 0, account: 'start' }, ownerPassword)
          : null,
      },
    });
    if (config.demo) {
      const media = await storeDemoMedia(platform, created.id);
      await database.transaction(created.id, (tx) => fillDemoSchool(tx, media, created.ownerId));
    }
    log.info({ school: created.slug }, 'first school created');
    return created;
  }
}

/** Registers the jobs that paint the demo school's images. */
export function demoJobs(platform: Platform) {
  paintDemoBanners(platform);
  paintDemoPosts(platform);
  paintDemoCovers(platform);
}

const isConflict = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'tenants_slug_key';

const findFirstSchool = ({ platform }: Platform['database']) =>
  platform
    .selectFrom('tenants')
    .select(['id', 'name', 'slug'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
