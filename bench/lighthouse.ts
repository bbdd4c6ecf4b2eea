import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** What Lighthouse, as a mobile, says of a page: its scores, and what it would have better. */
export async function scoresOf(url: string, port: number, session?: string) {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    onlyCategories: categories,
    ...(session && { extraHeaders: { cookie: session } }),
  });
  const { categories: judged, audits } = result!.lhr;
  return {
    scores: categories.map((name) => String(Math.round((judged[name]!.score ?? 0) * 100))),
    lacks: categories.flatMap((name) =>
      judged[name]!.auditRefs.flatMap(({ id, weight }) => {
        const { score, title, displayValue = '' } = audits[id]!;
        return weight > 0 && score !== null && score < 0.9 ? [`${title} ${displayValue}`] : [];
      }),
    ),
  };
}
