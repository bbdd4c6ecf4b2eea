import type { AnyRoute } from '@vitrine/contract/core';
import { frames } from '@vitrine/contract/custom-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { orNotFound, notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { codeOf, previewOf } from './custom-html.store.ts';
import { framePage } from './frame-page.ts';

interface FrameRoute {
  Params: { id: string };
  Querystring: { s?: string; e?: string };
}

/**
 * Serves the isolated documents (safety, Custom HTML 1 and 2). The signed address grants the right,
 * not a session. An opaque frame sends no cookie after it navigates itself. The content domain
 * never has one. Requests outside of a frame get 404.
 */
export function serveFrames(app: FastifyInstance, platform: Platform) {
  const { contentDomain } = platform.config;
  const sandbox = `sandbox allow-scripts allow-forms allow-popups${contentDomain ? ' allow-same-origin' : ''}`;
  const headers = {
    'content-security-policy': [
      sandbox,
      // With a content domain, the embedding page may have any host of the school.
      `frame-ancestors ${contentDomain ? '*' : "'self'"}`,
    ].join('; '),
    // An embedded player checks the site that embeds it.
    'referrer-policy': 'strict-origin-when-cross-origin',
  };

  function serve(
    { path, access }: AnyRoute,
    read: (tx: TenantTransaction, id: number) => Promise<string>,
  ) {
    const route = path.replace('{id}', ':id');
    const config = { access, contentHost: true };
    app.get<FrameRoute>(route, { config }, async (request, reply) => {
      const school = orNotFound(await schoolOf(platform, request));
      if (request.headers['sec-fetch-dest'] !== 'iframe' || !isSigned(platform, request))
        throw notFound();
      const html = await platform.database.readTransaction(school.tenant.id, (tx) =>
        read(tx, Number(request.params.id)),
      );
      return reply.type('text/html; charset=utf-8').headers(headers).send(framePage(school, html));
    });
  }

  serve(frames.show, codeOf);
  serve(frames.preview, previewOf);
}

const schoolOf = ({ config, schools }: Platform, { host }: FastifyRequest) =>
  config.contentDomain ? schools.atContent(host) : schools.at(host);

function isSigned({ files }: Platform, { url, query }: FastifyRequest<FrameRoute>) {
  const [path = ''] = url.split('?', 1);
  return files.isSigned(path, query);
}
