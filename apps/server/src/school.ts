import { parseArgs } from 'node:util';
import { createSchool, ownerLink } from './features/tenants/tenants.store.ts';
import { readConfig } from './platform/config.ts';
import { findOrJoinDatabase } from './platform/find-database.ts';
import { openLog } from './platform/log.ts';
import { openPlatform } from './platform/open-platform.ts';
import { hashPassword } from './platform/secrets.ts';

const usage =
  'npm run school -- create --name N --slug S --owner-email E [--owner-password P] [--owner-name N]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    slug: { type: 'string' },
    'owner-email': { type: 'string' },
    'owner-password': { type: 'string' },
    'owner-name': { type: 'string' },
  },
});
const { name, slug, 'owner-email': email, 'owner-password': password } = values;

if (positionals[0] !== 'create' || !name || !slug || !email) fail(usage);

process.umask(0o077); // whatever is written is closed to other users
const config = readConfig();
const server = await findOrJoinDatabase(config);
const { database } = await openPlatform(config, server.url, openLog({ logLevel: 'silent' }));
try {
  const school = await createSchool(database, {
    name,
    slug,
    owner: {
      name: values['owner-name'] ?? email.split('@')[0]!,
      email,
      passwordHash: password
        ? await hashPassword({ tenantId: 0, account: 'school' }, password)
        : null,
    },
  });
  const host = `http://${slug}.${config.platformHosts[0]}:${config.port}`;
  process.stdout.write(`${school.name}: ${host}\n`);
  if (!password)
    process.stdout.write(
      `Sign in as its owner (once): ${host}${await ownerLink(database, school.id, school.ownerId)}\n`,
    );
} catch (error) {
  fail(wording(error as { constraint?: string; message: string }));
} finally {
  await database.close();
  await server.stop();
}

function wording({ constraint, message }: { constraint?: string; message: string }) {
  if (constraint === 'tenants_slug_key')
    return `There is a school with the slug “${slug}” already.`;
  if (constraint === 'tenants_slug_check')
    return 'A slug is 1 to 63 of a–z, 0–9 and hyphens, not at the ends.';
  return message;
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
