import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { notFound } from './app-error.ts';
import { isContentHost } from './schools.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers on the content domain too. */
    contentHost?: boolean;
  }
}

/**
 * The owners' code runs on the content domain, and whatever answered there would be of its origin:
 * only routes that say so do (decision 12).
 */
export function isolateContentHost(app: FastifyInstance, { contentDomain }: Config) {
  if (!contentDomain) return;
  app.addHook('onRequest', async ({ host, routeOptions }) => {
    if (isContentHost(contentDomain, host) && !routeOptions.config?.contentHost) throw notFound();
  });
}
