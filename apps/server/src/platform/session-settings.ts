/**
 * Settings that each connection begins with. The operator's database, role or host may be set
 * otherwise. Tables would then be created in another schema, and dates would be read wrongly.
 */
export const sessionSettings = [
  '-c search_path=public',
  '-c timezone=UTC',
  '-c datestyle=ISO',
  '-c intervalstyle=postgres',
  '-c bytea_output=hex',
];

/** Those of the owner of the tables, as startup options. A migration or a backup takes its time. */
export const ownerOptions = [
  ...sessionSettings,
  '-c extra_float_digits=1',
  '-c statement_timeout=0',
  '-c lock_timeout=0',
  '-c idle_in_transaction_session_timeout=0',
].join(' ');
