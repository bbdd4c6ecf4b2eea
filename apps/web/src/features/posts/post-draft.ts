import type { Post } from '@vitrine/contract/posts';
import { useState } from 'react';
import { editedAtOf } from '../../kit/queries/edit-mutation.ts';
import { readDraft, writeDraft } from '../../platform/draft-store.ts';
import {
  restoredAttachment,
  type StoredAttachment,
  type WrittenAttachment,
} from './use-attachments.ts';
import { withoutEmptyEnds } from './written-text.ts';

/** A post that is written, as this browser keeps it. `html` is the text of the editor. */
export interface StoredDraft {
  title: string;
  html: string;
  files?: StoredAttachment[];
  /** When the post was edited last, as the writer of this change knew it. */
  base?: string | null;
  /** Idempotency key of the first attempt to publish it. */
  key?: string;
}

/** A draft of this value is not stored. */
export const blankDraft: StoredDraft = { title: '', html: '' };

/** True where the draft holds anything that a reload must not lose. */
export const isWritten = ({ html, title, files = [] }: StoredDraft) =>
  html !== '' || title !== '' || files.length > 0;

/**
 * The draft of a post, or of the new one of a channel. It survives a reload. A blank draft is
 * forgotten.
 */
export function usePostDraft(channelId: number, post: Post | undefined) {
  const name = `post.${post?.id ?? `new-${channelId}`}`;
  const [draft, setDraft] = useState(() => readDraft<StoredDraft>(name) ?? draftOf(post));
  const store = (next: StoredDraft) => writeDraft(name, isWritten(next) ? next : null);
  return {
    draft,
    /** Shows a draft, and stores it. */
    keep(next: StoredDraft) {
      setDraft(next);
      store(next);
    },
    /** Stores the files without a new render: `useAttachments` shows them. */
    storeFiles: (files: StoredAttachment[]) => store({ ...draft, files }),
  };
}

const draftOf = (post: Post | undefined): StoredDraft =>
  post ? { title: post.title, html: post.content, base: editedAtOf(post) } : blankDraft;

/** True where somebody has changed the post since: a save replaces their text. */
export const isOutdated = (draft: StoredDraft, post: Post | undefined) =>
  post !== undefined &&
  draft.base !== undefined &&
  draft.base !== editedAtOf(post) &&
  !isStored(draft, post);

/** Whether the post holds the draft: it was saved, and the answer was lost. */
const isStored = ({ title, html, files }: StoredDraft, post: Post) =>
  title.trim() === post.title &&
  withoutEmptyEnds(html) === post.content &&
  (files === undefined || pathsOf(files) === pathsOf(post.attachments));

const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path).join();

/** The files of a draft, else those of the post. The post knows the addresses of its own. */
export const attachedOf = ({ files }: StoredDraft, post: Post | undefined) => {
  const own = post?.attachments ?? [];
  return (files ?? own).map((file): WrittenAttachment => {
    const attachment = own.find(({ path }) => path === file.path);
    return { ...restoredAttachment(file), preview: attachment?.url ?? null };
  });
};
