import type { EditedOption, EditedQuestion, EditedQuiz } from './builder-state.ts';

/** A search that looks at more partial answers gives up, and nobody is warned. */
const MAX_STEPS = 20_000;

/**
 * Profiles that no complete set of answers can win, by the server's `scoreProfiles`: the highest
 * sum wins, of equal ones the first. Questions without options are ignored.
 */
export const neverWinning = ({ questions, profiles }: EditedQuiz) =>
  profiles.filter((_, at) => !canWin(questions, profiles, at));

function canWin(questions: EditedQuestion[], profiles: EditedQuiz['profiles'], at: number) {
  const { key } = profiles[at]!;
  let own = 0;
  /** For each question that cannot help the profile: the cost of the choice for each rival. */
  const forced: Map<string, number>[] = [];
  for (const { kind, options } of questions) {
    const written = options.filter(({ text }) => text.trim());
    const gains = written.filter(({ profile }) => profile === key).map(({ weight }) => weight);
    const gain =
      kind === 'multiple' ? gains.reduce((sum, one) => sum + one, 0) : Math.max(0, ...gains);
    if (gain > 0) own += gain;
    else if (written.length) forced.push(costs(written, key, profiles));
  }
  if (own <= 0) return false;
  const rivals = new Map(
    profiles.flatMap((profile, index) => (index === at ? [] : [[profile.key, index] as const])),
  );
  const stands = (rival: string, sum: number) => (rivals.get(rival)! < at ? sum < own : sum <= own);
  const heaviestFirst = forced
    .filter((one) => !one.has(NOBODY))
    .toSorted((one, other) => Math.min(...other.values()) - Math.min(...one.values()));
  const sums = new Map<string, number>();
  let steps = 0;

  function assign(index: number): boolean {
    const choices = heaviestFirst[index];
    if (!choices || (steps += 1) > MAX_STEPS) return true;
    for (const [rival, weight] of choices) {
      const before = sums.get(rival) ?? 0;
      if (!stands(rival, before + weight)) continue;
      sums.set(rival, before + weight);
      if (assign(index + 1)) return true;
      sums.set(rival, before);
    }
    return false;
  }
  return assign(0);
}

const NOBODY = '';

/** The cheapest option for each rival. `NOBODY` where an option adds nothing. */
function costs(options: EditedOption[], own: string, profiles: EditedQuiz['profiles']) {
  const lightest = new Map<string, number>();
  for (const { profile, weight } of options) {
    const counts = profile !== own && weight > 0 && profiles.some(({ key }) => key === profile);
    const who = counts ? profile! : NOBODY;
    lightest.set(who, Math.min(weight, lightest.get(who) ?? Infinity));
  }
  return lightest;
}
