import { resolve } from 'node:path';

/** Everything the environment decides, read once (contract, Starting it). */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Hosts of the platform itself; `{slug}.` before one of them is a school. */
  platformHosts: readonly string[];
  development: boolean;
  devMail: boolean;
  demo: boolean;
  ownerEmail: string | null;
  ownerPassword: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Believe X-Forwarded-* only from a proxy that the operator named. */
  trustProxy: boolean | string;
  contentDomain: string | null;
  legacyCommunityTenants: readonly number[];
  logLevel: string;
  poolSize: number;
}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment = process.env): Config {
  const port = whole(env, 'PORT', 3000);
  return {
    port,
    host: env['HOST'] ?? '::',
    dataDir: resolve(env['DATA_DIR'] ?? 'data'),
    databaseUrl: env['DATABASE_URL'] || null,
    platformHosts: list(env['PLATFORM_HOSTS'] ?? 'localhost'),
    development: env['NODE_ENV'] === 'development',
    devMail: env['NODE_ENV'] === 'development' || env['DEV_MAIL'] === '1',
    demo: env['DEMO'] !== '0',
    ownerEmail: env['OWNER_EMAIL'] || null,
    ownerPassword: env['OWNER_PASSWORD'] || null,
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] ?? 'vitrine@localhost',
    trustProxy: trusted(env['TRUST_PROXY']),
    contentDomain: env['CONTENT_DOMAIN'] || null,
    legacyCommunityTenants: list(env['LEGACY_COMMUNITY_TENANTS'] ?? '').map(Number),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    poolSize: whole(env, 'POOL_SIZE', 16),
  };
}

function whole(env: Environment, name: string, fallback: number) {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not “${value}”`);
  return Number(value);
}

const list = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const trusted = (value: string | undefined) =>
  value === undefined || value === '' || value === '0' ? false : value === '1' ? true : value;
