/** SQL that formats a timestamp as the serializer does: ISO 8601, UTC, milliseconds. */
export const isoUtc = (timestamp: string) =>
  `to_char(${timestamp} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
