/**
 * Progress as a whole percent (contract, Catalog): 100 only if everything is done. The PostgreSQL
 * function `whole_percent` has the same rule.
 */
export function wholePercent(completed: number, total: number) {
  if (total === 0) return 0;
  return completed >= total ? 100 : Math.min(99, Math.round((100 * completed) / total));
}
