import { limits, search } from '@vitrine/contract/search';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import { findThings } from './search.reader.ts';

/** Mounts the search of the site (C section 2). */
export function mountSearch(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'search', search, {
    find: withoutTransaction(async ({ database }, call) => {
      const { q: query, kind, page, grouped } = call.query;
      const reader = database.reader(call.school.tenant.id);
      const options = { query, kind, page, maxPerKind: grouped ? limits.maxPerKind : null };
      const { results, counts } = await findThings(reader, courseViewer(call), options);
      return { ...asPage(call.request, page, results, limits.page), counts };
    }),
  });
}
