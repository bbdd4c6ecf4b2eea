import { sql } from 'kysely';

/**
 * As SQL: the id of the member with this address, whatever its case; null without one. A comparison with
 * `lower(email)` would read all members (decision 0134).
 */
export const memberIdByEmail = (email: string) =>
  sql<number>`(SELECT id FROM members_by_email(ARRAY[${email.toLowerCase()}]))`;

/** As SQL: rows `id` and `email`, in lower case, of the members with these addresses (a `text[]`). */
export const membersByEmail = (addresses: string[]) =>
  sql`members_by_email(ARRAY(SELECT lower(address) FROM unnest(${addresses}::text[]) AS address))`;
