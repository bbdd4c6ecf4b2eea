/** A moment within JSON that PostgreSQL builds, as every other one leaves the house. */
export const utc = (moment: string) =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
