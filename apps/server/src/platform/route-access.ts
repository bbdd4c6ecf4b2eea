import type { Access } from '@vitrine/contract/core';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * The people who may call a route. `kit/http/mount.ts` enforces the contract's words. A handler of its own enforces
 * the others: `operator` needs the operator's token, and `by-object` depends on a file, page or link.
 */
export type RouteAccess = Access | 'operator' | 'by-object';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyInstance {
    /** All routes of the running router, also those that are not in the contract. */
    declaredRoutes: readonly RouteOptions[];
  }
}

const accessKinds: Record<RouteAccess, true> = {
  public: true,
  showcase: true,
  member: true,
  staff: true,
  admin: true,
  operator: true,
  'by-object': true,
};

/** Stops the start if a route does not declare who may call it (safety, Tenants). */
export function requireAccess(app: FastifyInstance) {
  const routes: RouteOptions[] = [];
  app.decorate('declaredRoutes', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !Object.hasOwn(accessKinds, config?.access ?? ''));
    if (open.length)
      throw new Error(
        `No access is declared for ${open.map(({ method, url }) => `${String(method)} ${url}`).join(', ')}`,
      );
  });
}

/** Declares the access of routes that a plugin of Fastify adds to `app`. */
export function declareAccess(app: FastifyInstance, access: RouteAccess) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access };
  });
}
