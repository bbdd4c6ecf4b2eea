import type { Channel, Community } from '@vitrine/contract/communities';
import type { Post, PostComment } from '@vitrine/contract/posts';
import type { Person, TestSchool } from './harness.ts';

interface NewCommunity {
  title?: string;
  /** The products that open the community. They make it private. */
  products?: number[];
  hidden?: boolean;
  /** The titles of its channels, or each with the products that open it. */
  channels?: (string | { title: string; products: number[] })[];
}

/** Creates a community: `communityWith(school, { products: [7], channels: ['Avisos'] })`. */
export async function communityWith(
  { owner, id: tenant }: TestSchool,
  { title = 'Clube', products = [], hidden = false, channels = ['Avisos'] }: NewCommunity = {},
) {
  const { body } = await owner.post(`/api/auth/v2/community/config/${tenant}`, {
    title,
    hide_channels_groups: hidden,
    ...(products.length && {
      is_private: 1,
      product_ids: products.map(String),
      upsell_text: 'Entre no clube',
      upsell_link: 'https://escola.example/clube',
    }),
  });
  const id = body.data.id as number;
  const result: Channel[] = [];
  for (const one of channels) {
    const channel =
      typeof one === 'string' ? { title: one } : { title: one.title, product_ids: one.products };
    result.push((await owner.post(`/api/v1/communities/${id}/channels`, channel)).body.data);
  }
  return { id, channels: result.map((channel) => channel.id) };
}

/** The community as this person sees it. */
export const show = async (person: Person, id: number): Promise<Community> =>
  (await person.get(`/api/v1/communities/${id}`)).body.data;

/** Adds a post to a channel. `fields` adds title, attachments and mentions. */
export const publish = async (
  person: Person,
  channel: number,
  content = '<p>Olá</p>',
  fields: object = {},
): Promise<Post> =>
  (await person.post(`/api/v1/channels/${channel}/posts`, { content, ...fields })).body.data;

/** Adds a comment to a post; `parent_id` in `fields` makes it a reply. */
export const comment = async (
  person: Person,
  post: number,
  content = 'Boa',
  fields: object = {},
): Promise<PostComment> =>
  (await person.post(`/api/v1/posts/${post}/comments`, { content, ...fields })).body.data;
