import { screen } from '@testing-library/react';
import { communities, type Community } from '@vitrine/contract/communities';
import { posts } from '@vitrine/contract/posts';
import { expect, test } from 'vitest';
import { community, post } from '../../test/community.ts';
import { serve, visit } from '../../test/school.tsx';
import ExplorerPage from './explorer-page.tsx';
import PostPage from './post-page.tsx';

// The page's code waits for images with high priority (start.ts). Without one, the code competes
// with the largest paint of the page.

const file = (name: string) => `/files/1/${name.padEnd(22, 'x')}-1600x900.jpg`;
const images = () => [...document.querySelectorAll('img')];
const first = (image: HTMLImageElement | undefined) =>
  image?.getAttribute('fetchpriority') === 'high' && image.getAttribute('loading') === 'eager';

test('the explorer loads its first cover before its code, the others late', async () => {
  const some = (id: number, cover_path: string | null): Community =>
    community({ id, title: `Turma ${id}`, cover_path });
  const data = [some(1, null), some(2, file('dois')), some(3, file('tres'))];
  serve([communities.list, () => data]);
  visit(<ExplorerPage />, { roles: ['student'] });
  await screen.findByText('Turma 1');
  expect(images().map(first)).toEqual([true, false]);
  expect(images()[1]).toHaveAttribute('loading', 'lazy');
  // Phones ask for three quarters of the width.
  for (const shownImage of images()) expect(shownImage.sizes).toMatch(/^\(width < 48rem\) 75vw, /);
});

test('a post on its own page loads its first image before its code, the others late', async () => {
  const image = (name: string) => ({
    kind: 'image' as const,
    path: file(name),
    url: file(name),
    name,
    type: 'image/jpeg',
    bytes: 1,
  });
  const data = post(7, '<p>Cheguei cedo.</p>', { attachments: [image('um'), image('dois')] });
  serve(
    [posts.show, () => ({ data })],
    [communities.show, () => ({ data: community() })],
    [posts.comments, () => ({ data: [], next_cursor: null, previous_cursor: null })],
  );
  visit(<PostPage />, {
    at: '/comunidade/post/7/1/5',
    path: '/comunidade/post/:postId/:tenant/:communityId',
    roles: ['student'],
  });
  await screen.findByRole('article');
  expect(images().map(first)).toEqual([true, false]);
});
