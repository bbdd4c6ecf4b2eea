import { limits } from '@vitrine/contract/custom-html';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';

/**
 * Signs the address of a snippet's isolated document, valid for minutes and without a cookie. The
 * right is checked when the address is signed. Ids are unique on the platform, so an address of one
 * school opens nothing at another.
 */
export function frameUrl(
  { config: { contentDomain }, files }: Platform,
  { tenant }: School,
  { protocol, host }: FastifyRequest,
  path: string,
) {
  const signedUrl = files.signedUrl(path, limits.frameMinutes);
  if (!contentDomain) return signedUrl;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  return `${protocol}://${tenant.slug}.${contentDomain}${port}${signedUrl}`;
}
