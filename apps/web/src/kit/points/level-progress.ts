import type { Score } from '@vitrine/contract/points';

/** The progress from the reached level to the next one. Null without a next one. */
export function levelProgress({ score, level, next_level: next }: Score) {
  if (!next) return null;
  const start = level?.needed_score ?? 0;
  const distance = Math.max(1, next.needed_score - start);
  return {
    name: next.name,
    /** The share of the way that a score has covered, 0 to 1. */
    shareOf: (points: number) => Math.min(1, Math.max(0, (points - start) / distance)),
    /** The points that are left. */
    missing: Math.max(0, next.needed_score - score),
  };
}
