import type { FastifyRequest } from 'fastify';

const PAGE_SIZE = 20;

/** How far to skip and how many to take: one more than shown tells whether there is a next page. */
export const pageWindow = (page: number, size = PAGE_SIZE) => ({
  offset: (page - 1) * size,
  limit: size + 1,
});

/**
 * `{data, current_page, next_page_url}` of rows read with `pageWindow`. The next address keeps the
 * question (`search`, `role`) and changes the page.
 */
export function asPage<Row>(request: FastifyRequest, page: number, rows: Row[], size = PAGE_SIZE) {
  const next = new URL(request.url, 'http://school');
  next.searchParams.set('page', String(page + 1));
  return {
    data: rows.slice(0, size),
    current_page: page,
    next_page_url: rows.length > size ? next.pathname + next.search : null,
  };
}
