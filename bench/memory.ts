import { megabytes, row } from './figures.ts';
import { load } from './load.ts';
import { fill, seedSchool } from './seed.ts';
import { startCluster, startServer } from './servers.ts';
import { homePages, lessonPages } from './workloads.ts';

/**
 * npm run bench -- memory: the server's memory after many pages of many students, printed after
 * each tenth. Bounded memory is constant after the first tenths. The heap is measured after a
 * collection.
 */
const answers = Number(process.env['BENCH_ANSWERS'] ?? 1_000_000);
const STEPS = 10;

const cluster = await startCluster();
try {
  const school = await fill(cluster, (context) =>
    seedSchool(context, 'small', { courses: 24, members: 400 }),
  );
  const product = await startServer('product.ts', cluster, {
    port: 3195,
    execArgv: ['--expose-gc'],
  });
  const lessons = lessonPages(school);
  const requests = homePages(school).flatMap((home, index) => [home, lessons[index]!]);
  const printMemory = async (count: number, perSecond?: number) => {
    const { rss, heapUsed, external } = await product.query<NodeJS.MemoryUsage>('memory');
    const figures = [rss, heapUsed, external].map(megabytes);
    row(count.toLocaleString('en'), ...figures, perSecond ? `${perSecond.toFixed(0)}/s` : '');
  };
  row('home and lesson pages', 'RSS', 'heap used', 'external', 'answers');
  try {
    await printMemory(0);
    for (let step = 1; step <= STEPS; step += 1) {
      const amount = Math.round(answers / STEPS);
      const { perSecond } = await load(product, requests, { amount });
      await printMemory(step * amount, perSecond);
    }
  } finally {
    product.stop();
  }
} finally {
  await cluster.stop();
}
