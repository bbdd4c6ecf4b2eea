import { isEmailAddress } from '@vitrine/contract/email-address';
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { OperatorProblem } from './operator-problem.ts';

/** All settings of the environment, read once at the start (contract, Starting it). */
export interface Config {
  port: number;
  host: string;
  /** The port that browsers use, if a proxy in front shows another one. */
  publicPort: number | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Signs in to it as the application's own login, if the operator made one. */
  appDatabaseUrl: string | null;
  /** The platform's own hosts. A school is served at `{slug}.{host}` of each. */
  platformHosts: readonly string[];
  development: boolean;
  devMail: boolean;
  demo: boolean;
  ownerEmail: string | null;
  ownerPassword: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** The proxies whose X-Forwarded-* headers are trusted: their number, their addresses, or none. */
  trustProxy: false | number | string;
  /** A school's snippets run at the origin `{slug}.{contentDomain}`. */
  contentDomain: string | null;
  /** Signs the URLs of files. Several servers need the same one. */
  filesSecret: string | null;
  s3: S3Config | null;
  storage: StorageConfig;
  logLevel: string;
  /** The bearer token of /metrics. If null, the server has no /metrics. */
  metricsToken: string | null;
  /** Number of processes that answer requests. They share the port and the database. */
  workers: number;
  /** Maximum number of pooled connections of each process. */
  poolSize: number;
  /** The server closes a request whose body makes no progress for this long. */
  bodyTimeoutMs: number;
  /** The ids of the schools that edit their communities with the legacy form. */
  legacyCommunityTenants: readonly number[];
  /** Signs web pushes. Several servers need the same pair. If null, the data folder holds the pair. */
  vapidKeys: { publicKey: string; privateKey: string } | null;
  /** One more origin that pushes may be sent to, for tests. */
  pushTestOrigin: string | null;
  /** Serves pages offline. If false, installed service workers unregister themselves. */
  serviceWorker: boolean;
  /** A database that does not answer for this long counts as unreachable. */
  databaseTimeoutMs: number;
  /** The deadline of a call to another server: mail, push service, object store. */
  outgoingTimeoutMs: number;
}

/** Quotas of a school and of a student. `npm run school -- quota` sets others for one school. */
export interface StorageConfig {
  schoolMb: number;
  studentMb: number;
}

/** The object store for files. Without one, they are in the data folder. */
export interface S3Config {
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKey: string | null;
  secretKey: string | null;
  /** The deadline of a call, without the time that the bytes of a file take. */
  timeoutMs: number;
}

type Environment = Record<string, string | undefined>;

/** A setting has a wrong value. */
export class SettingsProblem extends OperatorProblem {
  override name = 'SettingsProblem';
}

/**
 * Reads all settings. An empty one has its default. Throws a `SettingsProblem` that names a variable
 * whose value is wrong.
 */
export function readConfig(env: Environment = process.env): Config {
  const platformHosts = readPlatformHosts(env);
  const outgoingTimeoutMs = milliseconds(env, 'OUTGOING_TIMEOUT_MS', 60_000);
  return {
    port: numberWithin(env, 'PORT', { preset: 3000, min: 0, max: MAX_PORT }),
    host: env['HOST'] || '::',
    publicPort: env['PUBLIC_PORT']
      ? numberWithin(env, 'PUBLIC_PORT', { preset: 0, min: 1, max: MAX_PORT })
      : null,
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    appDatabaseUrl: readAppDatabaseUrl(env),
    platformHosts,
    development: env['NODE_ENV'] === 'development',
    devMail: readSwitch(env, 'DEV_MAIL', env['NODE_ENV'] === 'development'),
    demo: readSwitch(env, 'DEMO', true),
    ownerEmail: readOwnerEmail(env),
    ownerPassword: env['OWNER_PASSWORD'] || null,
    smtpUrl: readSmtpUrl(env),
    mailFrom: readMailFrom(env),
    trustProxy: readTrustProxy(env['TRUST_PROXY']),
    contentDomain: readContentDomain(env, platformHosts),
    filesSecret: env['FILES_SECRET'] || null,
    s3: readS3Config(env, outgoingTimeoutMs),
    storage: {
      schoolMb: megabytes(env, 'SCHOOL_STORAGE_MB', 102_400),
      studentMb: megabytes(env, 'STUDENT_STORAGE_MB', 1_024),
    },
    logLevel: readLogLevel(env),
    metricsToken: env['METRICS_TOKEN'] || null,
    workers: numberWithin(env, 'WORKERS', { preset: 1, min: 1, max: MAX_WORKERS }),
    poolSize: numberWithin(env, 'POOL_SIZE', { preset: 16, min: 1, max: MAX_POOL_SIZE }),
    bodyTimeoutMs: milliseconds(env, 'BODY_TIMEOUT_MS', 60_000),
    legacyCommunityTenants: readLegacyCommunityTenants(env),
    vapidKeys: readVapidKeys(env),
    pushTestOrigin: env['PUSH_TEST_ORIGIN'] || null,
    serviceWorker: readSwitch(env, 'SERVICE_WORKER', true),
    databaseTimeoutMs: milliseconds(env, 'DATABASE_TIMEOUT_MS', 3_000),
    outgoingTimeoutMs,
  };
}

function readVapidKeys(env: Environment): Config['vapidKeys'] {
  const [publicKey, privateKey] = [env['VAPID_PUBLIC_KEY'], env['VAPID_PRIVATE_KEY']];
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey)
    throw new SettingsProblem('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are of use together only');
  // With other keys, every push would seem refused, and its subscription would be deleted.
  if (publicKeyOf(privateKey) !== publicKey)
    throw new SettingsProblem(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair: copy both from a vapid.json',
    );
  return { publicKey, privateKey };
}

/** Null for a text that is no private key. */
function publicKeyOf(privateKey: string) {
  const keys = createECDH('prime256v1');
  try {
    keys.setPrivateKey(privateKey, 'base64url');
  } catch {
    return null;
  }
  return keys.getPublicKey('base64url');
}

function readS3Config(env: Environment, timeoutMs: number): S3Config | null {
  const bucket = env['S3_BUCKET'];
  const endpoint = env['S3_ENDPOINT'] || null;
  if (!bucket) {
    if (endpoint || env['S3_ACCESS_KEY'] || env['S3_SECRET_KEY'])
      throw new SettingsProblem(
        'S3_BUCKET is missing beside the other settings of the store: files would be in DATA_DIR',
      );
    return null;
  }
  if (endpoint && !isUrlOf(/^https?:\/\/./, endpoint))
    throw new SettingsProblem('S3_ENDPOINT must begin with http:// or https://');
  return {
    bucket,
    endpoint,
    region: env['S3_REGION'] || 'us-east-1',
    accessKey: env['S3_ACCESS_KEY'] || null,
    secretKey: env['S3_SECRET_KEY'] || null,
    timeoutMs,
  };
}

// Messages about these addresses do not quote them: they hold passwords.

function readDatabaseUrl(env: Environment, name: string) {
  const url = env[name];
  if (!url) return null;
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new SettingsProblem(`${name} must begin with postgres://`);
  if (!URL.canParse(url))
    throw new SettingsProblem(
      `${name} must be written as postgres://user:password@host:5432/database. ` +
        'In a password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25',
    );
  return url;
}

function readAppDatabaseUrl(env: Environment) {
  if (env['APP_DATABASE_URL'] && !env['DATABASE_URL'])
    throw new SettingsProblem('APP_DATABASE_URL is of use beside DATABASE_URL only');
  return readDatabaseUrl(env, 'APP_DATABASE_URL');
}

function readSmtpUrl(env: Environment) {
  const url = env['SMTP_URL'];
  if (!url) return null;
  if (!isUrlOf(/^smtps?:\/\/./, url))
    throw new SettingsProblem('SMTP_URL must be written as smtp://user:password@host:587');
  return url;
}

/** The name and the address of `"Name" <address>`. Outside quotes, `@`, `:` and `;` make a list or a group. */
const namedSender = /^(?:"(?:[^"\\]|\\.)*" *|[^"<>@:;]*)<(?<address>[^<>]*)>$/;
const addressShape = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/;

function readMailFrom(env: Environment) {
  const sender = env['MAIL_FROM'] || 'vitrine@localhost';
  const address = namedSender.exec(sender)?.groups?.['address'] ?? sender;
  if (!addressShape.test(address))
    throw new SettingsProblem(
      `MAIL_FROM must be one e-mail address, or "Name" <address>, not “${sender}”`,
    );
  return sender;
}

function readOwnerEmail(env: Environment) {
  const email = env['OWNER_EMAIL'] || null;
  if (email !== null && !isEmailAddress(email))
    throw new SettingsProblem(`OWNER_EMAIL must be an e-mail address, not “${email}”`);
  return email;
}

function readSwitch(env: Environment, name: string, preset: boolean) {
  const value = env[name];
  if (!value) return preset;
  if (value !== '0' && value !== '1')
    throw new SettingsProblem(`${name} must be 0 or 1, not “${value}”`);
  return value === '1';
}

const isUrlOf = (scheme: RegExp, url: string) => scheme.test(url) && URL.canParse(url);

function wholeNumber(env: Environment, name: string, preset: number) {
  const value = env[name];
  if (value === undefined || value === '') return preset;
  if (!/^\d+$/.test(value))
    throw new SettingsProblem(`${name} must be a whole number, not “${value}”`);
  return Number(value);
}

function numberWithin(
  env: Environment,
  name: string,
  { preset, min, max }: { preset: number; min: number; max: number },
) {
  const value = wholeNumber(env, name, preset);
  if (value < min || value > max)
    throw new SettingsProblem(`${name} must be a number from ${min} to ${max}, not “${value}”`);
  return value;
}

/** More would exceed the numbers of the database, once counted in bytes. */
const MAX_MEGABYTES = 999_999_999;
const megabytes = (env: Environment, name: string, preset: number) =>
  numberWithin(env, name, { preset, min: 0, max: MAX_MEGABYTES });

const MAX_PORT = 65_535;
const MAX_WORKERS = 64;
const MAX_POOL_SIZE = 10_000;

/** A timer of more milliseconds ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const milliseconds = (env: Environment, name: string, preset: number) =>
  numberWithin(env, name, { preset, min: 1, max: MAX_TIMER_MS });

function readLogLevel(env: Environment) {
  const level = env['LOG_LEVEL'] || 'info';
  if (!logLevels.includes(level))
    throw new SettingsProblem(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not “${level}”`);
  return level;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function readLegacyCommunityTenants(env: Environment) {
  return splitList(env['LEGACY_COMMUNITY_TENANTS'] ?? '').map((id) => {
    if (!/^\d+$/.test(id))
      throw new SettingsProblem(`LEGACY_COMMUNITY_TENANTS must be ids of schools, not “${id}”`);
    return Number(id);
  });
}

/** Browsers send a host in lower case. */
function readPlatformHosts(env: Environment) {
  const hosts = splitList(env['PLATFORM_HOSTS'] || 'localhost');
  if (!hosts.length) throw new SettingsProblem('PLATFORM_HOSTS names no host');
  return hosts.map((host) => requireHost('PLATFORM_HOSTS', host));
}

function requireHost(name: string, host: string) {
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(host))
    throw new SettingsProblem(`${name} must be hosts without scheme and port, not “${host}”`);
  return host.toLowerCase();
}

/** Refuses a content domain below a platform host: browsers would send it the session cookie. */
function readContentDomain(env: Environment, platformHosts: readonly string[]) {
  if (!env['CONTENT_DOMAIN']) return null;
  const domain = requireHost('CONTENT_DOMAIN', env['CONTENT_DOMAIN']);
  for (const host of platformHosts)
    if (host !== 'localhost' && (domain === host || domain.endsWith(`.${host}`)))
      throw new SettingsProblem(
        `CONTENT_DOMAIN must be another site than ${host}, not “${domain}”`,
      );
  return domain;
}

const splitList = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A number is a count of proxies: `1` trusts the nearest proxy only. */
function readTrustProxy(value: string | undefined) {
  if (!value || value === '0') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = splitList(value);
  if (!proxies.length || !proxies.every(isAddressOfProxies))
    throw new SettingsProblem(
      `TRUST_PROXY must be the number of proxies, or their addresses, not “${value}”`,
    );
  return value;
}

/** One address, a network as `10.0.0.0/8`, or a name of networks that Fastify knows. */
function isAddressOfProxies(entry: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits = '0', ...more] = entry.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits
  );
}
