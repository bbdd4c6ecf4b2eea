import { makeSchool, signInAs } from '../src/isolation/schools.ts';
import { fuzz } from './fuzz.ts';
import { inProcess } from './in-process.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

/** Fuzzes an installation of its own, with a school that has a row in every table. */
export const runFuzz = ({ seed, count, print }: RunOptions) =>
  inProcess(async ({ app, platform, config, client }) => {
    const school = await makeSchool(client, platform.database, config.platformHosts[0]!);
    const { id, host } = school;
    const { findings, statuses } = await fuzz(
      app,
      { id, host, signIn: (role) => signInAs(client, school, role) },
      { count, random: seededRandom(seed), print },
    );
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, times]) => `${times} × ${status}`);
    print(counts.join(', '));
    return {
      passed: count - findings.length,
      failures: findings.map(({ what, request }) => `${what}\n  ${request}`),
    };
  });
