import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { isBuilt, readWorkerBuild } from './web-build.ts';

/**
 * Sent while service workers are switched off. It replaces the browser's worker, deletes its caches
 * and unregisters itself.
 */
const unregisterScript = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('vitrine-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/**
 * Serves the service worker. Browsers revalidate it at each visit and replace their own if it
 * changed.
 */
export function mountServiceWorker(app: FastifyInstance, { config }: Platform) {
  let code: string | undefined;
  app.get('/sw.js', { config: { access: 'public' } }, (request, reply) => {
    // The dev server's file names do not change with their contents, so nothing may cache them.
    const isOn = config.serviceWorker && !config.development && isBuilt();
    const script = isOn ? (code ??= withBuildInfo(readWorkerBuild())) : unregisterScript;
    const etag = `"${hash('sha256', script).slice(0, 16)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}

const withBuildInfo = ({ code, build, files }: ReturnType<typeof readWorkerBuild>) =>
  `self.vitrine=${JSON.stringify({ build, files })};\n${code}`;
