import pg from 'pg';
import { sentenceOf } from './command-line.ts';
import { DatabaseProblem } from './logins.ts';

/**
 * Throws the error of a connection again. It is a sentence for the operator if nothing answers, or if
 * PostgreSQL and this process agree on no TLS.
 */
export function explainConnection(error: Error): never {
  if (error instanceof pg.DatabaseError) throw error;
  const reason = sentenceOf(error);
  if (/\b(?:SSL|TLS)\b|CERT|certificate/.test(reason))
    throw new DatabaseProblem(
      `TLS to the database fails: ${reason}. Correct DATABASE_URL: sslmode=disable goes without TLS, and ` +
        'sslmode=verify-full&sslrootcert=/path/ca.pem names the authority that signed the ' +
        "database's certificate.",
      { cause: error },
    );
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  if (!('syscall' in first)) throw error;
  throw new DatabaseProblem(
    `The database cannot be reached: ${reason}. Start it, or correct DATABASE_URL.`,
    { cause: first },
  );
}
