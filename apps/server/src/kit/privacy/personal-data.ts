import type { DB } from '../../platform/database.types.ts';
import { accountTables } from './personal-tables/account.ts';
import { communityTables } from './personal-tables/community.ts';
import type { PersonalTable } from './personal-tables/personal-table.ts';
import { pointsTables } from './personal-tables/points.ts';
import { preferenceTables } from './personal-tables/preferences.ts';
import { studyTables } from './personal-tables/study.ts';
import { technicalTables } from './personal-tables/technical.ts';

/**
 * Every table that holds personal data. A test compares it with the database's catalogue, and fails
 * if a table that names a person is missing here. Export and erasure read only this list.
 */
export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...studyTables,
  ...communityTables,
  ...pointsTables,
  ...preferenceTables,
  ...technicalTables,
];

/** The uses of a person's files: uploads for themselves or into a community. */
export const personalFileUses = ['photo', 'post_image', 'post_video', 'post_file'] as const;

/** Names that replace ids in the export: `lesson` for `lesson_id`. */
export const namedThings: Readonly<Record<string, { table: keyof DB; name: string }>> = {
  product_id: { table: 'products', name: 'title' },
  course_id: { table: 'courses', name: 'title' },
  module_id: { table: 'modules', name: 'title' },
  lesson_id: { table: 'lessons', name: 'title' },
  quiz_id: { table: 'quizzes', name: 'name' },
  community_id: { table: 'communities', name: 'title' },
  channel_id: { table: 'channels', name: 'title' },
  reward_id: { table: 'rewards', name: 'name' },
  from_reward_id: { table: 'rewards', name: 'name' },
  live_id: { table: 'lives', name: 'title' },
  viewer_id: { table: 'members', name: 'name' },
};
