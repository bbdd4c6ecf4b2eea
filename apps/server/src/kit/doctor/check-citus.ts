import type pg from 'pg';
import { findings, type Finding } from './finding.ts';

/** The tables of schools, which Citus would distribute by `tenant_id`. */
const schoolTables = `
  SELECT c.oid, c.relname, a.attnum FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`;

interface Rule {
  topic: string;
  /** The finding if no row is found. */
  good: string;
  /** The advice if rows are found. */
  fix: string;
  level: 'note' | 'bad';
  /** Selects the `name` of each object that breaks the rule. */
  sql: string;
}

/** The requirements of Citus for distributed tables that the catalogue can prove. */
const citusRules: Rule[] = [
  {
    topic: 'unique keys',
    good: 'Every primary key, unique index and exclusion has the school in it.',
    fix: 'Add tenant_id to each.',
    level: 'bad',
    sql: `SELECT format('%s of %s', i.indexrelid::regclass, t.relname) AS name
      FROM pg_index i JOIN (${schoolTables}) t ON t.oid = i.indrelid
      WHERE (i.indisunique OR i.indisexclusion) AND NOT t.attnum = ANY (i.indkey)`,
  },
  {
    topic: 'exclusions',
    good: 'Every exclusion compares the school by equality.',
    fix: 'Compare tenant_id with = in each.',
    level: 'bad',
    sql: `SELECT format('%s of %s', k.conname, t.relname) AS name
      FROM pg_constraint k JOIN (${schoolTables}) t ON t.oid = k.conrelid
      WHERE k.contype = 'x' AND NOT EXISTS (
        SELECT FROM unnest(k.conkey, k.conexclop) AS e (col, op)
        JOIN pg_operator o ON o.oid = e.op WHERE e.col = t.attnum AND o.oprname = '=')`,
  },
  {
    topic: 'foreign keys',
    good: 'Every foreign key between schools’ tables joins the school to the school.',
    fix: 'Lead each by tenant_id on both sides.',
    level: 'bad',
    sql: `SELECT format('%s of %s', k.conname, t.relname) AS name
      FROM pg_constraint k JOIN (${schoolTables}) t ON t.oid = k.conrelid
      JOIN (${schoolTables}) r ON r.oid = k.confrelid
      WHERE k.contype = 'f' AND NOT EXISTS (
        SELECT FROM unnest(k.conkey, k.confkey) AS e (own, other)
        WHERE e.own = t.attnum AND e.other = r.attnum)`,
  },
  {
    topic: 'shared tables',
    good: 'No table is without a school but tenants and schema_migrations.',
    fix: 'Make each a reference table or leave it on the coordinator.',
    level: 'note',
    sql: `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND c.relname NOT IN ('tenants', 'schema_migrations')
        AND c.oid NOT IN (SELECT oid FROM (${schoolTables}) t)`,
  },
  {
    topic: 'keys out of the schools’ tables',
    good: 'No foreign key of a school’s table leads to a table without a school.',
    fix: 'The tables they lead to must be reference tables before the others are distributed.',
    level: 'note',
    sql: `SELECT format('%s of %s', k.conname, t.relname) AS name
      FROM pg_constraint k JOIN (${schoolTables}) t ON t.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confrelid NOT IN (SELECT oid FROM (${schoolTables}) r)`,
  },
  {
    topic: 'identities',
    good: 'Every identity column is a bigint.',
    fix: 'Citus numbers only bigint identities: widen each.',
    level: 'bad',
    sql: `SELECT format('%s.%s', t.relname, a.attname) AS name
      FROM pg_attribute a JOIN (${schoolTables}) t ON t.oid = a.attrelid
      WHERE a.attidentity <> '' AND NOT a.attisdropped AND a.atttypid <> 'int8'::regtype`,
  },
  {
    topic: 'triggers',
    good: 'No table of a school has a trigger.',
    fix: 'Citus runs them only with citus.enable_unsafe_triggers, and with all tables in one colocation group.',
    level: 'note',
    sql: `SELECT format('%s of %s', g.tgname, t.relname) AS name
      FROM pg_trigger g JOIN (${schoolTables}) t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal`,
  },
];

/** `client` is signed in as the owner of the tables. Returns one finding per rule, with all names. */
export async function checkCitus(client: pg.Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('tenants') IS NOT NULL AS exists",
  );
  if (!tables[0]!.exists)
    return [findings('citus').bad('There are no tables yet: start the server once.')];
  const results: Finding[] = [];
  for (const { topic, good, fix, level, sql } of citusRules) {
    const { rows } = await client.query<{ name: string }>(`${sql} ORDER BY 1`);
    const report = findings(`citus, ${topic}`);
    const names = rows.map(({ name }) => name).join(', ');
    results.push(
      rows.length ? report[level](`${fix} ${rows.length}: ${names}.`) : report.good(good),
    );
  }
  return results;
}
