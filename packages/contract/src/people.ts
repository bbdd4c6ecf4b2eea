import * as z from 'zod/mini';
import { dataOf, flagAnswer, route, time } from './core.ts';
import { ShownLevel } from './gamification.ts';

/** What others at the school see of a member. Never the e-mail. */
export const PersonCard = z.object({
  id: z.int(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
  bio: z.string(),
  /** The highest one besides student. */
  role: z.nullable(z.enum(['owner', 'admin', 'instructor', 'moderator'])),
  since: time,
  /** Null of staff, of who stands in no ranking, and where no level is reached. */
  level: z.nullable(ShownLevel),
  /** Null as the level is, while the ranking is off, and where the reached level says so. */
  score: z.nullable(z.int()),
  points_name: z.string(),
  /** 1: the member shows it to nobody. Only they and staff get it. */
  hidden: flagAnswer,
});
export type PersonCard = z.output<typeof PersonCard>;

export const people = {
  show: route('GET', '/api/v1/people/{id}', {
    access: 'member',
    source: 'ours',
    answer: dataOf(PersonCard),
  }),
};
