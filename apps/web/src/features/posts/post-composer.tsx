import { textOf } from '@vitrine/contract/comments';
import type { Community } from '@vitrine/contract/communities';
import { characterCount } from '@vitrine/contract/core';
import { QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { limits, messages, type AttachmentKind, type Post } from '@vitrine/contract/posts';
import { FileText, Image, Paperclip, RotateCw, Video, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState, useTransition } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { randomKey } from '../../kit/queries/idempotency-key.ts';
import { imageAccept } from '../../kit/uploads/file-upload.ts';
import { readLocal, writeLocal } from '../../platform/local-store.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useChangePost, usePublish } from './posts.queries.ts';
import {
  restoredAttachment,
  useAttachments,
  type StoredAttachment,
  type WrittenAttachment,
} from './use-attachments.ts';
import { escaped, textOfHtml, withoutEmptyEnds } from './written-text.ts';
import './post-composer.css';

const PostEditor = lazy(() => import('./post-editor.tsx'));

interface PostComposerProps {
  may: Community['may'];
  channelId: number;
  /** The post to edit. Undefined for a new one. */
  post?: Post;
  onDone?: (post: Post) => void;
  onCancel?: () => void;
}

interface StoredDraft {
  title: string;
  html: string;
  files?: StoredAttachment[];
  /** Idempotency key of the first attempt to publish it. */
  key?: string;
}

const accepted: Record<AttachmentKind, string | undefined> = {
  image: imageAccept,
  video: 'video/*',
  file: undefined,
};

/** The composer of a post. Its draft survives a reload. */
export function PostComposer({ may, channelId, post, onDone, onCancel }: PostComposerProps) {
  const { t, number } = useTranslation();
  const viewer = useViewer();
  const name = `post.${post?.id ?? `new-${channelId}`}`;
  const [kept, setKept] = useState<StoredDraft>(
    () => readLocal<StoredDraft>(name) ?? writtenOf(post),
  );
  const [open, setOpen] = useState(Boolean(post) || isWritten(kept));
  // A restored draft opens the composer without taking the focus.
  const [focused, setFocused] = useState(Boolean(post));
  const allowed = (kind: AttachmentKind) =>
    kind === 'image' ? may.images : kind === 'video' ? may.videos : may.files;
  const attachments = useAttachments({
    allowed,
    initial: attachedOf(kept.files, post),
    onChange: (files) => store({ ...kept, files }),
  });
  const publish = usePublish();
  const change = useChangePost();
  const picker = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState(false);

  // The plain field stays, with its text, until the editor has loaded.
  const [, startOpening] = useTransition();
  const unfold = () =>
    startOpening(() => {
      setOpen(true);
      setFocused(true);
    });

  /** One row until the viewer writes (picture 09). */
  const folded = !open && may.text;

  const { title, html } = kept;
  const count = characterCount(textOf(html));
  const over = count > limits.content;
  const several = attachments.items.filter(({ kind }) => kind === 'image').length > 1;
  const carouselOff = several && !may.carousels;
  const empty = textOf(html).trim() === '' && attachments.sent.length === 0;
  const asleep = empty || over || attachments.busy || attachments.failed || carouselOff;

  const store = (draft: StoredDraft) => writeLocal(name, isWritten(draft) ? draft : null);

  function write(patch: Partial<StoredDraft>) {
    attempt.forget();
    const next = patch === blank ? blank : { ...kept, files: attachments.sent, ...patch };
    setKept(next);
    store(next);
  }

  /** A page that reloads before the answer sends the restored draft with the same key. */
  function storedKey() {
    const key = kept.key ?? QUEUED_KEY_PREFIX + randomKey();
    const next = { ...kept, files: attachments.sent, key };
    setKept(next);
    store(next);
    return key;
  }

  const attempt = useAttempt(
    async () => {
      const body = {
        title: title.trim(),
        content: withoutEmptyEnds(html),
        attachments: attachments.sent,
      };
      const { data } = post
        ? await change.mutateAsync({ params: { id: post.id }, body })
        : await publish.mutateAsync({
            params: { id: channelId },
            body,
            idempotencyKey: storedKey(),
          });
      write(blank);
      attachments.clear();
      setOpen(false);
      onDone?.(data);
    },
    () => {},
  );

  function attach(files: File[]) {
    attempt.forget();
    attachments.add(files);
  }

  function choose(kind: AttachmentKind) {
    const input = picker.current!;
    input.accept = accepted[kind] ?? '';
    input.multiple = kind !== 'video';
    input.click();
  }

  const first = viewer?.name.trim().split(/\s+/)[0] ?? '';
  const label = t('Escreva para a turma, {{name}}', { name: first });
  const kinds = (
    [
      ['image', Image, t('Anexar imagens')],
      ['video', Video, t('Anexar vídeo')],
      ['file', Paperclip, t('Anexar arquivos')],
    ] as const
  ).filter(([kind]) => allowed(kind));

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on it; buttons choose them too
    <form
      className={cx('post-composer', folded && 'is-folded', dragged && 'is-dragged')}
      aria-label={post ? t('Editar publicação') : t('Nova publicação')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!asleep) void attempt.run();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files') || !kinds.length) return;
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragged(false);
        setOpen(true);
        attach([...event.dataTransfer.files]);
      }}
    >
      {open && may.text && (
        <input
          value={title}
          maxLength={limits.title}
          aria-label={t('Título (opcional)')}
          placeholder={t('Título (opcional)')}
          className="post-title-field"
          onChange={({ currentTarget }) => write({ title: currentTarget.value })}
        />
      )}
      <div className="post-composer-text">
        {!post && (
          <span className="post-composer-face">
            <Avatar name={viewer?.name ?? ''} src={viewer?.photo_url ?? null} size={40} />
          </span>
        )}
        {may.text ? (
          <Suspense fallback={<span className="min-h-33 flex-1" />}>
            {open ? (
              <PostEditor
                channelId={channelId}
                label={label}
                value={html}
                onChange={(next) => write({ html: next })}
                onFiles={kinds.length ? attach : undefined}
                onSubmit={() => !asleep && void attempt.run()}
                focused={focused}
              />
            ) : (
              <textarea
                rows={1}
                aria-label={label}
                placeholder={label}
                className="post-field flex-1"
                value={textOfHtml(html).text}
                onFocus={unfold}
                onChange={({ currentTarget }) => write({ html: escaped(currentTarget.value) })}
              />
            )}
          </Suspense>
        ) : (
          <p className="flex-1 self-center text-15 text-text-2">
            {t('Aqui se publicam imagens, vídeos e arquivos.')}
          </p>
        )}
      </div>
      <AttachmentList
        {...attachments}
        remove={(key) => {
          attempt.forget();
          attachments.remove(key);
        }}
      />
      {carouselOff && (
        <p role="alert" className="mt-2 text-13 text-error">
          {t('Esta comunidade aceita uma imagem por publicação.')}
        </p>
      )}
      {over && (
        <p role="alert" className="mt-2 text-13 text-error">
          {t(messages.tooLong)}
        </p>
      )}
      {attempt.error != null && (
        <InlineError className="mt-2">
          {sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.'))}
        </InlineError>
      )}
      <div className="post-composer-acts">
        <input
          ref={picker}
          type="file"
          hidden
          onChange={({ currentTarget }) => {
            setOpen(true);
            attach([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        {kinds.map(([kind, Icon, label], at) => (
          <IconButton
            key={kind}
            label={label}
            // On phones, the folded composer shows one button (picture 09b).
            className={cx(folded && at > 0 && 'max-md:hidden')}
            onClick={() => choose(kind)}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ))}
        <span className="post-composer-gap" />
        {count >= limits.content * 0.9 && (
          <span className={cx('text-13 tabular-nums', over ? 'text-error' : 'text-warn')}>
            {number(limits.content - count)}
          </span>
        )}
        {onCancel && (
          <Button
            variant="ghost"
            disabled={attempt.busy}
            onClick={() => {
              write(blank);
              onCancel();
            }}
          >
            {t('Cancelar')}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={attempt.busy}
          aria-disabled={asleep || undefined}
          className={cx(folded && kinds.length > 0 && 'max-md:hidden')}
        >
          {post ? t('Salvar') : t('Publicar')}
        </Button>
      </div>
    </form>
  );
}

function AttachmentList({
  items,
  remove,
  retry,
}: Pick<ReturnType<typeof useAttachments>, 'items' | 'remove' | 'retry'>) {
  const { t, number } = useTranslation();
  if (!items.length) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {items.map(({ key, kind, name, part, error, preview, file }) => (
        <li
          key={key}
          className={cx('written-file', kind === 'image' && (preview || !error) && 'is-image')}
        >
          {preview && kind === 'image' ? (
            <img src={preview} alt={name} />
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              {kind === 'video' ? (
                <Video size={18} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
              )}
              <span className="truncate text-14">{name}</span>
            </span>
          )}
          {part !== null && (
            <span role="status" className="written-progress">
              {t('{{percent}} %', { percent: number(Math.floor(part * 100)) })}
            </span>
          )}
          {error && (
            <span role="alert" className="written-error">
              {error}
              {file && (
                <button type="button" className="underline" onClick={() => retry(key)}>
                  <RotateCw size={14} strokeWidth={2} aria-hidden="true" className="inline" />{' '}
                  {t('Tentar de novo')}
                </button>
              )}
            </span>
          )}
          <button
            type="button"
            aria-label={t('Tirar {{name}}', { name })}
            className="written-remove"
            onClick={() => remove(key)}
          >
            <X size={16} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const blank: StoredDraft = { title: '', html: '' };

const isWritten = ({ html, title, files = [] }: StoredDraft) =>
  html !== '' || title !== '' || files.length > 0;

const writtenOf = (post: Post | undefined): StoredDraft =>
  post ? { title: post.title, html: post.content } : blank;

/** The files of a draft, else those of the post. The post knows the addresses of its own. */
const attachedOf = (kept: StoredAttachment[] | undefined, post: Post | undefined) => {
  const own = post?.attachments ?? [];
  return (kept ?? own).map((file): WrittenAttachment => {
    const known = own.find(({ path }) => path === file.path);
    return { ...restoredAttachment(file), preview: known?.url ?? null };
  });
};
