import pg from 'pg';
import { ownerOptions, sessionSettings } from './session-settings.ts';
import { WatchedPool } from './watched-pool.ts';

/** Servers find each other's connections by this name. */
export const WORKER_NAME = 'vitrine jobs';

const connectionOptions = (url: string) => ({
  connectionString: url,
  options: sessionSettings.join(' '),
  application_name: WORKER_NAME,
  connectionTimeoutMillis: 5_000,
});

/** Opens the pool of the job runners. A connection without an answer for `timeoutMs` is closed. */
export const openJobPool = (
  url: string,
  { max, timeoutMs }: { max: number; timeoutMs: number },
  onError: (error: Error) => void,
) => withListeners(new WatchedPool({ ...connectionOptions(url), max, timeoutMs }), onError);

/** A client that is not connected yet, for what must stay on one connection. */
export const jobClient = (url: string) => new pg.Client(connectionOptions(url));

/** Opens a pool of one connection, so that settings last until it ends. */
export const openMigrationPool = (url: string) =>
  withListeners(
    new pg.Pool({ ...connectionOptions(url), options: ownerOptions, max: 1 }),
    () => {},
  );

/** Without listeners, a restart of the database would end the process. */
function withListeners(pool: pg.Pool, onError: (error: Error) => void) {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
