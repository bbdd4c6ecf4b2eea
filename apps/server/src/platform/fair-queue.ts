import { busy } from './app-error.ts';

/** The school and the account whose shares of the queue the work uses. */
export interface Owner {
  tenantId: number;
  /** A member's id; if nobody is signed in, an e-mail or IP address. */
  account: string | number;
  /** Runs only while nothing else is queued, because nobody waits for it. */
  background?: boolean | undefined;
  /** Reserved work is counted apart, so other work leaves it places. Its turns are the same. */
  reserved?: boolean | undefined;
}

interface FairQueueOptions {
  /** Maximum number that run at once. */
  concurrency: number;
  /**
   * Maximum queued work of all schools, of one school, of one account. Above it the answer is 503.
   * Reserved work has as many places again.
   */
  maxQueued: number;
  maxQueuedPerSchool: number;
  maxQueuedPerAccount: number;
}

/** Schools in the order of their turns. Each has its accounts in the order of their turns. */
type Turns = Map<number, Map<string | number, (() => void)[]>>;

/** The number of queued calls, and of each school and account. */
interface Counts {
  queued: number;
  bySchool: Map<number, { total: number; accounts: Map<string | number, number> }>;
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
  const [turns, backgroundTurns]: [Turns, Turns] = [new Map(), new Map()];
  let running = 0;
  const usual: Counts = { queued: 0, bySchool: new Map() };
  const reserved: Counts = { queued: 0, bySchool: new Map() };
  const countsOf = (owner: Owner) => (owner.reserved ? reserved : usual);

  function count(owner: Owner, change: 1 | -1) {
    const { tenantId, account } = owner;
    const counts = countsOf(owner);
    const school = counts.bySchool.get(tenantId) ?? { total: 0, accounts: new Map() };
    counts.bySchool.set(tenantId, school);
    const accountCount = (school.accounts.get(account) ?? 0) + change;
    counts.queued += change;
    school.total += change;
    if (accountCount) school.accounts.set(account, accountCount);
    else school.accounts.delete(account);
    if (!school.total) counts.bySchool.delete(tenantId);
  }

  function isFull(owner: Owner) {
    const { tenantId, account } = owner;
    const counts = countsOf(owner);
    const school = counts.bySchool.get(tenantId);
    return (
      counts.queued >= options.maxQueued ||
      (school?.total ?? 0) >= options.maxQueuedPerSchool ||
      (school?.accounts.get(account) ?? 0) >= options.maxQueuedPerAccount
    );
  }

  function wait(owner: Owner) {
    if (isFull(owner)) throw busy();
    count(owner, 1);
    const schools = owner.background ? backgroundTurns : turns;
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
      const next = takeNext(turns) ?? takeNext(backgroundTurns);
      if (next) next(); // takes over the slot
      else running -= 1;
    }
  };
  /**
   * `queued()` returns the number of queued calls. `isFull()` tells whether a call would be
   * refused.
   */
  return Object.assign(run, { queued: () => usual.queued + reserved.queued, isFull });
}

/**
 * Takes the next work of the school whose turn it is. Moves school and account to the queue's end.
 */
function takeNext(schools: Turns): (() => void) | undefined {
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
