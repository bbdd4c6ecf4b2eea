import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { busy } from './app-error.ts';
import { destroy } from './end-if-silent.ts';

interface WatchedPoolOptions extends pg.PoolConfig {
  /** A database that does not answer a ping for this long counts as unreachable. */
  timeoutMs: number;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool that notices a database which no longer answers: a frozen process, a lost network.
 * PostgreSQL's own timeouts do not work then, and requests would wait for minutes.
 *
 * While connections are in use, a separate connection pings the database. Without an answer, all
 * waiting requests get 503, and so do new ones until the database answers again. A statement may
 * take longer, as long as the database answers the pings.
 */
export class WatchedPool extends pg.Pool {
  readonly #timeoutMs: number;
  readonly #config: pg.PoolConfig;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #pinger: pg.Client | null = null;
  #watching = false;
  #unreachable = false;

  constructor({ timeoutMs, ...config }: WatchedPoolOptions) {
    super(config);
    this.#timeoutMs = timeoutMs;
    this.#config = config;
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client as pg.PoolClient));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const client = this.#connectInTime();
    if (!callback) return client;
    void answerTo(callback, client);
  }

  override async end() {
    await super.end();
    await this.#pinger?.end().catch(() => {});
  }

  #connectInTime() {
    if (this.#unreachable) return Promise.reject(busy());
    if (!this.#watching) void this.#watch();
    if (this.idleCount) return super.connect();
    const connecting = super.connect();
    return new Promise<pg.PoolClient>((resolve, reject) => {
      const refuse = (error: Error) => {
        connecting.then(
          (lateClient) => lateClient.release(true),
          () => {},
        );
        reject(error);
      };
      this.#waiting.add(refuse);
      connecting.then(resolve, reject).finally(() => this.#waiting.delete(refuse));
    });
  }

  async #watch() {
    this.#watching = true;
    do {
      await sleep(this.#timeoutMs / 3, undefined, { ref: false });
      if (this.ending) return;
      const isAnswering = await this.#answersInTime();
      if (!isAnswering && !this.#unreachable) this.#giveUp();
      this.#unreachable = !isAnswering;
    } while (this.#unreachable || this.totalCount > this.idleCount || this.waitingCount);
    this.#watching = false;
  }

  #giveUp() {
    for (const refuse of this.#waiting) refuse(busy());
    for (const client of this.#clients) destroy(client);
  }

  /** Returns false only if nothing came back. An error is an answer: other queries get it too. */
  async #answersInTime() {
    const answered = this.#ping().then(
      () => true,
      () => {
        this.#pinger = null;
        return true;
      },
    );
    // Waits one more turn of the event loop. If this process was blocked, the answer may be unread.
    const late = sleep(this.#timeoutMs, false, { ref: false }).then((silent) =>
      nextTurn(silent, { ref: false }),
    );
    const answeredInTime = await Promise.race([answered, late]);
    if (!answeredInTime && this.#pinger) destroy(this.#pinger);
    if (!answeredInTime) this.#pinger = null;
    return answeredInTime;
  }

  async #ping() {
    if (!this.#pinger) {
      const pinger = new pg.Client(this.#config);
      pinger.on('error', () => {});
      this.#pinger = pinger;
      await pinger.connect();
    }
    await this.#pinger!.query('SELECT 1');
  }
}

/** pg's `pool.query` calls `connect` with a callback. */
async function answerTo(callback: ConnectCallback, connecting: Promise<pg.PoolClient>) {
  const [outcome] = await Promise.allSettled([connecting]);
  if (outcome.status === 'rejected') return callback(outcome.reason as Error, undefined, () => {});
  const client = outcome.value;
  callback(undefined, client, (error) => client.release(error as Error));
}
