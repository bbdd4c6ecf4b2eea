import { makeSchool, signInAs } from '../src/isolation/schools.ts';
import { fuzz } from './fuzz.ts';
import { inProcess } from './in-process.ts';
import { randomOf } from './random.ts';

interface Options {
  seed: number;
  count: number;
  say: (line: string) => void;
}

/** Fuzzes an installation of its own, with a school that has a row in every table. */
export const runFuzz = ({ seed, count, say }: Options) =>
  inProcess(async ({ app, platform, config, client }) => {
    const school = await makeSchool(client, platform.database, config.platformHosts[0]!);
    const { id, host } = school;
    const { findings, statuses } = await fuzz(
      app,
      { id, host, signIn: (role) => signInAs(client, school, role) },
      { count, random: randomOf(seed), say },
    );
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, times]) => `${times} × ${status}`);
    say(counts.join(', '));
    return {
      held: count - findings.length,
      broken: findings.map(({ what, request }) => `${what}\n  ${request}`),
    };
  });
