/** As JSON: a level as other people see it; null where there is none. */
export const levelJson = (level: string) => `(
  SELECT json_build_object('id', l.id, 'name', l.name, 'color', l.color, 'url_img', l.img,
    'needed_score', l.needed_score)
  FROM levels l WHERE l.id = ${level})`;

/** As JSON: a member as other people see them. */
export const personJson = (m: string) =>
  `json_build_object('id', ${m}.id, 'name', ${m}.name, 'photo_url', ${m}.photo_url)`;
