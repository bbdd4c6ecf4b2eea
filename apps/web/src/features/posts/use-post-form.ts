import { textOf } from '@vitrine/contract/comments';
import type { Community } from '@vitrine/contract/communities';
import { characterCount } from '@vitrine/contract/core';
import { QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { limits, type AttachmentKind, type Post, type PostInput } from '@vitrine/contract/posts';
import { useState } from 'react';
import { editedAtOf } from '../../kit/queries/edit-mutation.ts';
import { randomKey } from '../../kit/queries/idempotency-key.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import {
  attachedOf,
  blankDraft,
  isOutdated,
  isWritten,
  usePostDraft,
  type StoredDraft,
} from './post-draft.ts';
import { useChangePost, usePublish } from './posts.queries.ts';
import { useAttachments } from './use-attachments.ts';
import { withoutEmptyEnds } from './written-text.ts';

interface PostFormOptions {
  may: Community['may'];
  channelId: number;
  /** The post to edit. Undefined for a new one. */
  post: Post | undefined;
  onDone: ((post: Post) => void) | undefined;
}

/** The state of a composer: its draft and files, what is wrong with them, and the sending. */
export function usePostForm({ may, channelId, post, onDone }: PostFormOptions) {
  const { draft, keep, storeFiles } = usePostDraft(channelId, post);
  const { open, setOpen, unfold, focused } = useUnfolding(post, draft);
  const allowed = { image: may.images, video: may.videos, file: may.files };
  const allows = (kind: AttachmentKind) => allowed[kind];
  const attachments = useAttachments({
    allowed: allows,
    initial: attachedOf(draft, post),
    onChange: storeFiles,
  });
  const save = useSavePost(channelId, post);

  const { title, html } = draft;
  const check = checkDraft(draft, attachments, may);

  /** A page that reloads before the answer sends the restored draft with the same key. */
  function storedKey() {
    const key = draft.key ?? QUEUED_KEY_PREFIX + randomKey();
    keep({ ...draft, files: attachments.sent, key });
    return key;
  }

  const attempt = useAttempt(async () => {
    const body = {
      title: title.trim(),
      content: withoutEmptyEnds(html),
      attachments: attachments.sent,
    };
    const savedPost = await save(body, storedKey);
    clear();
    attachments.clear();
    setOpen(false);
    onDone?.(savedPost);
  });

  function write(patch: Partial<StoredDraft>) {
    attempt.forget();
    keep({ ...draft, files: attachments.sent, ...patch });
  }

  /** Forgets what was written. */
  function clear() {
    attempt.forget();
    keep(blankDraft);
  }

  return {
    draft,
    /** False while the composer is one row. */
    open,
    unfold,
    focused,
    allows,
    attachments: {
      ...attachments,
      add(files: File[]) {
        attempt.forget();
        setOpen(true);
        attachments.add(files);
      },
      remove(key: string) {
        attempt.forget();
        attachments.remove(key);
      },
    },
    ...check,
    // The post is read again before its save ends.
    outdated: !attempt.busy && isOutdated(draft, post),
    attempt,
    write,
    clear,
    send: () => {
      if (!check.inactive) void attempt.run();
    },
  };
}

/** The state of a composer, for its parts. */
export type PostForm = ReturnType<typeof usePostForm>;

/** Saves the post that is edited, or publishes a new one with the key that `newKey` returns. */
function useSavePost(channelId: number, post: Post | undefined) {
  const publish = usePublish();
  const change = useChangePost();
  return async (body: PostInput, newKey: () => string): Promise<Post> => {
    const { data } = post
      ? // Where the draft began with an older post, the composer has said so.
        await change.mutateAsync({
          params: { id: post.id },
          body: { ...body, edited_at: editedAtOf(post) },
        })
      : await publish.mutateAsync({ params: { id: channelId }, body, idempotencyKey: newKey() });
    return data;
  };
}

/** Whether the composer is open. A restored draft opens it without taking the focus. */
function useUnfolding(post: Post | undefined, draft: StoredDraft) {
  const [open, setOpen] = useState(Boolean(post) || isWritten(draft));
  const [focused, setFocused] = useState(Boolean(post));
  const unfold = () => {
    setOpen(true);
    setFocused(true);
  };
  return { open, setOpen, unfold, focused };
}

/** Counts the characters of a draft, and tells why it cannot be sent. */
function checkDraft(
  { title, html }: StoredDraft,
  { items, sent, busy, failed }: ReturnType<typeof useAttachments>,
  may: Community['may'],
) {
  const text = textOf(html);
  const count = characterCount(text);
  const titleOver = characterCount(title.trim()) > limits.title;
  const over = count > limits.content;
  const hasCarousel = items.filter(({ kind }) => kind === 'image').length > 1;
  const carouselOff = hasCarousel && !may.carousels;
  const empty = text.trim() === '' && sent.length === 0;
  return {
    count,
    titleOver,
    over,
    carouselOff,
    /** True where the draft cannot be sent as it is. */
    inactive: empty || titleOver || over || busy || failed || carouselOff,
  };
}
