import { resolve } from 'node:path';

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

/** Reads all settings. Throws with the name of a variable whose value is wrong. */
export function readConfig(env: Environment = process.env): Config {
  const port = wholeNumber(env, 'PORT', 3000);
  const platformHosts = splitList(env['PLATFORM_HOSTS'] ?? 'localhost');
  const outgoingTimeoutMs = wholeNumber(env, 'OUTGOING_TIMEOUT_MS', 60_000);
  return {
    port,
    host: env['HOST'] ?? '::',
    publicPort: env['PUBLIC_PORT'] ? wholeNumber(env, 'PUBLIC_PORT', 0) : null,
    dataDir: resolve(env['DATA_DIR'] ?? 'data'),
    databaseUrl: env['DATABASE_URL'] || null,
    appDatabaseUrl: readAppDatabaseUrl(env),
    platformHosts,
    development: env['NODE_ENV'] === 'development',
    devMail: env['NODE_ENV'] === 'development' || env['DEV_MAIL'] === '1',
    demo: env['DEMO'] !== '0',
    ownerEmail: env['OWNER_EMAIL'] || null,
    ownerPassword: env['OWNER_PASSWORD'] || null,
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] ?? 'vitrine@localhost',
    trustProxy: readTrustProxy(env['TRUST_PROXY']),
    contentDomain: requireOtherSite(env['CONTENT_DOMAIN'], platformHosts),
    filesSecret: env['FILES_SECRET'] || null,
    s3: readS3Config(env, outgoingTimeoutMs),
    storage: {
      schoolMb: wholeNumber(env, 'SCHOOL_STORAGE_MB', 102_400),
      studentMb: wholeNumber(env, 'STUDENT_STORAGE_MB', 1_024),
    },
    logLevel: env['LOG_LEVEL'] ?? 'info',
    metricsToken: env['METRICS_TOKEN'] || null,
    workers: requireWorkerCount(wholeNumber(env, 'WORKERS', 1)),
    poolSize: wholeNumber(env, 'POOL_SIZE', 16),
    bodyTimeoutMs: wholeNumber(env, 'BODY_TIMEOUT_MS', 60_000),
    legacyCommunityTenants: splitList(env['LEGACY_COMMUNITY_TENANTS'] ?? '').map(Number),
    vapidKeys: readVapidKeys(env),
    pushTestOrigin: env['PUSH_TEST_ORIGIN'] || null,
    serviceWorker: env['SERVICE_WORKER'] !== '0',
    databaseTimeoutMs: wholeNumber(env, 'DATABASE_TIMEOUT_MS', 3_000),
    outgoingTimeoutMs,
  };
}

function readVapidKeys(env: Environment): Config['vapidKeys'] {
  const [publicKey, privateKey] = [env['VAPID_PUBLIC_KEY'], env['VAPID_PRIVATE_KEY']];
  if (publicKey && privateKey) return { publicKey, privateKey };
  if (publicKey || privateKey)
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are of use together only');
  return null;
}

function readS3Config(env: Environment, timeoutMs: number): S3Config | null {
  const bucket = env['S3_BUCKET'];
  if (!bucket) return null;
  return {
    bucket,
    endpoint: env['S3_ENDPOINT'] || null,
    region: env['S3_REGION'] || 'us-east-1',
    accessKey: env['S3_ACCESS_KEY'] || null,
    secretKey: env['S3_SECRET_KEY'] || null,
    timeoutMs,
  };
}

function readAppDatabaseUrl(env: Environment) {
  if (env['APP_DATABASE_URL'] && !env['DATABASE_URL'])
    throw new Error('APP_DATABASE_URL is of use beside DATABASE_URL only');
  return env['APP_DATABASE_URL'] || null;
}

function wholeNumber(env: Environment, name: string, fallback: number) {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not “${value}”`);
  return Number(value);
}

function requireWorkerCount(count: number) {
  if (count < 1 || count > MAX_WORKERS)
    throw new Error(`WORKERS must be a number from 1 to ${MAX_WORKERS}, not “${count}”`);
  return count;
}

const MAX_WORKERS = 64;

/** Refuses a content domain below a platform host: browsers would send it the session cookie. */
function requireOtherSite(domain: string | undefined, platformHosts: readonly string[]) {
  if (!domain) return null;
  for (const host of platformHosts)
    if (host !== 'localhost' && (domain === host || domain.endsWith(`.${host}`)))
      throw new Error(`CONTENT_DOMAIN must be another site than ${host}, not “${domain}”`);
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
  return /^\d{1,2}$/.test(value) ? Number(value) : value;
}
