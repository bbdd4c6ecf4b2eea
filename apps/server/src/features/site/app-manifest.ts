import { messages } from '@vitrine/contract/messages';
import { pages } from '@vitrine/contract/pages';
import type { FastifyInstance } from 'fastify';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { appIcons, iconUrl, openAppIcons } from './app-icons.ts';

/** Launchers cut a longer name. */
const SHORT_NAME_CHARACTERS = 30;

/**
 * Serves the web manifest and the icons at each school's own host, so that browsers can install it.
 */
export function mountAppManifest(app: FastifyInstance, platform: Platform) {
  const icon = openAppIcons(platform);
  const schoolAt = async (host: string) => {
    const school = await platform.schools.at(host);
    if (!school) throw refuse('unknown_host', messages.unknownHost, 404);
    return school;
  };

  app.get('/manifest.webmanifest', { config: { access: 'public' } }, async (request, reply) => {
    const school = await schoolAt(request.host);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(school)));
  });

  app.get<{ Params: { file: string } }>(
    '/app-icon/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const school = await schoolAt(request.host);
      const name = request.params.file.replace(/\.png$/, '');
      if (!Object.hasOwn(appIcons, name)) throw notFound();
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(await icon(school, name));
    },
  );
}

/** Names no language: the school writes its name and description in its own, which nobody knows. */
function manifestOf(school: School) {
  const { tenant, settings } = school;
  return {
    id: '/',
    name: tenant.name,
    short_name: [...tenant.name].slice(0, SHORT_NAME_CHARACTERS).join(''),
    description: settings.description,
    start_url: pages.homepage.path,
    scope: '/',
    display: 'standalone',
    background_color: settings.background_color_primary,
    theme_color: settings.background_color_primary,
    icons: Object.entries(appIcons)
      .filter(([name]) => !name.startsWith('apple'))
      .map(([name, { size, purpose }]) => ({
        src: iconUrl(school, name),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
  };
}
