import { shownLevelJson } from './level-json.ts';

/** The fields of a member `m` beside what they wrote. */
export const personFields = `'id', m.id, 'name', m.name, 'photo_url', m.photo_url, 'role', CASE
      WHEN 'owner' = ANY (m.roles) THEN 'owner' WHEN 'admin' = ANY (m.roles) THEN 'admin'
      WHEN 'instructor' = ANY (m.roles) THEN 'instructor'
      WHEN 'moderator' = ANY (m.roles) THEN 'moderator' END`;
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
