import { comments, type Comment, type Reply } from '@vitrine/contract/comments';
import { Comments } from '../features/comments/comments.tsx';
import { serve, visit } from './school.tsx';

/** The viewer, a student. */
export const me = { id: 7, name: 'Olívia Dona', photo_url: null, staff: false };

/** Another student. */
const rosa = { id: 8, name: 'Rosa Lemos', photo_url: null, staff: false };

/** A member of the staff. */
export const ana = { id: 9, name: 'Ana Beltrão', photo_url: null, staff: true };

/** A reply of Rosa to comment 1. */
export const reply = (id: number, content: string, more: Partial<Reply> = {}): Reply => ({
  id,
  lesson_id: 6,
  parent_id: 1,
  content,
  removed: false,
  author: rosa,
  seconds: null,
  created_at: new Date().toISOString(),
  edited_at: null,
  likes: 0,
  liked: false,
  ...more,
});

/** A comment of Rosa, without replies. */
export const comment = (id: number, content: string, more: Partial<Comment> = {}): Comment => ({
  ...reply(id, content),
  parent_id: null,
  replies_count: more.replies?.length ?? 0,
  replies: [],
  ...more,
});

interface OpenOptions {
  open?: boolean;
  role?: 'student' | 'moderator';
  /** The viewer, for tests with several on one device. */
  as?: Parameters<typeof visit>[1];
}

/** Renders a lesson with these comments. The fake calls change them. */
export function openComments(
  shown: Comment[],
  { open: writes = true, role = 'student', as = {} }: OpenOptions = {},
  ...more: Parameters<typeof serve>
) {
  const sought: number[] = [];
  const sent = serve(...more, [
    comments.list,
    () => ({
      data: shown,
      current_page: 1,
      next_page_url: null,
      total: shown.length,
      open: writes,
    }),
  ]);
  const video = {
    current: { now: () => 571, seek: (seconds: number) => void sought.push(seconds) },
  };
  return {
    sent,
    sought,
    ...visit(<Comments lessonId={6} video={video} />, { roles: [role], ...as }),
  };
}

/** The body of the first call of this name. */
export const bodyOf = (sent: { name: string; body: unknown }[], name: string) =>
  sent.find((call) => call.name === name)?.body;
