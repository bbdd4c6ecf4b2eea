import type { Channel, Community } from '@vitrine/contract/communities';
import type { Post } from '@vitrine/contract/posts';

/** A channel that the viewer may enter. */
export const channel = (id: number, title: string, overrides: Partial<Channel> = {}): Channel => ({
  id,
  title,
  description: '',
  order: id,
  locked: false,
  unread: 0,
  restricted: (overrides.products ?? []).length > 0,
  products: [],
  version: 1,
  ...overrides,
});

const everything = {
  publications: true,
  comments: true,
  likes: true,
  text: true,
  files: true,
  videos: true,
  images: true,
  carousels: true,
};

/** An active community with its channels. */
export const community = (overrides: Partial<Community> = {}): Community => ({
  id: 5,
  tenant_id: 1,
  title: 'Clube Contraluz',
  description: '',
  cover_path: null,
  cover_color: '#121212',
  background_color: '',
  primary_text_color: '',
  secondary_text_color: '',
  shadow_color: '',
  font_family: '',
  active: 1,
  principal: 1,
  order: 1,
  is_private: 0,
  hide_channels_groups: 0,
  has_ranking: 0,
  has_continue_watching: 0,
  locked: false,
  members_count: null,
  upsell: null,
  links: [],
  channels: [channel(1, 'Avisos'), channel(2, 'Dúvidas', { unread: 4 })],
  may: everything,
  silenced: false,
  silenced_until: null,
  has_others: false,
  ...overrides,
});

/** A post of a colleague, without likes and comments. */
export const post = (id: number, content: string, overrides: Partial<Post> = {}): Post => ({
  id,
  community_id: 5,
  channel_id: 1,
  title: '',
  content,
  author: { id: 8, name: 'Rosa Lemos', photo_url: null, staff: false, role: null },
  likes: 0,
  liked: false,
  likers: [],
  comments: 0,
  last_comments: [],
  pinned: false,
  comments_closed: false,
  attachments: [],
  embed: null,
  created_at: new Date().toISOString(),
  edited_at: null,
  removed: null,
  ...overrides,
});
