import type { Community } from '@vitrine/contract/communities';
import { limits, messages, type AttachmentKind, type Post } from '@vitrine/contract/posts';
import { Image, Paperclip, Video } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { escapedText } from '../../kit/page/escaped-text.ts';
import { isOutdatedError } from '../../kit/queries/edit-mutation.ts';
import { imageAccept } from '../../kit/uploads/file-upload.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { CharactersLeft } from '../../ui/characters-left.tsx';
import { cx } from '../../ui/cx.ts';
import { guardDoublePress } from '../../ui/double-press.ts';
import { FileInput } from '../../ui/file-input.tsx';
import { useFormAboveKeyboard } from '../../ui/form-above-keyboard.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { useLateComponent } from '../../ui/late-component.ts';
import { phone, useMediaQuery } from '../../ui/media-query.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { AttachmentList } from './attachment-list.tsx';
import { usePostForm, type PostForm } from './use-post-form.ts';
import { textOfHtml } from './written-text.ts';
import './post-composer.css';

interface PostComposerProps {
  may: Community['may'];
  channelId: number;
  /** The post to edit. Undefined for a new one. */
  post?: Post;
  onDone?: (post: Post) => void;
  onCancel?: () => void;
}

/** The composer of a post. Its draft survives a reload. */
export default function PostComposer({
  may,
  channelId,
  post,
  onDone,
  onCancel,
}: PostComposerProps) {
  const { t } = useTranslation();
  const form = usePostForm({ may, channelId, post, onDone });
  const { attachments, open, draft, attempt } = form;
  const box = useRef<HTMLFormElement>(null);
  useFormAboveKeyboard(box);
  useEffect(guardDoublePress, []);
  /** One row until the viewer writes. */
  const folded = !open && may.text;
  const takesFiles = (['image', 'video', 'file'] as const).some(form.allows);
  const { isDraggedOver, dropProps } = useFileDrop({
    onFiles: attachments.add,
    isDisabled: !takesFiles || attempt.busy,
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on it; buttons choose them too
    <form
      ref={box}
      className={cx('post-composer', folded && 'is-folded', isDraggedOver && 'is-dragged')}
      aria-label={post ? t('Editar publicação') : t('Nova publicação')}
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
      {...dropProps}
    >
      {open && may.text && (
        <input
          value={draft.title}
          readOnly={attempt.busy}
          aria-label={t('Título (opcional)')}
          placeholder={t('Título (opcional)')}
          className="post-title-field"
          dir="auto"
          onChange={({ currentTarget }) => form.write({ title: currentTarget.value })}
        />
      )}
      <div className="post-composer-text">
        {!post && <WriterFace />}
        {may.text ? (
          <DraftText
            form={form}
            channelId={channelId}
            onFiles={takesFiles && !attempt.busy ? attachments.add : undefined}
          />
        ) : (
          <p className="flex-1 self-center text-15 text-text-2">
            {t('Aqui se publicam imagens, vídeos e arquivos.')}
          </p>
        )}
      </div>
      <AttachmentList {...attachments} />
      <PostProblems {...form} />
      <div className="post-composer-acts">
        <AttachmentButtons form={form} folded={folded} />
        <span className="post-composer-gap" />
        <CharactersLeft count={form.count} max={limits.content} />
        <div className="flex gap-1">
          {onCancel && (
            <Button
              variant="ghost"
              disabled={attempt.busy}
              onClick={() => {
                form.clear();
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
            aria-disabled={form.inactive || undefined}
            className={cx(folded && takesFiles && 'max-md:hidden')}
          >
            {post ? t('Salvar') : t('Publicar')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The errors of the draft, and the reason of a failed send. */
function PostProblems({
  carouselOff,
  titleOver,
  over,
  outdated,
  attempt,
}: Pick<PostForm, 'carouselOff' | 'titleOver' | 'over' | 'outdated' | 'attempt'>) {
  const { t } = useTranslation();
  return (
    <>
      {outdated && (
        <p role="alert" className="mt-2 text-13 text-warn">
          {t(messages.outdated)}
        </p>
      )}
      {carouselOff && (
        <p role="alert" className="mt-2 text-13 text-error">
          {t('Esta comunidade aceita uma imagem por publicação.')}
        </p>
      )}
      {titleOver && (
        <p role="alert" className="mt-2 text-13 text-error">
          {t(messages.titleTooLong)}
        </p>
      )}
      {over && (
        <p role="alert" className="mt-2 text-13 text-error">
          {t(messages.tooLong)}
        </p>
      )}
      <AttemptError
        error={outdated && isOutdatedError(attempt.error) ? null : attempt.error}
        className="mt-2"
      />
    </>
  );
}

function WriterFace() {
  const viewer = useViewer();
  return (
    <span className="post-composer-face">
      <Avatar name={viewer?.name ?? ''} src={viewer?.photo_url} size={40} />
    </span>
  );
}

interface DraftTextProps {
  form: PostForm;
  channelId: number;
  /** Takes pasted files. Undefined where no kind of file is allowed. */
  onFiles: ((files: File[]) => void) | undefined;
}

/**
 * The text: a plain field until somebody writes, then the editor. The field stays, with its text and
 * focus, until the editor has loaded. It cannot show a text that has formats already.
 */
function DraftText({ form, channelId, onFiles }: DraftTextProps) {
  const { t } = useTranslation();
  const first = useViewer()?.name.trim().split(/\s+/)[0] ?? '';
  const label = t('Escreva para a turma, {{name}}', { name: first });
  const onPhone = useMediaQuery(phone);
  const { html } = form.draft;
  const [beganOpen] = useState(form.open);
  const { Loaded: PostEditor, failed, load } = useEditor(form.open);

  if (form.open && PostEditor)
    return (
      <PostEditor
        channelId={channelId}
        label={label}
        value={html}
        onChange={(next) => form.write({ html: next })}
        onFiles={onFiles}
        onSubmit={form.send}
        // The answer empties the form: what is typed meanwhile would be lost.
        readOnly={form.attempt.busy}
        focused={form.focused}
      />
    );
  if (form.open && beganOpen)
    return failed ? (
      <ErrorState
        title={t('Esta parte não carregou')}
        text={t('Confira sua internet, ou carregue a página de novo.')}
        onRetry={load}
      />
    ) : (
      <span className="min-h-33 flex-1" />
    );
  return (
    <textarea
      rows={1}
      aria-label={label}
      // Beside the button of a phone, a long name has no room.
      placeholder={onPhone ? t('Escreva para a turma') : label}
      className="post-field flex-1"
      value={textOfHtml(html).text}
      readOnly={form.attempt.busy}
      onFocus={form.unfold}
      onChange={({ currentTarget }) => form.write({ html: escapedText(currentTarget.value) })}
    />
  );
}

/** Loads the editor once the composer is open. */
function useEditor(open: boolean) {
  const { Loaded, load: loadEditor } = useLateComponent(() => import('./post-editor.tsx'));
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    loadEditor().catch(() => setFailed(true));
  };
  const onOpen = useEffectEvent(load);
  useEffect(() => {
    if (open) onOpen();
  }, [open]);
  return { Loaded, failed, load };
}

const accepted: Record<AttachmentKind, string | undefined> = {
  image: imageAccept,
  video: 'video/*',
  file: undefined,
};

/** A button for each kind of file that the community allows. */
function AttachmentButtons({ form, folded }: { form: PostForm; folded: boolean }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const kinds = (
    [
      ['image', Image, t('Anexar imagens')],
      ['video', Video, t('Anexar vídeo')],
      ['file', Paperclip, t('Anexar arquivos')],
    ] as const
  ).filter(([kind]) => form.allows(kind));

  function choose(kind: AttachmentKind) {
    const input = picker.current!;
    input.accept = accepted[kind] ?? '';
    input.multiple = kind !== 'video';
    input.click();
  }

  return (
    <>
      <FileInput ref={picker} onFiles={form.attachments.add} />
      {kinds.map(([kind, Icon, label], at) => (
        <IconButton
          key={kind}
          label={label}
          disabled={form.attempt.busy}
          // On phones, the folded composer shows one button.
          className={cx(folded && at > 0 && 'max-md:hidden')}
          onClick={() => choose(kind)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      ))}
    </>
  );
}
