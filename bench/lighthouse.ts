import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The first run after a start is often far slower than the next ones, so one run says little. */
const RUNS = 3;

/**
 * Lighthouse's scores of a page on a phone, the ms until it is interactive, the ms that its main
 * thread is blocked, and Lighthouse's advice: the run of median performance.
 */
export async function scoresOf(url: string, port: number, session?: string) {
  const runs: Awaited<ReturnType<typeof runLighthouse>>[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(url, port, session));
  return runs.toSorted((one, other) => one.scores[0]! - other.scores[0]!)[Math.floor(RUNS / 2)]!;
}

async function runLighthouse(url: string, port: number, session?: string) {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    onlyCategories: categories,
    ...(session && { extraHeaders: { cookie: session } }),
  });
  const { categories: judged, audits } = result!.lhr;
  const timeOf = (name: string) => audits[name]?.numericValue ?? NaN;
  return {
    interactive: timeOf('interactive'),
    blocked: timeOf('total-blocking-time'),
    scores: categories.map((name) => Math.round((judged[name]!.score ?? 0) * 100)),
    lacks: categories.flatMap((name) =>
      judged[name]!.auditRefs.flatMap(({ id, weight }) => {
        const { score, title, displayValue = '' } = audits[id]!;
        return weight > 0 && score !== null && score < 0.9 ? [`${title} ${displayValue}`] : [];
      }),
    ),
  };
}
