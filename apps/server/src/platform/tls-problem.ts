import pg from 'pg';
import { DatabaseProblem } from './logins.ts';
import { codeOf } from './sql-state.ts';

/** Throws a connection's error again, as a sentence if PostgreSQL and this process agree on no TLS. */
export function explainTls(error: Error): never {
  const isTls = /\b(?:SSL|TLS)\b|CERT|certificate/.test(`${codeOf(error)} ${error.message}`);
  if (error instanceof pg.DatabaseError || !isTls) throw error;
  const [reason] = error.message.split(/[;\n]/);
  throw new DatabaseProblem(
    `TLS to the database fails: ${reason!.replace(/[.:\s]+$/, '')}. Correct DATABASE_URL: sslmode=disable ` +
      'goes without TLS, and sslmode=verify-full&sslrootcert=/path/ca.pem names the authority that signed ' +
      "the database's certificate.",
    { cause: error },
  );
}
