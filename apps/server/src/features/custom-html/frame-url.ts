import { limits } from '@vitrine/contract/custom-html';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';

/**
 * Where a snippet's isolated document opens, for these minutes, without a cookie: whoever gets the
 * address had the right when it was signed. Ids count through the whole platform, so that one
 * school's address opens nothing at another.
 */
export function frameUrl(
  { config: { contentDomain }, files }: Platform,
  { tenant }: School,
  { protocol, host }: FastifyRequest,
  path: string,
) {
  const signed = files.signedUrl(path, limits.frameMinutes);
  if (!contentDomain) return signed;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  return `${protocol}://${tenant.slug}.${contentDomain}${port}${signed}`;
}
