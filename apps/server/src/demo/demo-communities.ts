import { ChannelInput, ConfigInput } from '@vitrine/contract/communities';
import { PostCommentInput, PostInput } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addChannel } from '../features/communities/channels.store.ts';
import { addConfig, changeConfig } from '../features/communities/config.store.ts';
import { addComment } from '../features/posts/add-comment.store.ts';
import { pinPost } from '../features/posts/moderation.store.ts';
import { likePost } from '../features/posts/post-likes.store.ts';
import { scoreLike } from '../features/posts/posts.points.ts';
import { changePost } from '../features/posts/posts.store.ts';
import { addPost } from '../features/posts/publish-post.store.ts';
import { notifyReadersOfPost } from '../kit/notify/notify-of-posts.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { enqueue, task } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { viewerOf, type Members, type PersonKey } from './demo-people.ts';
import { clubChannels, studioChannels, type DemoPost } from './demo-posts.ts';
import { paint } from './paint-scene.ts';
import { scenes, type SceneName } from './scenes.ts';

const photo = { width: 960, height: 640 };
/** Maximum hours from a post to its last comment. */
const TALK_HOURS = 30;

const communities = [
  {
    channels: clubChannels,
    scene: 'ridges',
    products: [],
    title: 'Clube Contraluz',
    description: 'Fotos, perguntas e saídas de quem aprende a ver a luz.',
    background_color: '#4F7A28',
    upsell_text: 'Todo mês, seus retratos lidos pela Ana',
    upsell_link: 'https://contraluz.example.com/estudio',
  },
  {
    channels: studioChannels,
    scene: 'windowLight',
    products: ['Plano Estúdio'],
    title: 'Estúdio: retrato e ensaio',
    description: 'Turma fechada para quem já fotografa e quer viver disso.',
    background_color: '#002E7A',
    is_private: 1,
    upsell_text: 'Entre na turma Estúdio e publique com a gente',
    upsell_link: 'https://contraluz.example.com/estudio',
  },
];

/** Adds two active communities: one for all, with a channel of a plan, and one of a plan. */
export async function addDemoCommunities(
  tx: TenantTransaction,
  products: ReadonlyMap<string, number>,
  members: Members,
) {
  const idsOf = (titles: readonly string[]) => titles.map((title) => products.get(title));
  const posts: (DemoPost & { channelId: number })[] = [];
  for (const { channels, scene, products: opens, ...config } of communities) {
    const input = z.parse(ConfigInput, { ...config, product_ids: idsOf(opens) });
    const { id: communityId } = await addConfig(tx, input);
    await enqueue(tx, 'paint-demo-cover', { id: communityId, scene });
    for (const { posts: written, products: needed = [], ...channel } of channels) {
      const { id } = await addChannel(
        tx,
        viewerOf(members, 'ana'),
        communityId,
        z.parse(ChannelInput, { ...channel, product_ids: idsOf(needed) }),
      );
      posts.push(...written.map((post) => ({ ...post, channelId: id })));
    }
  }
  // Ids must grow with time, because pages of posts are sorted by id.
  for (const post of posts.toSorted((a, b) => b.hours - a.hours)) await publish(tx, members, post);
}

async function publish(
  tx: TenantTransaction,
  members: Members,
  { channelId, by, hours, ...written }: DemoPost & { channelId: number },
) {
  const { text, title, images = [], pinned, likedBy = [], comments = [] } = written;
  const viewer = (person: PersonKey) => viewerOf(members, person);
  const { post } = await addPost(
    tx,
    viewer(by),
    channelId,
    z.parse(PostInput, { title, content: text }),
  );
  const { id } = post;
  for (const person of likedBy) {
    await likePost(tx, viewer(person), id);
    if (viewer(person).staff) continue;
    const object = { kind: 'post', id } as const;
    await scoreLike(tx, { memberId: viewer(person).id, postId: id, object });
  }
  if (pinned) await pinPost(tx, id);
  for (const { replies = [], ...thread } of comments) {
    const write = (person: PersonKey, content: string, parent_id: number | null) =>
      addComment(tx, viewer(person), id, z.parse(PostCommentInput, { content, parent_id }));
    const { comment: head } = await write(thread.by, thread.text, null);
    for (const reply of replies) await write(reply.by, reply.text, head.id);
  }
  // The post's job then finds everybody notified, and adds no unread notification of today.
  await notifyReadersOfPost(tx, id);
  await dateBack(tx, id, hours);
  if (images.length)
    await enqueue(tx, 'paint-demo-post', { id, memberId: members.get(by)!, images });
}

/** Dates the post back by `hours`, and spreads its comments and likes over the time since then. */
async function dateBack({ db }: TenantTransaction, id: number, hours: number) {
  const postedAt = sql`now() - ${hours} * interval '1 hour'`;
  await sql`UPDATE posts SET created_at = ${postedAt}, active_at = ${postedAt} WHERE id = ${id}`.execute(
    db,
  );
  const talk = Math.min(TALK_HOURS, hours * 0.8);
  const after = sql`${postedAt} + ${talk} * interval '1 hour' * place.share`;
  await sql`
    UPDATE post_comments c SET created_at = ${after}
    FROM (SELECT o.id, row_number() OVER (ORDER BY o.id) / (count(*) OVER () + 1.0) AS share
      FROM post_comments o WHERE o.post_id = ${id}) AS place
    WHERE c.id = place.id`.execute(db);
  await sql`
    UPDATE post_likes l SET created_at = greatest(${after}, (
        SELECT m.created_at + interval '2 hours' FROM members m WHERE m.id = l.member_id))
    FROM (SELECT o.member_id, row_number() OVER (ORDER BY o.member_id) / (count(*) OVER () + 1.0) AS share
      FROM post_likes o WHERE o.post_id = ${id}) AS place
    WHERE l.post_id = ${id} AND l.member_id = place.member_id`.execute(db);
}

/** Registered at every start: the first one may have ended before the images were painted. */
export function paintDemoPosts(platform: Platform) {
  task<{ id: number; scene: SceneName }>(
    'paint-demo-cover',
    async ({ tenantId, payload, database }) => {
      const { id, scene } = payload;
      const use = 'community_cover';
      const cover_path = await paint(platform, tenantId, scenes[scene], { use });
      await database.transaction(tenantId, (tx) =>
        changeConfig(tx, id, z.parse(ConfigInput, { cover_path })),
      );
    },
  );
  task<{ id: number; memberId: number; images: [SceneName, number][] }>(
    'paint-demo-post',
    async ({ tenantId, payload, database }) => {
      const { id, memberId, images } = payload;
      const attachments: { kind: 'image'; path: string }[] = [];
      for (const [name, at] of images)
        attachments.push({
          kind: 'image',
          path: await paint(platform, tenantId, (canvas) => scenes[name](canvas, at), {
            use: 'post_image',
            memberId,
            size: photo,
          }),
        });
      await database.transaction(tenantId, async (tx) => {
        await changePost(tx, { id: memberId, staff: false }, id, { attachments });
        await sql`UPDATE posts SET edited_at = NULL WHERE id = ${id}`.execute(tx.db);
      });
    },
  );
}
