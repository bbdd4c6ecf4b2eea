/**
 * Progress as a whole percent (contract, Catalog): 100 only when all is done. PostgreSQL has it as
 * the function `whole_percent`.
 */
export function wholePercent(done: number, total: number) {
  if (total === 0) return 0;
  return done >= total ? 100 : Math.min(99, Math.round((100 * done) / total));
}
