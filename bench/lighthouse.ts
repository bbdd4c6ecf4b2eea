import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's scores of a page on a phone, and its advice. */
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
