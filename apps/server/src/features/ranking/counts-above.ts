// Counts the members above a score, in the memory of a server.

/** A change of a score that no job has counted yet. 0 is a score outside of the ranking. */
export type Move = [
  id: number,
  transaction: number,
  after: number,
  before: number,
  mondayAfter: number,
  mondayBefore: number,
];

/** Number of members at each score, highest score first. */
interface ScoreCounts {
  scores: number[];
  members: number[];
  /** The same on Monday. */
  monday: number[];
}

/** Number of members at each score or above, highest score first. */
interface CumulativeCounts {
  scores: number[];
  now: number[];
  monday: number[];
}

/** Counts the members above a score from the counts of the job, and from the moves since. */
export function openScoreCounts(counts: ScoreCounts) {
  const counted = cumulative(counts);
  const changes = new Map<number, { now: number; monday: number }>();
  /** Cached until the next move. */
  let moved: CumulativeCounts | undefined;

  function change(score: number, now: number, monday: number) {
    if (score <= 0) return;
    const before = changes.get(score) ?? { now: 0, monday: 0 };
    changes.set(score, { now: before.now + now, monday: before.monday + monday });
  }

  const movedCounts = () => (moved ??= cumulative(countsOf(changes)));

  return {
    apply([, , after, before, mondayAfter, mondayBefore]: Move) {
      change(after, 1, 0);
      change(before, -1, 0);
      change(mondayAfter, 0, 1);
      change(mondayBefore, 0, -1);
      moved = undefined;
    },
    above: (score: number, when: 'now' | 'monday') =>
      countAbove(counted, score, when) + countAbove(movedCounts(), score, when),
    total: () => (counted.now.at(-1) ?? 0) + (movedCounts().now.at(-1) ?? 0),
  };
}

function cumulative({ scores, members, monday }: ScoreCounts): CumulativeCounts {
  const sums = (numbers: number[]) => {
    let sum = 0;
    return numbers.map((number) => (sum += number));
  };
  return { scores, now: sums(members), monday: sums(monday) };
}

function countsOf(changes: ReadonlyMap<number, { now: number; monday: number }>): ScoreCounts {
  const sorted = [...changes].toSorted(([one], [other]) => other - one);
  return {
    scores: sorted.map(([score]) => score),
    members: sorted.map(([, { now }]) => now),
    monday: sorted.map(([, { monday }]) => monday),
  };
}

function countAbove(
  { scores, ...counts }: CumulativeCounts,
  score: number,
  when: 'now' | 'monday',
): number {
  let [from, to] = [0, scores.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (scores[middle]! > score) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? 0 : counts[when][from - 1]!;
}
