import { runSql } from './sql.ts';

/**
 * Makes every delete in `table` fail unless its statement may take five minutes, as a delete of a
 * million rows needs. `changes` names other changes. Use it on a database of your own.
 */
export async function slowDeletes(
  databaseUrl: string,
  table: string,
  changes: 'DELETE' | 'UPDATE OR DELETE' = 'DELETE',
): Promise<void> {
  await runSql(
    databaseUrl,
    `
    CREATE FUNCTION take_minutes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('statement_timeout')::interval < interval '5 minutes' THEN
        RAISE query_canceled;
      END IF;
      RETURN coalesce(NEW, OLD);
    END $$;
    CREATE TRIGGER take_minutes BEFORE ${changes} ON ${table}
      FOR EACH ROW EXECUTE FUNCTION take_minutes()`,
  );
}
