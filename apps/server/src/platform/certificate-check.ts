import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import { notFound, refuse } from './app-error.ts';
import type { Config } from './config.ts';
import { isContentHost, type Schools } from './schools.ts';

/**
 * Mounts `/certificate-check?domain=`, which a proxy asks before it requests a certificate (decision
 * 0140): 200 for a host at which a school answers, 404 for any other. It answers at any host, because
 * the proxy asks by the address of the server.
 */
export function mountCertificateCheck(
  app: FastifyInstance,
  { config: { contentDomain }, schools }: { config: Config; schools: Schools },
) {
  app.get<{ Querystring: { domain?: unknown } }>(
    '/certificate-check',
    { config: { access: 'public', contentHost: true } },
    async ({ query: { domain } }) => {
      if (typeof domain !== 'string' || !domain)
        throw refuse('bad_request', messages.badParameter, 400);
      // An address shows the first school, but no public authority signs a certificate for it here.
      const isName = !isIP(domain) && /^[a-z0-9_.-]+$/i.test(domain);
      const school =
        isName &&
        (await (contentDomain && isContentHost(contentDomain, domain)
          ? schools.atContent(domain)
          : schools.at(domain)));
      if (!school) throw notFound();
      return { domain };
    },
  );
}
