import type { TFunction } from '../../ui/translation.ts';

/** The sentence about the posts and comments that go with a community or a channel. */
export function lossText(t: TFunction, { posts, comments }: { posts: number; comments: number }) {
  if (!posts && !comments) return t('Ainda sem publicações. Esta ação não poderá ser desfeita.');
  return t('Vão junto {{posts}} e {{comments}}. Esta ação não poderá ser desfeita.', {
    posts: t('{{count}} publicação|{{count}} publicações', { count: posts }),
    comments: t('{{count}} comentário|{{count}} comentários', { count: comments }),
  });
}
