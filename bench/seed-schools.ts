import { loadavg } from 'node:os';
import { readCommandLine } from '../apps/server/src/platform/command-line.ts';
import { megabytes, line } from './figures.ts';
import { openManySchoolsDir, seedSchools, sizesOf } from './schools.ts';
import { fill } from './seed.ts';
import { startCluster } from './servers.ts';

/**
 * npm run bench -- seed --schools 1000 --members 100000: seeds an installation in BENCH_DATA, for
 * npm run bench -- size. An interrupted run can be resumed.
 */
const usage =
  'npm run bench -- seed [--schools N] [--members N]   at least 20 schools, and ten members for each';
const { values } = readCommandLine(usage, {
  schools: { type: 'string', default: '1000' },
  members: { type: 'string', default: '100000' },
});
const [schools, members] = [Number(values.schools), Number(values.members)];
if (!(schools >= 20 && members >= schools * 10)) {
  console.error(usage);
  process.exit(1);
}

const dataDir = await openManySchoolsDir();
const cluster = await startCluster(dataDir);
try {
  const startedAt = performance.now();
  const seeded = await fill(cluster, async (context) => {
    const count = await seedSchools(context, sizesOf(schools, members), (text) => {
      console.log(text);
    });
    const { rows } = await context.owner.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    line('database', megabytes(Number(rows[0]!.bytes)));
    return count;
  });
  line('schools made now', String(seeded));
  line('time', `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  line('load of the machine', loadavg()[0]!.toFixed(1));
  line('folder', dataDir);
} finally {
  await cluster.stop();
}
