import { site, type Site } from '@vitrine/contract/site';
import type { FastifyInstance } from 'fastify';
import { mount, outside } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';

export function mountSite(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'site', site, {
    show: outside(async (_platform, { school }) => ({ data: asSite(school) })),
  });
}

/** One row of settings, as the parts of the page ask for it; what is not declared is left out. */
export const asSite = ({ tenant, settings }: School): Site => ({
  tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
  settings: { ...settings, name: tenant.name },
  login_page: settings as unknown as Site['login_page'],
  footer: settings,
});
