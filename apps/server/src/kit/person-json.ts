import { staffRoles } from '@vitrine/contract/roles';
import { shownLevelJson } from './level-json.ts';

/** The highest role of a member `m`; null for students. */
export const highestRole = `CASE ${staffRoles
  .map((role) => `WHEN '${role}' = ANY (m.roles) THEN '${role}'`)
  .join(' ')} END`;

const nameFields = (m: string) => `'id', ${m}.id, 'name', ${m}.name, 'photo_url', ${m}.photo_url`;

/** As JSON: a member as other people see them. */
export const personJson = (m: string) => `json_build_object(${nameFields(m)})`;

/** The fields of a member `m` beside what they wrote. */
export const personFields = `${nameFields('m')}, 'role', ${highestRole}`;
const fields = `${personFields}, 'staff', is_staff(m.roles)`;

const memberJson = (memberId: string, jsonFields: string) => `(
  SELECT json_build_object(${jsonFields})
  FROM members m WHERE m.id = ${memberId} AND m.erase_at IS NULL)`;

/** The member of a row as JSON; null if they have left or wait for their erasure. */
export const authorJson = (memberId: string) =>
  memberJson(memberId, `${fields}, 'level', ${shownLevelJson('m')}`);

/** The same without the level, which would cost too much in a conversation of thousands. */
export const speakerJson = (memberId: string) => memberJson(memberId, fields);

/** Only the name, the photo and the role. */
export const personOfJson = (memberId: string) => memberJson(memberId, personFields);
