import type { RankingEntry } from '@vitrine/contract/ranking';
import type { Translation } from '../../ui/translation.ts';

/** The person before the viewer in a ranking. */
interface NextPlace {
  name: string;
  /** The points that the viewer needs to pass them. */
  missing: number;
}

/** Finds the next place before the viewer's. Null where nobody has more points. */
export function nextPlace(entries: readonly RankingEntry[], me: RankingEntry): NextPlace | null {
  const next = entries.findLast(({ score }) => score > me.score);
  return next ? { name: next.user.name, missing: next.score - me.score + 1 } : null;
}

/** 'Faltam 12 XP para passar Rosa.' */
export const passingText = (
  { t, number }: Pick<Translation, 't' | 'number'>,
  { name, missing }: NextPlace,
  pointsName: string,
) =>
  t(
    'Falta {{number}} {{name}} para passar {{person}}.|Faltam {{number}} {{name}} para passar {{person}}.',
    { count: missing, number: number(missing), name: pointsName, person: name },
  );
