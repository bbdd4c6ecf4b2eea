import type { Attempt } from '@vitrine/contract/quizzes';

/** An answer that the server does not have yet. */
export interface Unsent {
  given: number[];
  /** The values that it replaces: the server's, and those given since. */
  over: number[][];
}

const keyOf = (attemptId: number) => `answers:${attemptId}`;

/** Stores them in this tab, for a reload without a connection. */
export function storeUnsent(attemptId: number, unsent: ReadonlyMap<number, Unsent>) {
  try {
    if (unsent.size) sessionStorage.setItem(keyOf(attemptId), JSON.stringify([...unsent]));
    else sessionStorage.removeItem(keyOf(attemptId));
  } catch {
    // Private windows may refuse to store anything.
  }
}

/** The unsent answers from before the reload, without those answered elsewhere meanwhile. */
export function restoreUnsent({ id, questions, answers }: Attempt): Map<number, Unsent> {
  const serverHas = new Map(answers.map((one) => [one.question_id, one.option_ids]));
  const isCurrent = ([question, { over }]: [number, Unsent]) =>
    questions.some((one) => one.id === question) &&
    over.some((options) => asText(options) === asText(serverHas.get(question) ?? []));
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '[]') as [number, Unsent][];
    return new Map(stored.filter(isCurrent));
  } catch {
    return new Map();
  }
}

const asText = (options: number[]) => options.toSorted((one, other) => one - other).join();
