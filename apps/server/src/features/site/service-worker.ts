import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { isBuilt, readWorkerBuild } from './web-build.ts';

/**
 * Switched off, this worker replaces the one that a browser has: it deletes what that one kept, ends
 * itself, and the pages go on without a worker.
 */
const farewell = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('vitrine-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** The service worker. A browser asks for it anew with each visit, and replaces its own if it changed. */
export function mountServiceWorker(app: FastifyInstance, { config }: Platform) {
  let code: string | undefined;
  app.get('/sw.js', (_request, reply) => {
    // The dev server's files have no names that change with their contents.
    const isOn = config.serviceWorker && !config.development && isBuilt();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(isOn ? (code ??= withFacts(readWorkerBuild())) : farewell);
  });
}

const withFacts = ({ code, build, files }: ReturnType<typeof readWorkerBuild>) =>
  `self.vitrine=${JSON.stringify({ build, files })};\n${code}`;
