import { ledgerRoutes } from './point-ledger.ts';
import { previewRoutes } from './point-preview.ts';
import { ruleRoutes } from './point-rules.ts';

export * from './point-ledger.ts';
export { pointLimits as limits, pointMessages as messages } from './point-limits.ts';
export * from './point-preview.ts';
export * from './point-rules.ts';

/** B section 7, Points, and v1; the rest are ours. */
export const points = { ...ruleRoutes, ...previewRoutes, ...ledgerRoutes };
