import type { Banner } from '@vitrine/contract/banners';
import type { CustomLink } from '@vitrine/contract/custom-links';
import { limits as lives } from '@vitrine/contract/lives';
import { pages } from '@vitrine/contract/pages';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { PlatformSettings, Tenants } from './database.types.ts';
import { statement } from './statement.ts';

/** The data of a school that all viewers share. Cached in memory, refreshed at once on every server. */
export interface School {
  tenant: Pick<Selectable<Tenants>, 'id' | 'slug' | 'domain' | 'name'>;
  settings: Selectable<PlatformSettings>;
  links: CustomLink[];
  /** The images of the first banner, on top of the home page. */
  heroImages: Pick<Banner, 'url_image' | 'url_image_vertical'> | null;
  /** The page kinds that have snippets. Other pages need not query them. */
  snippetPages: PageKind[];
  /** True if a lesson or live plays an HLS stream, whose segments pages fetch from other hosts. */
  streams: boolean;
  /** True if a sign-in is to lead to a community, and its members may enter it now. */
  redirectsToCommunity: boolean;
  /** The lives that had not ended when the school was loaded. */
  lives: { starts_at: string; ends_at: string | null; open_to_all: boolean }[];
  /** True if any live exists, also a past one. */
  hasLives: boolean;
}

/** The cache of schools in this process. Database errors pass, and are not cached. */
export interface Schools {
  /** Finds the school of a host; null if there is none (contract, Tenants). */
  at(host: string): Promise<School | null>;
  /** Returns the id of the school of a host that was looked up before. */
  cachedIdAt(host: string): number | undefined;
  /** Finds the school whose snippets run at this host: `{slug}.{content domain}`. */
  atContent(host: string): Promise<School | null>;
  byId(tenantId: number): Promise<School | null>;
  /** Drops the cached school on this server at once, before PostgreSQL's notification arrives. */
  forget(tenantId: number): void;
  /** Calls `listener` when a school changed, to drop derived caches. Null means any school. */
  onChange(listener: (tenantId: number | null) => void): void;
}

/** A school takes 3 KB. There are more hosts: a school has two, and clients send unknown ones. */
const MAX_CACHED_SCHOOLS = 10_000;
const MAX_CACHED_HOSTS = 40_000;
/** No name is longer than 253 characters, and no port than 6. Clients send 16 kB, which would be cached. */
const MAX_HOST_CHARACTERS = 259;

/** Opens the cache of schools. Notifications from PostgreSQL drop changed schools. */
export async function openSchools(database: Database, config: Config): Promise<Schools> {
  const byId = new LRUCache<number, Promise<School | null>>({ max: MAX_CACHED_SCHOOLS });
  const idByHost = new LRUCache<string, Promise<number | null>>({ max: MAX_CACHED_HOSTS });
  const resolvedIdByHost = new LRUCache<string, number>({ max: MAX_CACHED_HOSTS });
  // A separate cache: a host can be any text, so a prefixed key in one cache could be another host.
  const idByContentHost = new LRUCache<string, Promise<number | null>>({ max: MAX_CACHED_HOSTS });
  const listeners: ((tenantId: number | null) => void)[] = [];

  const forget = (tenantId: number | null) => {
    if (tenantId === null) byId.clear();
    else byId.delete(tenantId);
    for (const listener of listeners) listener(tenantId);
  };
  const forgetHosts = () => {
    idByHost.clear();
    resolvedIdByHost.clear();
    idByContentHost.clear();
  };
  await database.listen(
    'school_changed',
    (payload) => (payload === 'hosts' ? forgetHosts() : forget(Number(payload))),
    () => {
      // The connection was lost for a while: anything may have changed.
      forgetHosts();
      forget(null);
    },
  );

  const loadCached = <K extends {}, V>(
    cache: LRUCache<K, Promise<V>>,
    key: K,
    load: () => Promise<V>,
  ) => {
    const cached = cache.get(key);
    if (cached) return cached;
    const loading = load();
    cache.set(key, loading);
    loading.catch(() => cache.delete(key)); // an error is not cached
    return loading;
  };

  const byTenant = (tenantId: number) =>
    loadCached(byId, tenantId, () => loadSchool(database, tenantId));

  return {
    byId: byTenant,
    forget,
    async at(host) {
      if (host.length > MAX_HOST_CHARACTERS) return null;
      const id = await loadCached(idByHost, host, () => findTenant(database, config, host));
      if (id === null) return null;
      resolvedIdByHost.set(host, id);
      return byTenant(id);
    },
    cachedIdAt: (host) => resolvedIdByHost.get(host),
    async atContent(host) {
      if (host.length > MAX_HOST_CHARACTERS) return null;
      const slug = slugIn(config.contentDomain!, hostName(host));
      if (slug === null) return null;
      const id = await loadCached(idByContentHost, host, () => findSlug(database, slug));
      return id === null ? null : byTenant(id);
    },
    onChange: (listener) => listeners.push(listener),
  };
}

async function findTenant(database: Database, { platformHosts }: Config, host: string) {
  const name = hostName(host);
  const tenants = database.platform.selectFrom('tenants').select('id');
  const tenantOfDomain = await tenants.where('domain', '=', name).executeTakeFirst();
  if (tenantOfDomain) return tenantOfDomain.id;
  for (const platformHost of platformHosts) {
    const slug = slugIn(platformHost, name);
    if (slug !== null) return findSlug(database, slug);
  }
  // The platform's bare host, by name or by IP address, serves the first school.
  if (platformHosts.includes(name) || isAddress(name))
    return (
      (await tenants.where('removing_since', 'is', null).orderBy('id').limit(1).executeTakeFirst())
        ?.id ?? null
    );
  return null;
}

/** A host without its port. Hosts that differ in case or port are one. */
export const hostName = (host: string) => host.toLowerCase().replace(/:\d+$/, '');

/** True for any host of the content domain, even if no school has it. */
export const isContentHost = (contentDomain: string, host: string) =>
  `.${hostName(host)}`.endsWith(`.${contentDomain}`);

const slugIn = (domain: string, name: string) =>
  name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null;

async function findSlug({ platform }: Database, slug: string) {
  const tenant = await platform
    .selectFrom('tenants')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return tenant?.id ?? null;
}

const unbracketed = (name: string) => name.replace(/^\[(.*)\]$/, '$1');
const isAddress = (name: string) => isIP(unbracketed(name)) > 0;

/**
 * Scheme, host and port of the school, for links in mails and for what is cached for all readers. A
 * link carries a token, and a client can send any `Host` header. So only configured names and the IP
 * address that received the request are used. The same holds for the port (`PUBLIC_PORT`).
 */
export function schoolOrigin(
  { platformHosts, publicPort }: Config,
  { tenant }: School,
  { protocol, host, socket }: FastifyRequest,
) {
  const name = hostName(host);
  const schoolHosts = [
    tenant.domain,
    ...platformHosts.flatMap((platformHost) => [platformHost, `${tenant.slug}.${platformHost}`]),
  ];
  const serverAddress = socket.localAddress?.replace(/^::ffff:/, '');
  const isSchoolHost =
    schoolHosts.includes(name) || (isAddress(name) && unbracketed(name) === serverAddress);
  const linkHost = isSchoolHost ? name : (tenant.domain ?? `${tenant.slug}.${platformHosts[0]}`);
  const port = Number(/:(\d+)$/.exec(host)?.[1]);
  return `${protocol}://${linkHost}${port === socket.localPort || port === publicPort ? `:${port}` : ''}`;
}

/**
 * Scheme, host and port of a school where no request names them: in printed links and imported
 * reminders. Only `localhost` is reached without a proxy, which holds the certificates.
 */
export function publicOrigin(
  {
    platformHosts: [host],
    port,
    publicPort,
  }: Pick<Config, 'platformHosts' | 'port' | 'publicPort'>,
  slug: string,
) {
  if (host === 'localhost') return `http://${slug}.${host}:${port}`;
  return `https://${slug}.${host}${publicPort ? `:${publicPort}` : ''}`;
}

/** Path of a community up to the id of its school. */
export const [communityPath] = pages.community.path.split('{') as [string];

const schoolById = statement({
  name: 'school',
  sql: `SELECT
      json_build_object('id', t.id, 'slug', t.slug, 'domain', t.domain, 'name', t.name) AS tenant,
      row_to_json(s) AS settings,
      (SELECT coalesce(json_agg(json_build_object(
          'id', l.id, 'title', l.title, 'url', l.url, 'tenant_id', l.tenant_id)
        ORDER BY l.position, l.id), '[]')
       FROM custom_links l) AS links,
      (SELECT json_build_object(
          'url_image', b.url_image, 'url_image_vertical', b.url_image_vertical)
       FROM banners b
       ORDER BY b.position, b.id LIMIT 1) AS "heroImages",
      ARRAY(SELECT DISTINCT h.page FROM custom_html h ORDER BY h.page) AS "snippetPages",
      EXISTS (SELECT FROM lessons l
              WHERE l.video_url ~* '\\.m3u8([?#]|$)')
        OR EXISTS (SELECT FROM lives v
              WHERE concat(v.url, ' ', v.recording_url) ~* '\\.m3u8([?# ]|$)') AS streams,
      s.enable_redirect_login AND s.communities_active AND EXISTS (
        SELECT FROM communities c
        WHERE c.active AND s.redirect_url = concat('${communityPath}', t.id, '/', c.id)) AS "redirectsToCommunity",
      (SELECT coalesce(json_agg(json_build_object(
          'starts_at', v.starts_at, 'ends_at', v.ends_at, 'open_to_all', v.open_to_all)), '[]')
       FROM lives v
       WHERE coalesce(v.ends_at, v.starts_at + interval '${lives.hoursWithoutEnd} hours')
           > :now::timestamptz) AS lives,
      EXISTS (SELECT FROM lives) AS "hasLives"
    FROM tenants t JOIN platform_settings s ON s.tenant_id = t.id
    WHERE t.id = :tenantId`,
  row: z.custom<School>(),
});

async function loadSchool(database: Database, tenantId: number): Promise<School | null> {
  const now = new Date().toISOString();
  const [school] = await database.reader(tenantId).run(schoolById, { now });
  return school ?? null;
}
