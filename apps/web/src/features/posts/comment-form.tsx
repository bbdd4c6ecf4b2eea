import { characterCount } from '@vitrine/contract/core';
import { limits, messages, type Post, type PostComment } from '@vitrine/contract/posts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isOutdatedError } from '../../kit/queries/edit-mutation.ts';
import { readDraft, writeDraft } from '../../platform/draft-store.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { CharactersLeft } from '../../ui/characters-left.tsx';
import { useFormAboveKeyboard } from '../../ui/form-above-keyboard.ts';
import { AttemptError } from '../../ui/inline-error.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { MentionField } from './mention-field.tsx';
import { useAddComment } from './posts.queries.ts';
import { type Chosen, htmlOfText } from './written-text.ts';

interface CommentComposerProps {
  post: Post;
  answered?: PostComment;
  onAdded: (comment: PostComment) => void;
  onDone?: () => void;
}

/** The field for a comment. Its draft survives a reload. */
export function CommentComposer({ post, answered, onAdded, onDone }: CommentComposerProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const add = useAddComment();
  const name = answered?.author?.name;
  return (
    <CommentForm
      draftKey={`post-comment.${post.id}.${answered?.id ?? 0}`}
      channelId={post.channel_id}
      label={name ? t('Responder a {{name}}', { name }) : t('Escreva um comentário')}
      action={answered ? t('Responder') : t('Comentar')}
      focused={Boolean(answered)}
      avatar={<Avatar name={viewer?.name ?? ''} src={viewer?.photo_url} size={36} />}
      onCancel={onDone}
      send={async (content) => {
        const { data } = await add.mutateAsync({
          params: { id: post.id },
          body: { content, parent_id: answered?.id ?? null },
        });
        onAdded(data);
        onDone?.();
      }}
    />
  );
}

interface CommentFormProps {
  channelId: number;
  label: string;
  action: string;
  /** Storage key of the draft. */
  draftKey: string;
  focused?: boolean;
  avatar?: ReactNode;
  /** The text to edit. It is not stored. */
  initial?: WrittenComment;
  /** When the edited comment was edited last. */
  current?: string | null;
  onCancel?: (() => void) | undefined;
  send: (html: string) => Promise<void>;
}

/** A text, and whom its writer chose from the list: after a reload they are named all the same. */
interface WrittenComment {
  text: string;
  chosen: Chosen[];
  /** When the edited comment was edited last, as its writer knew it. */
  base?: string | null;
}

const nothing: WrittenComment = { text: '', chosen: [] };

/** Also reads drafts of the former format, which held the text alone. */
function readComment(name: string): WrittenComment | null {
  const stored = readDraft<WrittenComment | string>(name);
  return typeof stored === 'string' ? { text: stored, chosen: [] } : stored;
}

/**
 * A field for a comment. Its text survives a reload until it is sent or discarded; `@` lists people.
 */
export function CommentForm(props: CommentFormProps) {
  const {
    channelId,
    label,
    action,
    draftKey,
    focused,
    avatar,
    initial = nothing,
    current,
    onCancel,
    send,
  } = props;
  const { t } = useTranslation();
  const [{ text, chosen, base }, setWritten] = useState<WrittenComment>(
    () => readComment(draftKey) ?? initial,
  );
  const form = useRef<HTMLFormElement>(null);
  useFormAboveKeyboard(form);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const write = (next: WrittenComment) => {
    const written = { ...next, base };
    setWritten(written);
    writeDraft(draftKey, next.text === initial.text ? null : written);
  };
  function discard() {
    write(initial);
    onCancel?.();
  }
  const attempt = useAttempt(
    () => send(htmlOfText(text, chosen)),
    () => write(initial),
  );
  const length = characterCount(text.trim());
  const over = length > limits.comment;
  const inactive = length === 0 || over;
  // The comment is read again before its save ends, and after one whose answer was lost.
  const isStored = attempt.busy || text === initial.text;
  const outdated = base !== undefined && base !== current && !isStored;
  return (
    <form
      ref={form}
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!inactive) void attempt.run();
      }}
    >
      {avatar}
      <div className="min-w-0 flex-1">
        <MentionField
          ref={field}
          channelId={channelId}
          label={label}
          value={text}
          className="is-framed"
          // The answer empties the field: what is typed meanwhile would be lost.
          readOnly={attempt.busy}
          onChange={(next) => {
            attempt.forget();
            write({ text: next, chosen });
          }}
          onChoose={(next, person) => write({ text: next, chosen: [...chosen, person] })}
          onSubmit={() => !inactive && void attempt.run()}
          onEscape={() => (length === 0 || text === initial.text) && discard()}
        />
        {over && (
          <p role="alert" className="mt-2 text-13 text-error">
            {t(messages.commentTooLong)}
          </p>
        )}
        {outdated && (
          <p role="alert" className="mt-2 text-13 text-warn">
            {t(messages.commentOutdated)}
          </p>
        )}
        <AttemptError
          error={outdated && isOutdatedError(attempt.error) ? null : attempt.error}
          className="mt-2"
        />
        {(text !== '' || onCancel) && (
          <div className="mt-2 flex items-center justify-end gap-2">
            <CharactersLeft count={length} max={limits.comment} />
            {onCancel && (
              <Button variant="ghost" disabled={attempt.busy} onClick={discard}>
                {t('Cancelar')}
              </Button>
            )}
            <Button type="submit" busy={attempt.busy} aria-disabled={inactive || undefined}>
              {action}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
