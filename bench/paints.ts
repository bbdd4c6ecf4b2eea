import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../scripts/lib/chromium.mjs';
import { kilobytes, line, median } from './figures.ts';
import { bareImage, seedCommunityImages, seedImages } from './images.ts';
import { scoresOf } from './lighthouse.ts';
import { fill, seedSchool } from './seed.ts';
import { startCluster, startServer } from './servers.ts';
import { visit, type Visit } from './visit.ts';

/**
 * npm run bench -- paints: the time until a page is visible. Chromium visits it as a phone: slow 4G,
 * a quarter of this processor, an empty cache. Each visit is compared with one to a bare page, a
 * title over an image of the same size. No page can paint sooner, so only the ratio counts.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const selectedPages = new Set(process.argv.slice(2));
const [controlPort, productPort, debugPort] = [3192, 3193, 3194];

const cluster = await startCluster();
const school = await fill(cluster, async (context) => {
  const seeded = await seedSchool(context, 'small', { courses: 24, members: 50 });
  await seedImages(context.platform, seeded);
  return { ...seeded, talk: await seedCommunityImages(context.platform, seeded) };
});
const lesson = school.lessons[0]!;
const student = school.students[0]!;
const { talk } = school;
const product = await startServer('product.ts', cluster, { port: productPort });
const image = await bareImage();
const control = createServer((request, response) => {
  const isImage = request.url === '/image.webp';
  response.setHeader('content-type', isImage ? 'image/webp' : 'text/html; charset=utf-8');
  response.end(isImage ? image : barePage);
}).listen(controlPort, '127.0.0.1');

const barePage = `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width">
<title>Controle</title><img src="/image.webp" alt="" width="640" height="1138" style="width:100%;height:516px;object-fit:cover"><h1>Controle</h1></html>`;

const base = `http://${school.host}:${productPort}`;
const pages = [
  { name: 'login', path: '/', targetMs: 600 },
  { name: 'home', path: '/homepage', targetMs: 800, session: student },
  { name: 'course', path: `/courses/${lesson.courseId}`, targetMs: 800, session: student },
  {
    name: 'lesson',
    path: `/curso/${lesson.courseId}/aula/${lesson.id}`,
    targetMs: 800,
    session: student,
  },
  { name: 'explorer', path: '/comunidade/explorer', targetMs: 900, session: student },
  {
    name: 'community',
    path: `/comunidade/${talk.tenant}/${talk.community}`,
    targetMs: 900,
    session: student,
  },
  {
    name: 'post',
    path: `/comunidade/post/${talk.post}/${talk.tenant}/${talk.community}`,
    targetMs: 900,
    session: student,
  },
].filter(({ name }) => selectedPages.size === 0 || selectedPages.has(name));

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${debugPort}`],
});
try {
  console.log(
    `median of ${rounds} first visits, as a phone on slow 4G with a quarter of the processor\n`,
  );
  line(
    '',
    'largest paint',
    'beside a bare page',
    'first paint',
    'layout shift',
    'before images',
    'in all',
  );
  for (const { name, path, session, targetMs } of pages) {
    const visits: Visit[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await visit(browser, `http://localhost:${controlPort}/`);
      const visited = await visit(browser, base + path, session);
      visits.push(visited);
      ratios.push(visited.largestPaint / bare.largestPaint);
    }
    const medianOf = (figure: (visit: Visit) => number) => median(visits.map(figure));
    const weight = (part: 'lean' | 'all') =>
      `${medianOf((visit) => visit[part].requests)}, ${kilobytes(medianOf((visit) => visit[part].bytes))}`;
    line(
      name,
      `${medianOf((visit) => visit.largestPaint).toFixed(0)} ms (target ${targetMs})`,
      `${median(ratios).toFixed(2)} ×`,
      `${medianOf((visit) => visit.firstPaint).toFixed(0)} ms`,
      medianOf((visit) => visit.layoutShift).toFixed(3),
      weight('lean'),
      weight('all'),
    );
    console.log(`  ${visits[0]!.largest}`);
  }
  console.log('\nLighthouse, mobile\n');
  line('', 'performance', 'accessibility', 'best practices', 'SEO', 'interactive', 'blocked');
  for (const { name, path, session } of pages) {
    const { scores, interactive, blocked, lacks } = await scoresOf(base + path, debugPort, session);
    line(name, ...scores.map(String), `${interactive.toFixed(0)} ms`, `${blocked.toFixed(0)} ms`);
    for (const lack of lacks) console.log(`  ${lack}`);
  }
} finally {
  await browser.close();
  control.close();
  product.stop();
  await cluster.stop();
}
