import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../platform/database.ts';
import { shareUntilCommit, tryLockUntilCommit } from './rows/named-locks.ts';

/** Checks of one turn, each of at most 50 words. The next turn is another job with a low priority. */
const CHECKS_PER_TURN = 20;

/**
 * Deletes words of changed and removed texts from the index of misspellings, unless another text has
 * them (decision 126). It never waits for somebody who saves a text.
 *
 * @returns whether more words may wait
 */
export async function pruneSearchWords(
  database: Database,
  tenantId: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let checks = 0; checks < CHECKS_PER_TURN && !signal.aborted; checks += 1) {
    const outcome = await database.transaction(tenantId, checkWords);
    if (outcome !== 'checked') return outcome === 'busy';
  }
  return true;
}

async function checkWords(tx: TenantTransaction): Promise<'checked' | 'busy' | 'none'> {
  if (!(await tryLockUntilCommit(tx, 'search-words'))) return 'busy';
  // A later statement than the lock: it sees what the last writer committed.
  const { rows } = await sql`
    WITH checked AS (
      DELETE FROM search_word_checks WHERE (tenant_id, id) IN (
        SELECT tenant_id, id FROM search_word_checks ORDER BY id LIMIT 1)
      RETURNING words),
    -- Materialized, and compared as an array: a join searches texts for all words of the school.
    unused AS MATERIALIZED (
      SELECT of_text.word FROM checked, unnest(checked.words) AS of_text (word)
      WHERE NOT EXISTS (SELECT FROM ${textsWith(sql`of_text.word`, 1)})),
    deleted AS (
      DELETE FROM search_words WHERE word = ANY (ARRAY(SELECT word FROM unused)))
    SELECT FROM checked`.execute(tx.db);
  return rows.length ? 'checked' : 'none';
}

/** As SQL: the texts of the school that have the word. */
const textsWith = (word: ReturnType<typeof sql>, limit: number) => sql`search_matches(
  (SELECT array_agg(place) FROM search_places), quote_literal('#' || ${word}), NULL, ${limit})`;

interface ForgottenWords {
  /** The id of the member. */
  id: number;
  name: string;
  email: string;
}

/**
 * Deletes the words of a member's name and e-mail, unless another text has them. Call it after the
 * member's texts were changed, before the member's row is deleted.
 */
export async function forgetSearchWords(
  tx: TenantTransaction,
  { id, name, email }: ForgottenWords,
) {
  await shareUntilCommit(tx, 'search-words');
  const words = sql`search_words_of(${`${name} ${email}`})`;
  await sql`
    DELETE FROM search_words w
    WHERE w.word = ANY (${words}) AND NOT EXISTS (
      SELECT FROM ${textsWith(sql`w.word`, 2)} AS text_of
      WHERE NOT (text_of.kind = 'person' AND text_of.thing_id = ${id}))`.execute(tx.db);
  // The texts that the erasure has just changed had them.
  await sql`
    UPDATE search_word_checks
    SET words = ARRAY(SELECT unnest(words) EXCEPT SELECT unnest(${words}))
    WHERE words && ${words}`.execute(tx.db);
}
