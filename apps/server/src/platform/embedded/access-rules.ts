import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { owner, type Place } from './place.ts';
import { changeOwner, type Runner } from './runner.ts';

/** The owner and Vitrine's logins (`logins.ts`) may connect, from this machine, by password. */
const roles = `${owner},/^vitrine_(.+_)?(app|jobs)$`;
const rules = `# Vitrine writes this file at every start.
local all ${roles} scram-sha-256
host  all ${roles} 127.0.0.1/32 scram-sha-256
`;

/** Replaces the file instead of writing into it: the folder's owner could have made it a link. */
export async function writeAccessRules({ cluster }: Place, runner: Runner): Promise<void> {
  const file = join(cluster, 'pg_hba.conf');
  const draft = `${file}.new`;
  await fs.rm(draft, { recursive: true, force: true });
  await fs.writeFile(draft, rules, { flag: 'wx', mode: 0o600, flush: true });
  await changeOwner(runner, draft);
  await fs.rename(draft, file);
}
