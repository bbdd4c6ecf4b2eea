import type { Post, PostComment } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { fileFor } from './catalog.ts';
import { communityWith } from './communities.ts';
import type { Person, TestSchool, World } from './harness.ts';

/** A new school with a community of two channels, two students and a moderator. */
export async function schoolWithPeople(world: World) {
  const school = await world.school();
  const { id: community, channels } = await communityWith(school, {
    channels: ['Avisos', 'Dúvidas'],
  });
  const [channel, other] = channels as [number, number];
  return {
    school,
    community,
    channel,
    other,
    marina: await school.join(),
    joao: await school.join(),
    moderator: await school.join(['moderator']),
  };
}

/** The ids of a list, in its order. */
export const ids = (list: { id: number }[]) => list.map(({ id }) => id);

/** The path of a post, or of what is below it: `postPath(7, '/comments')`. */
export const postPath = (id: number, below = '') => `/api/v1/posts/${id}${below}`;

/** A page of the comments of a post. */
export const comments = async (who: Person, post: number, query = '') =>
  (await who.get(`/api/v1/posts/${post}/comments${query}`)).body as {
    data: PostComment[];
    next_cursor: string | null;
    previous_cursor: string | null;
  };

interface Current {
  school: TestSchool;
  community: number;
  channel: number;
  marina: Person;
}

/** Reads and adds posts in the running test’s community: in its first channel, by Marina, unless named. */
export const postCalls = (world: World, current: () => Current) => ({
  feed: async (who: Person, query = '', at = current().channel) =>
    (await who.get(`/api/v1/channels/${at}/posts${query}`)).body as {
      data: Post[];
      next_cursor: string | null;
    },
  /** Adds posts without waiting for the rate of their author. */
  seed: (count: number, at = current().channel, author = current().marina) =>
    current().school.transaction(async ({ db }) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO posts (community_id, channel_id, member_id, content)
        SELECT ${current().community}, ${at}, ${author.id}, '<p>Nota ' || n || '</p>'
        FROM generate_series(1, ${count}::integer) n
        RETURNING id`.execute(db);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    }),
  /** Adds an unused upload of a person, and gives its path. */
  uploadedBy: async (who: Person, use: 'post_image' | 'post_video' | 'post_file') => {
    const { school } = current();
    const path = await fileFor(world, school, use);
    await school.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ member_id: who.id, filename: 'minha.bin' })
        .where('name', '=', path.split('/')[3]!)
        .execute(),
    );
    return path;
  },
});
