import type { Community } from '@vitrine/contract/communities';
import { limits, messages, type Post } from '@vitrine/contract/posts';
import {
  ArrowRightLeft,
  Flag,
  Link2,
  LockKeyhole,
  LockKeyholeOpen,
  Pin,
  PinOff,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { useNavigate } from 'react-router';
import { useIsStaff, useViewer } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { copyLink } from '../../kit/links/copy-link.ts';
import { mayWrite } from './channel-head.tsx';
import {
  useChangePost,
  useCloseComments,
  usePin,
  useRemoveAsStaff,
  useRemovePost,
  useReport,
  useRestorePost,
  useUnpin,
} from './posts.queries.ts';

interface PostMenuProps {
  post: Post;
  community: Community;
  href: string;
  onEdit: () => void;
  onRemoved: (() => void) | undefined;
}

/** What one may do with a post: its author, staff, everybody. */
export default function PostMenu({ post, community, href, onEdit, onRemoved }: PostMenuProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const staff = useIsStaff();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'remove' | 'reason' | 'report' | 'move' | null>(null);
  const pin = usePin();
  const unpin = useUnpin();
  const close = useCloseComments();
  const restore = useRestorePost();
  const remove = useRemovePost();
  const params = { params: { id: post.id } };
  const own = post.author?.id === viewer?.id;
  const done = () => setAsked(null);
  const name = post.author?.name ?? t('Membro removido');

  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('Copiar link'),
      icon: <Link2 />,
      onSelect: () => void copyLink(new URL(href, location.href).href, t('Link copiado')),
    },
    ...(post.author
      ? [
          {
            id: 'author',
            label: t('Publicações desta pessoa'),
            icon: <UserRound />,
            onSelect: () =>
              void navigate(
                `/comunidade/${community.tenant_id}/${community.id}?autor=${post.author!.id}`,
              ),
          },
        ]
      : []),
    ...(staff || (own && mayWrite(community)) ? [editItem(t('Editar'), onEdit)] : []),
    ...(staff
      ? [
          post.pinned
            ? {
                id: 'unpin',
                label: t('Desafixar'),
                icon: <PinOff />,
                onSelect: () => unpin.mutate(params),
              }
            : {
                id: 'pin',
                label: t('Fixar no canal'),
                icon: <Pin />,
                onSelect: () => pin.mutate(params),
              },
          {
            id: 'close',
            label: post.comments_closed ? t('Abrir comentários') : t('Fechar comentários'),
            icon: post.comments_closed ? <LockKeyholeOpen /> : <LockKeyhole />,
            onSelect: () => close.mutate({ ...params, body: { closed: !post.comments_closed } }),
          },
          ...(community.channels.length > 1
            ? [
                {
                  id: 'move',
                  label: t('Mover para…'),
                  icon: <ArrowRightLeft />,
                  onSelect: () => setAsked('move'),
                },
              ]
            : []),
        ]
      : []),
    ...(own
      ? []
      : [
          {
            id: 'report',
            label: t('Denunciar'),
            icon: <Flag />,
            onSelect: () => setAsked('report'),
          },
        ]),
    ...(own || staff
      ? ['separator' as const, removeItem(t('Remover'), () => setAsked(own ? 'remove' : 'reason'))]
      : []),
  ];

  return (
    <>
      <Menu label={t('Opções da publicação de {{name}}', { name })} items={items} />
      <ConfirmDialog
        open={asked === 'remove'}
        onClose={done}
        danger
        title={t('Remover publicação')}
        text={t('Ela some para todos, com os comentários. Esta ação não poderá ser desfeita.')}
        confirmLabel={t('Remover')}
        onConfirm={async () => {
          await remove.mutateAsync(params);
          onRemoved?.();
        }}
      />
      {asked === 'reason' && (
        <RemoveWithReason
          post={post}
          onClose={done}
          onDone={() => {
            toast.undo(t('Publicação removida'), () => restore.mutate(params));
            onRemoved?.();
          }}
        />
      )}
      {asked === 'report' && <ReportDialog postId={post.id} onClose={done} />}
      {asked === 'move' && <MoveDialog post={post} community={community} onClose={done} />}
    </>
  );
}

function RemoveWithReason({
  post,
  onClose,
  onDone,
}: {
  post: Post;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const remove = useRemoveAsStaff();
  return (
    <ReasonDialog
      title={t('Remover publicação')}
      label={t('O que a pessoa vai ler')}
      action={t('Remover')}
      hint={t('Volta em até 30 dias. Fica no registro com seu nome.')}
      onClose={onClose}
      send={async (reason) => {
        await remove.mutateAsync({ params: { id: post.id }, body: { reason } });
        onDone();
      }}
    />
  );
}

/** Members report a post or a comment with a reason, once. */
export function ReportDialog({
  postId,
  commentId = null,
  onClose,
}: {
  postId: number;
  commentId?: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const report = useReport();
  return (
    <ReasonDialog
      title={t('Denunciar')}
      label={t('O que está errado?')}
      action={t('Enviar denúncia')}
      hint={t('Só a equipe vê quem denunciou.')}
      onClose={onClose}
      send={async (reason) => {
        await report.mutateAsync({
          params: { id: postId },
          body: { reason, comment_id: commentId },
        });
        toast.success(t('Denúncia enviada. A equipe vai olhar.'));
      }}
    />
  );
}

interface ReasonDialogProps {
  title: string;
  label: string;
  action: string;
  hint: string;
  onClose: () => void;
  send: (reason: string) => Promise<void>;
}

function ReasonDialog({ title, label, action, hint, onClose, send }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const attempt = useAttempt(() => send(reason), onClose);
  const over = [...reason].length > limits.reason;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button
            variant="primary"
            busy={attempt.busy}
            aria-disabled={!reason.trim() || over || undefined}
            onClick={() => reason.trim() && !over && void attempt.run()}
          >
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        value={reason}
        error={over ? t(messages.reasonTooLong) : undefined}
        onChange={({ currentTarget }) => {
          attempt.forget();
          setReason(currentTarget.value);
        }}
      />
      {attempt.error != null && (
        <InlineError className="mt-3">
          {sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.'))}
        </InlineError>
      )}
    </Dialog>
  );
}

function MoveDialog({
  post,
  community,
  onClose,
}: {
  post: Post;
  community: Community;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangePost();
  const others = community.channels.filter(({ id }) => id !== post.channel_id);
  const [to, setTo] = useState(others[0]?.id ?? post.channel_id);
  const attempt = useAttempt(
    () => change.mutateAsync({ params: { id: post.id }, body: { channel_id: to } }),
    onClose,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Mover publicação')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button variant="primary" busy={attempt.busy} onClick={() => void attempt.run()}>
            {t('Mover')}
          </Button>
        </>
      }
    >
      <Select
        label={t('Canal')}
        value={to}
        options={others.map(({ id, title }) => ({ value: id, label: title }))}
        onValueChange={(channel) => {
          attempt.forget();
          setTo(channel);
        }}
      />
      {attempt.error != null && (
        <InlineError className="mt-3">
          {sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.'))}
        </InlineError>
      )}
    </Dialog>
  );
}
