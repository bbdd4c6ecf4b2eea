/** The error codes that the server answers to, by their names in PostgreSQL's appendix A. */
export const sqlState = {
  invalidParameterValue: '22023',
  notNullViolation: '23502',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  checkViolation: '23514',
  readOnlySqlTransaction: '25006',
  inFailedSqlTransaction: '25P02',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  diskFull: '53100',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;

/** The beginning of the codes of a server that stops or starts, and so ends or refuses connections. */
export const SHUTDOWN = '57P';

/** Whole classes of error codes: the first two characters. */
export const sqlStateClass = {
  connectionException: '08',
  dataException: '22',
  integrityConstraintViolation: '23',
  invalidAuthorization: '28',
  insufficientResources: '53',
} as const;

/** The code of an error of PostgreSQL, of the system or of a library. Empty without one. */
export const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? '';
