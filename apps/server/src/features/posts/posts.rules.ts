import { messages, type Attachment } from '@vitrine/contract/posts';
import type { ChannelForViewer } from '../../kit/community-access.ts';
import type { CourseViewer } from '../../kit/course-access.ts';
import { refuse } from '../../platform/app-error.ts';

/** Its author, or staff as moderators. */
export function refuseOthers(viewer: CourseViewer, { member_id }: { member_id: number | null }) {
  if (!viewer.staff && member_id !== viewer.id) throw refuse('forbidden', messages.notYours, 403);
}

const contentOff = () => refuse('content_off', messages.contentOff, 403);

interface Written {
  text: boolean;
  attachments: Pick<Attachment, 'kind'>[];
}

/** 403 for a kind of content that the community does not take from students. */
export function refuseContentOff(
  viewer: CourseViewer,
  channel: ChannelForViewer,
  { text, attachments }: Written,
) {
  if (viewer.staff) return;
  const has = (kind: Attachment['kind']) => attachments.filter((one) => one.kind === kind).length;
  if (
    !channel.publications ||
    (text && !channel.text) ||
    (has('image') && !channel.images) ||
    (has('image') > 1 && !channel.carousels) ||
    (has('video') && !channel.videos) ||
    (has('file') && !channel.files)
  )
    throw contentOff();
}

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
