import { busy } from './app-error.ts';

/** The school and the account whose shares of the queue the work uses. */
export interface Owner {
  tenantId: number;
  /** A member's id; if nobody is signed in, an e-mail or IP address. */
  account: string | number;
  /** Runs only while nothing else is queued, because nobody waits for it. */
  background?: boolean | undefined;
}

interface FairQueueOptions {
  /** Maximum number that run at once. */
  concurrency: number;
  /**
   * Maximum queued work of all schools, of one school, of one account. Above it the answer is 503.
   */
  maxQueued: number;
  maxQueuedPerSchool: number;
  maxQueuedPerAccount: number;
}

/** The queued work of one lane: the usual one, or the background. */
interface Lane {
  /** Schools in the order of their turns. Each has its accounts in the order of their turns. */
  schools: Map<number, Map<string | number, (() => void)[]>>;
}

/**
 * A bounded queue for expensive work (safety, Nobody waits for a neighbour). Schools take turns,
 * and within a school accounts take turns. A school or an account that queues much delays only
 * itself.
 *
 * ```ts
 * const hashing = fairQueue({ concurrency: 2, maxQueued: 512, … });
 * await hashing({ tenantId, account: email }, () => derive(password));
 * ```
 */
export function fairQueue(options: FairQueueOptions) {
  const lanes: [Lane, Lane] = [{ schools: new Map() }, { schools: new Map() }];
  let running = 0;
  let queued = 0;
  const queuedBySchool = new Map<
    number,
    { total: number; accounts: Map<string | number, number> }
  >();

  function count({ tenantId, account }: Owner, change: 1 | -1) {
    const school = queuedBySchool.get(tenantId) ?? { total: 0, accounts: new Map() };
    queuedBySchool.set(tenantId, school);
    const accountCount = (school.accounts.get(account) ?? 0) + change;
    queued += change;
    school.total += change;
    if (accountCount) school.accounts.set(account, accountCount);
    else school.accounts.delete(account);
    if (!school.total) queuedBySchool.delete(tenantId);
  }

  function isFull({ tenantId, account }: Owner) {
    const school = queuedBySchool.get(tenantId);
    return (
      queued >= options.maxQueued ||
      (school?.total ?? 0) >= options.maxQueuedPerSchool ||
      (school?.accounts.get(account) ?? 0) >= options.maxQueuedPerAccount
    );
  }

  function wait(owner: Owner) {
    if (isFull(owner)) throw busy();
    count(owner, 1);
    const { schools } = lanes[owner.background ? 1 : 0];
    const accounts = schools.get(owner.tenantId) ?? new Map<string | number, (() => void)[]>();
    schools.set(owner.tenantId, accounts);
    return new Promise<void>((start) => {
      const accountQueue = accounts.get(owner.account) ?? [];
      accounts.set(owner.account, accountQueue);
      accountQueue.push(() => {
        count(owner, -1);
        start();
      });
    });
  }

  const run = async <T>(owner: Owner, work: () => Promise<T>): Promise<T> => {
    if (running >= options.concurrency) await wait(owner);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = takeNext(lanes[0]) ?? takeNext(lanes[1]);
      if (next) next(); // takes over the slot
      else running -= 1;
    }
  };
  /**
   * `queued()` returns the number of queued calls. `isFull()` tells whether a call would be
   * refused.
   */
  return Object.assign(run, { queued: () => queued, isFull });
}

/**
 * Takes the next work of the school whose turn it is. Moves school and account to the queue's end.
 */
function takeNext({ schools }: Lane): (() => void) | undefined {
  const [tenantId, accounts] = schools.entries().next().value ?? [];
  if (!accounts) return undefined;
  schools.delete(tenantId!);
  const [account, accountQueue] = accounts.entries().next().value!;
  accounts.delete(account);
  const next = accountQueue.shift();
  if (accountQueue.length) accounts.set(account, accountQueue);
  if (accounts.size) schools.set(tenantId!, accounts);
  return next;
}
