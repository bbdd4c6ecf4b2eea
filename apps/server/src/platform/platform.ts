import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Events } from './events.ts';
import type { Files } from './files.ts';
import type { Jobs } from './job-runner.ts';
import type { Push } from './push.ts';
import type { Schools } from './schools.ts';

/** Everything that features use. There is one per running application. */
export interface Platform {
  config: Config;
  database: Database;
  schools: Schools;
  files: Files;
  events: Events;
  jobs: Jobs;
  push: Push;
  log: Logger;
}
