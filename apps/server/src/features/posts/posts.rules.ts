import { messages, type Attachment } from '@vitrine/contract/posts';
import type { ChannelForViewer } from '../../kit/access/community-access.ts';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { refuse } from '../../platform/app-error.ts';

/** Only the author and staff may change or remove it. */
export function refuseOthers(viewer: CourseViewer, { member_id }: { member_id: number | null }) {
  if (!viewer.staff && member_id !== viewer.id) throw refuse('forbidden', messages.notYours, 403);
}

/** Kinds of content that a community can switch off for students. */
const contentKinds = ['publications', 'text', 'images', 'carousels', 'videos', 'files'] as const;
type ContentKind = (typeof contentKinds)[number];

/** The kinds that a community must allow for this content. */
export function contentOf({ text, attachments }: PostParts): ContentKind[] {
  const count = (kind: Attachment['kind']) => attachments.filter((one) => one.kind === kind).length;
  const holds: Record<ContentKind, boolean> = {
    publications: true,
    text,
    images: count('image') > 0,
    carousels: count('image') > 1,
    videos: count('video') > 0,
    files: count('file') > 0,
  };
  return contentKinds.filter((kind) => holds[kind]);
}

/** As SQL: the rule of `refuseContentOff`, for `target` and `:kinds`, the result of `contentOf`. */
export const takesContent = `(:isStaff::boolean OR :kinds::text[] <@ array_remove(ARRAY[
  ${contentKinds.map((kind) => `CASE WHEN target.${kind} THEN '${kind}' END`).join(', ')}], NULL))`;

const contentOff = () => refuse('content_off', messages.contentOff, 403);

interface PostParts {
  text: boolean;
  attachments: Pick<Attachment, 'kind'>[];
}

/** 403 for a kind of content that the community does not take from students. */
export function refuseContentOff(
  viewer: CourseViewer,
  channel: ChannelForViewer,
  written: PostParts,
) {
  if (!viewer.staff && contentOf(written).some((kind) => !channel[kind])) throw contentOff();
}

/** 403 where the community takes no likes from students. Staff may like everywhere. */
export function refuseLikesOff(viewer: CourseViewer, channel: ChannelForViewer) {
  if (!viewer.staff && !channel.likes) throw contentOff();
}

/** Closed on this post, or switched off in the community: staff may still write. */
export function refuseCommentsOff(
  viewer: CourseViewer,
  channel: ChannelForViewer,
  post: { comments_closed: boolean },
) {
  if (viewer.staff) return;
  if (post.comments_closed) throw refuse('comments_closed', messages.commentsClosed, 403);
  if (!channel.comments) throw contentOff();
}

/** As SQL: the same rule, for `target` and the post `p`. */
export const takesComments = `(:isStaff::boolean OR (target.comments AND NOT p.comments_closed))`;
