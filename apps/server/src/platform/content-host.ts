import type { FastifyInstance } from 'fastify';
import { notFound } from './app-error.ts';
import type { Config } from './config.ts';
import { isContentHost } from './schools.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers on the content domain too. */
    contentHost?: boolean;
  }
}

/**
 * Answers 404 on the content domain, except on routes with `contentHost`. Owners' code runs on that
 * domain and could read every answer of its own origin (decision 12).
 */
export function isolateContentHost(app: FastifyInstance, { contentDomain }: Config) {
  if (!contentDomain) return;
  app.addHook('onRequest', async ({ host, routeOptions }) => {
    if (isContentHost(contentDomain, host) && !routeOptions.config?.contentHost) throw notFound();
  });
}
