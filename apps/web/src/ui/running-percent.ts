/**
 * The share of a running upload or download, from 0 to 1, in whole percent: at most 99, because it has
 * not ended.
 */
export const runningPercent = (share: number) => Math.min(99, Math.round(share * 100));
