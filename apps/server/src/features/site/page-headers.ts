import { playerOrigins } from '@vitrine/contract/videos';
import type { Platform } from '../../platform/platform.ts';

/**
 * Content-Security-Policy of a page. Scripts come from this server only. With `streams`, pages may
 * fetch from any host, because only a stream's playlist names the hosts of its segments.
 */
export function pageHeaders({ config, files }: Platform, { streams }: { streams: boolean }) {
  const store = files.objects.origin ? ` ${files.objects.origin}` : '';
  // A host without a scheme has the page's own.
  const content = config.contentDomain ? ` *.${config.contentDomain}:*` : '';
  const dev = config.development ? ' http://localhost:5173 ws://localhost:5173' : '';
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${config.development ? " 'unsafe-inline' http://localhost:5173" : ''}`,
      `style-src 'self' 'unsafe-inline'${dev}`,
      `img-src 'self' data: blob: https:${dev}`,
      `media-src 'self' blob: https:`,
      `font-src 'self' data:${dev}`,
      `connect-src 'self'${streams ? ' https:' : ''}${dev}${store}`,
      `frame-src 'self'${content} ${playerOrigins.join(' ')}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
}
