import * as z from 'zod/mini';
import { dataOf, flagAnswer, route, time } from './core.ts';
import { ShownLevel } from './gamification.ts';
import { staffRoles } from './roles.ts';

/** A member as other members see one: never the e-mail. */
export const Person = z.object({
  id: z.int(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
});

/** The highest role of a member; null for students. */
const role = z.nullable(z.enum(staffRoles));

/** A member beside what they wrote. `staff`: any role but student. */
export const Writer = z.extend(Person, { staff: z.boolean(), role });

/** The page of a member. */
export const PersonCard = z.extend(Person, {
  bio: z.string(),
  role,
  since: time,
  /** Null for staff, for members outside the ranking, and below the first level. */
  level: z.nullable(ShownLevel),
  /** Null if `level` is null, if the ranking is off, or if the level hides scores. */
  score: z.nullable(z.int()),
  points_name: z.string(),
  /** 1: the member hides the card. Only the member and staff get it. */
  hidden: flagAnswer,
});
export type PersonCard = z.output<typeof PersonCard>;

/** Ours. 404 for a member whose card the viewer may not see. */
export const people = {
  show: route('GET', '/api/v1/people/{id}', {
    access: 'member',
    source: 'ours',
    answer: dataOf(PersonCard),
  }),
};
