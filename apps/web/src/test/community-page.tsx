import { screen, waitFor } from '@testing-library/react';
import { communities, type Community } from '@vitrine/contract/communities';
import { posts, type Post } from '@vitrine/contract/posts';
import { expect } from 'vitest';
import CommunityPage from '../features/posts/community-page.tsx';
import { community } from './community.ts';
import { serve, site, visit } from './school.tsx';

interface RenderOptions {
  community?: Partial<Community>;
  feed?: () => Post[];
  role?: 'student' | 'moderator' | 'owner';
  at?: string;
  sidebar?: 0 | 1;
}

/** Opens the page of a community. */
export function openCommunity(
  {
    community: more = {},
    feed = () => [],
    role = 'student',
    at = '',
    sidebar = 0,
  }: RenderOptions = {},
  ...answers: Parameters<typeof serve>
) {
  const sent = serve(
    ...answers,
    [communities.show, () => ({ data: community(more) })],
    [posts.list, () => ({ data: feed(), next_cursor: null })],
    [posts.read, () => undefined],
  );
  const path = { at: `/comunidade/1/5${at}`, path: '/comunidade/:tenant/:id' };
  return {
    sent,
    ...visit(<CommunityPage />, {
      ...path,
      roles: [role],
      site: { ...site, settings: { ...site.settings, sidebar } },
    }),
  };
}

/** The body of the last call of this name. */
export const bodyOf = (sent: { name: string; body: unknown }[], name: string) =>
  sent.findLast((call) => call.name === name)?.body;

/** The field once its editor has come. */
export const editor = () =>
  waitFor(() => {
    const field = screen.getByRole('textbox', { name: /Escreva/ });
    expect(field).toHaveAttribute('contenteditable');
    return field;
  });
