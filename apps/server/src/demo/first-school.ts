import { sql } from 'kysely';
import {
  createSchool,
  ownerLink,
  unknownOwner,
  waitingOwner,
} from '../features/tenants/tenants.store.ts';
import { removeUnclaimed } from '../kit/files/remove-files.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { ownerPasswordProblem } from '../platform/owner-password.ts';
import type { Platform } from '../platform/platform.ts';
import { retryWhileBusy } from '../platform/retry-while-busy.ts';
import { publicOrigin } from '../platform/schools.ts';
import { hashPassword } from '../platform/secrets.ts';
import { paintDemoBanners } from './demo-banners.ts';
import { paintDemoPosts } from './demo-communities.ts';
import { paintDemoCovers } from './demo-covers.ts';
import { pathsOf, storeDemoMedia } from './demo-media.ts';
import { fillDemoSchool } from './demo-school.ts';

const DEMO_SLUG = 'contraluz';

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
  if (config.demo && school.slug === DEMO_SLUG) await fillOnce(platform, school.id);
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
    const problem = ownerPassword && ownerPasswordProblem('OWNER_PASSWORD', ownerPassword);
    if (problem) throw new OperatorProblem(problem);
    const created = await createSchool(database, {
      name: config.demo ? 'Contraluz' : 'Minha escola',
      slug: config.demo ? DEMO_SLUG : 'escola',
      owner: {
        name: unknownOwner.name,
        email: ownerEmail ?? unknownOwner.email,
        passwordHash: ownerPassword
          ? await hashPassword({ tenantId: 0, account: 'start' }, ownerPassword)
          : null,
      },
    });
    log.info({ school: created.slug }, 'first school created');
    return created;
  }
}

/** A start that was killed, or whose connection broke, left the school empty. The next one fills it. */
async function fillOnce(platform: Platform, tenantId: number) {
  const { database } = platform;
  if (!(await database.transaction(tenantId, ownerOfEmptySchool))) return;
  const media = await storeDemoMedia(platform, tenantId);
  const fill = database.transaction(tenantId, async (tx) => {
    // Another server that starts may be filling it.
    await sql`SELECT FROM tenants WHERE id = ${tenantId} FOR NO KEY UPDATE`.execute(tx.db);
    const owner = await ownerOfEmptySchool(tx);
    if (owner) await fillDemoSchool(tx, media, owner.id);
  });
  // None is claimed where another server was faster. A sweep would find them a day later.
  await fill.finally(() => removeUnclaimed(platform, tenantId, pathsOf(media)));
}

/** The owner of a school in which nobody has done anything. Undefined once somebody has. */
const ownerOfEmptySchool = ({ db }: TenantTransaction) =>
  db
    .selectFrom('members')
    .select('id')
    .where(
      sql<boolean>`roles @> '{owner}' AND (SELECT count(*) FROM members) = 1
        AND NOT EXISTS (SELECT FROM courses) AND NOT EXISTS (SELECT FROM audit_entries)`,
    )
    .executeTakeFirst();

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
