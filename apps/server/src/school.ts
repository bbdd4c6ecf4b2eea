// npm run school: creates, exports, imports and removes a school (docs/operations.md).
import { isEmailAddress } from '@vitrine/contract/email-address';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  createSchool,
  findOwner,
  ownerLink,
  setDomain,
  setStorageQuota,
} from './features/tenants/tenants.store.ts';
import { exportSchool } from './kit/school-archive/export-school.ts';
import { importSchool } from './kit/school-archive/import-school.ts';
import {
  findRemovable,
  removeSchool,
  type RemovableSchool,
} from './kit/school-removal/remove-school.ts';
import { readCommandLine, readConfigOrExit, sentenceOf, textOf } from './platform/command-line.ts';
import { findOrJoinDatabase, hasDatabase } from './platform/find-database.ts';
import { openLog } from './platform/log.ts';
import { openPlatform } from './platform/open-platform.ts';
import { ownerPasswordProblem } from './platform/owner-password.ts';
import { publicOrigin } from './platform/schools.ts';
import { hashPassword } from './platform/secrets.ts';

const usage = `npm run school -- create --name N --slug S --owner-email E [--owner-password P] [--owner-name N]
npm run school -- link <slug> [--owner-email E]   a new link to set an owner's e-mail and password
npm run school -- domain <slug> [--host H]   the school answers at H too, or without it at no domain of its own
npm run school -- quota --slug S [--storage-mb M] [--student-storage-mb M]   without a number: the installation's
npm run school -- export <slug> [--to file]      the whole school in one file
npm run school -- import <file> [--slug S]       a new school of such a file
npm run school -- remove <slug> [--yes]          the school with all its data; asks for its name without --yes`;

const { values, positionals } = readCommandLine(usage, {
  name: { type: 'string' },
  slug: { type: 'string' },
  'owner-email': { type: 'string' },
  'owner-password': { type: 'string' },
  'owner-name': { type: 'string' },
  host: { type: 'string' },
  'storage-mb': { type: 'string' },
  'student-storage-mb': { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
});
const [command, named, ...more] = positionals;
const { name, slug = named, 'owner-email': email, 'owner-password': password } = values;

if (
  !slug ||
  more.length ||
  (command === 'import' && !named) ||
  (!['domain', 'quota', 'link', 'export', 'import', 'remove'].includes(command ?? '') &&
    (command !== 'create' || !name || !email))
)
  fail(usage);
if (command === 'create' && !isEmailAddress(email!)) fail(`“${email}” is no e-mail address.`);

const passwordProblem = password && ownerPasswordProblem('--owner-password', password);
if (command === 'create' && passwordProblem) fail(passwordProblem);

process.umask(0o077); // new files are closed to other users
const config = readConfigOrExit();
if (command !== 'create' && command !== 'import' && !(await hasDatabase(config)))
  fail(`There is no Vitrine in ${config.dataDir}: name the DATA_DIR of the server.`);
const failWith = (error: Error) => fail(textOf(error)!);
const server = await findOrJoinDatabase(config).catch(failWith);
const log = openLog({ logLevel: 'silent' });
const { database, files } = await openPlatform(config, server.url, log).catch(failWith);
try {
  if (command === 'quota') await setQuota(slug);
  else if (command === 'domain') await changeDomain(slug);
  else if (command === 'link') await printLink(slug);
  else if (command === 'export') await writeArchive(slug);
  else if (command === 'remove') await remove(slug);
  else if (command === 'import') await readArchive(named!, values.slug);
  else await create({ name: name!, slug, email: email! });
} catch (error) {
  fail(messageOf(error as { constraint?: string; message: string }));
} finally {
  await database.close();
  await server.stop();
}

async function create({ name, slug, email }: { name: string; slug: string; email: string }) {
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
  const origin = publicOrigin(config, slug);
  process.stdout.write(`${school.name}: ${origin}\n`);
  if (!password)
    process.stdout.write(
      `Set its owner's e-mail and password (once): ${origin}${await ownerLink(database, school.id, school.ownerId)}\n`,
    );
}

/** Resolves a path from the folder in which npm was called. */
function pathOf(path: string) {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}

async function writeArchive(slug: string) {
  const to = pathOf(values.to ?? `${slug}-${new Date().toISOString().slice(0, 10)}.zip`);
  const { school, tables, contents } = await exportSchool(server.url, files.objects, { slug, to });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${school.name} is in ${to}: ${rows} rows of ${tables.length} tables, ${contents.count} files (${contents.bytes} bytes)\n`,
  );
  for (const key of contents.missing)
    process.stderr.write(`The store has no ${key}, though a row names it.\n`);
}

async function readArchive(file: string, slug: string | undefined) {
  const { slug: importedSlug, manifest } = await importSchool({
    file: pathOf(file),
    slug,
    baseUrl: (newSlug) => publicOrigin(config, newSlug),
    url: server.url,
    objects: files.objects,
    folder: join(config.dataDir, 'imports'),
  });
  const { name: title, domain } = manifest.school;
  process.stdout.write(`${title}: ${publicOrigin(config, importedSlug)}\n`);
  if (domain) process.stdout.write(`Its own domain, ${domain}, did not come along.\n`);
}

async function remove(slug: string) {
  const school = await findRemovable(server.url, slug);
  if (!school) fail(`There is no school with the slug “${slug}”.`);
  const { id, name, next } = school;
  if (next === null) refuseOnlySchool(name);
  process.stdout.write(summaryOf(school, next));
  if (!values.yes && !(await typesName(name))) fail(`That is not “${name}”: nothing was removed.`);
  const removed = await removeSchool(id, {
    url: server.url,
    objects: files.objects,
    onWait: (reason) => process.stdout.write(`${reason}: waiting.\n`),
  }).catch((error: Error) =>
    fail(`${sentenceOf(error)}\n${name} is not removed completely: run the command again.`),
  );
  if (!removed) refuseOnlySchool(name);
  process.stdout.write(
    `${new Date().toISOString()} ${name} (${slug}, ${id}) is removed: ${removed.rows} rows, ${removed.files} files.\n`,
  );
}

function refuseOnlySchool(name: string): never {
  fail(`${name} is the only school of this installation. Create or import another one first.`);
}

/** Says what a removal takes away. */
function summaryOf(school: RemovableSchool, next: string) {
  const { name, domain, first } = school;
  const hosts = [domain, ...config.platformHosts.map((host) => `${school.slug}.${host}`)];
  const lines = [
    `${name} answers at ${hosts.filter(Boolean).join(' and ')}`,
    `Members: ${school.members}, courses: ${school.courses}, lessons: ${school.lessons}, ` +
      `quizzes: ${school.quizzes}, communities: ${school.communities}, posts: ${school.posts}, ` +
      `files: ${school.files} (${school.bytes} bytes)`,
    ...(first ? [`${config.platformHosts[0]} shows ${next} afterwards.`] : []),
    'All of it is deleted. Only backups and exports keep it.',
  ];
  return `${lines.join('\n')}\n`;
}

async function typesName(name: string) {
  process.stdout.write(`Type the name of the school to remove it: `);
  for await (const line of createInterface({ input: process.stdin })) return line.trim() === name;
  return false;
}

async function printLink(slug: string) {
  const found = await findOwner(database, slug, email);
  if (!found) fail(`There is no school with the slug “${slug}”.`);
  const { school, owner } = found;
  if (!owner) fail(`${school.name} has no owner with the e-mail “${email}”.`);
  process.stdout.write(
    `${school.name}, ${owner.email}\n` +
      `Set e-mail and password (once): ${publicOrigin(config, slug)}${await ownerLink(database, school.id, owner.id)}\n`,
  );
}

async function changeDomain(slug: string) {
  const host = values.host?.toLowerCase() ?? null;
  if (host !== null && !isOwnDomain(host))
    fail(
      `“${values.host}” is no domain of a school: a name without port, and none of the platform's`,
    );
  const school = await setDomain(database, slug, host);
  if (!school) fail(`There is no school with the slug “${slug}”.`);
  process.stdout.write(`${school.name}: ${host ?? 'no domain of its own'}\n`);
}

/** A host of the platform already names a school. */
function isOwnDomain(host: string) {
  const ofPlatform = [...config.platformHosts, config.contentDomain].some(
    (name) => name !== null && `.${host}`.endsWith(`.${name}`),
  );
  return (
    !ofPlatform &&
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host)
  );
}

async function setQuota(slug: string) {
  const school = await setStorageQuota(database, slug, {
    storage_mb: megabytes('storage-mb') ?? null,
    student_storage_mb: megabytes('student-storage-mb') ?? null,
  });
  if (!school) fail(`There is no school with the slug “${slug}”.`);
  const { schoolMb, studentMb } = config.storage;
  process.stdout.write(
    `${school.name}: ${school.storage_mb ?? schoolMb} MB for all files, ` +
      `${school.student_storage_mb ?? studentMb} MB for each student\n`,
  );
}

function megabytes(option: 'storage-mb' | 'student-storage-mb') {
  const value = values[option];
  if (value !== undefined && !/^\d{1,9}$/.test(value))
    fail(`--${option} must be a whole number of megabytes, not “${value}”`);
  return value === undefined ? undefined : Number(value);
}

function messageOf({ constraint, message }: { constraint?: string; message: string }) {
  if (constraint === 'tenants_slug_key')
    return `There is a school with the slug “${slug}” already.`;
  if (constraint === 'tenants_domain_key')
    return `Another school has the domain “${values.host}” already.`;
  if (constraint === 'tenants_slug_check')
    return 'A slug is 1 to 63 of a–z, 0–9 and hyphens, not at the ends.';
  return message;
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
