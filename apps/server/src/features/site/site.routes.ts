import { Footer, LoginPage, site, SiteSettings, type Site } from '@vitrine/contract/site';
import type { FastifyInstance } from 'fastify';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';

/** v1, settings. It answers from the cached school, without a query. */
export function mountSite(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'site', site, {
    show: withoutTransaction(async (_platform, { school }) => ({ data: asSite(school) })),
  });
}

/** Groups the school's settings by the parts of the page that use them. */
export const asSite = ({ tenant, settings }: School): Site => {
  const row = { ...settings, name: tenant.name };
  return {
    tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
    settings: partOf(row, SiteSettings.shape),
    login_page: partOf(row, LoginPage.shape) as Site['login_page'],
    footer: partOf(row, Footer.shape),
  };
};

/**
 * The school's data in every page. The terms may be long, so a page only learns whether they exist.
 * Pages of their own show them.
 */
export const asBoot = (school: School): Site => {
  const site = asSite(school);
  const { use_terms, privacy_terms } = site.footer;
  return {
    ...site,
    footer: {
      ...site.footer,
      use_terms: use_terms.slice(0, 1),
      privacy_terms: privacy_terms.slice(0, 1),
    },
  };
};

function partOf<Row extends object, Name extends keyof Row>(
  row: Row,
  shape: Record<Name, unknown>,
) {
  const names = Object.keys(shape) as Name[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
