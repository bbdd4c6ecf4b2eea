import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import type { Post } from '@vitrine/contract/posts';
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
import { useNavigate } from 'react-router';
import { useCopyLink } from '../../kit/links/copy-link.tsx';
import { keepFocusOnScreen, useNeighborFocus } from '../../kit/page/neighbor-focus.ts';
import { useIsStaff, useViewer } from '../../platform/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { mayWrite } from './channel-head.tsx';
import { MoveDialog } from './move-dialog.tsx';
import {
  useCloseComments,
  usePin,
  useRemoveAsStaff,
  useRemovePost,
  useRestorePost,
  useUnpin,
} from './posts.queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { maySilence, SilenceDialog, silenceItem } from './silence-dialog.tsx';

const posts = '[data-post]';

/** Selects the post on the page. */
const placeOf = ({ id }: Post) => `[data-post="${id}"]`;

type PostDialog = 'remove' | 'reason' | 'report' | 'move' | 'silence';

interface PostMenuProps {
  label: string;
  post: Post;
  community: Community;
  href: string;
  onEdit: () => void;
  onRemoved: (() => void) | undefined;
}

/** The actions on a post, for its author, for staff and for everybody. */
export default function PostMenu({
  label,
  post,
  community,
  href,
  onEdit,
  onRemoved,
}: PostMenuProps) {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<PostDialog | null>(null);
  const { copy, linkDialog } = useCopyLink();
  const items = usePostMenuItems({
    post,
    community,
    onCopy: () => void copy(href),
    onEdit,
    onDialog: setOpenDialog,
  });
  const restore = useRestorePost();
  const remove = useRemovePost();
  const params = { params: { id: post.id } };
  const done = () => setOpenDialog(null);
  const leaving = useNeighborFocus(placeOf(post), posts);

  return (
    <>
      <Menu label={label} items={items} isPressed />
      {linkDialog}
      <ConfirmDialog
        open={openDialog === 'remove'}
        onClose={done}
        danger
        title={t('Remover publicação')}
        text={t('Ela some para todos, com os comentários. Esta ação não poderá ser desfeita.')}
        confirmLabel={t('Remover')}
        onConfirm={async () => {
          await leaving.during(() => remove.mutateAsync(params));
          onRemoved?.();
        }}
        finalFocus={leaving.finalFocus}
      />
      {openDialog === 'reason' && (
        <RemoveWithReason
          post={post}
          onClose={done}
          onDone={() => {
            toast.undo(t('Publicação removida'), () => restore.mutate(params));
            onRemoved?.();
          }}
        />
      )}
      {openDialog === 'report' && <ReportDialog postId={post.id} onClose={done} />}
      {openDialog === 'silence' && (
        <SilenceDialog communityId={community.id} author={post.author!} onClose={done} />
      )}
      {openDialog === 'move' && <MoveDialog post={post} community={community} onClose={done} />}
    </>
  );
}

interface PostMenuItemsOptions extends Pick<PostMenuProps, 'post' | 'community' | 'onEdit'> {
  onCopy: () => void;
  onDialog: (dialog: PostDialog) => void;
}

/** The entries for this viewer: everybody, the author, or staff. */
function usePostMenuItems({
  post,
  community,
  onCopy,
  onEdit,
  onDialog,
}: PostMenuItemsOptions): MenuItem[] {
  const { t } = useTranslation();
  const viewer = useViewer();
  const staff = useIsStaff();
  const navigate = useNavigate();
  const pin = usePin();
  const unpin = useUnpin();
  const close = useCloseComments();
  const params = { params: { id: post.id } };
  const { author } = post;
  const own = author?.id === viewer?.id;
  const mayRemove = own || staff;

  return [
    {
      id: 'copy',
      label: t('Copiar link'),
      icon: <Link2 />,
      onSelect: onCopy,
    },
    author && {
      id: 'author',
      label: t('Publicações desta pessoa'),
      icon: <UserRound />,
      onSelect: () =>
        void navigate(`${communityHref(community.tenant_id, community.id)}?autor=${author.id}`),
    },
    (staff || (own && mayWrite(community))) && editItem(t('Editar'), onEdit),
    staff &&
      !post.pinned && {
        id: 'pin',
        label: t('Fixar no canal'),
        icon: <Pin />,
        onSelect: () => pin.mutate(params),
      },
    staff &&
      post.pinned && {
        id: 'unpin',
        label: t('Desafixar'),
        icon: <PinOff />,
        onSelect: () =>
          void keepFocusOnScreen(placeOf(post), posts, () => unpin.mutateAsync(params)),
      },
    staff && {
      id: 'close',
      label: post.comments_closed ? t('Abrir comentários') : t('Fechar comentários'),
      icon: post.comments_closed ? <LockKeyholeOpen /> : <LockKeyhole />,
      onSelect: () => close.mutate({ ...params, body: { closed: !post.comments_closed } }),
    },
    staff &&
      community.channels.length > 1 && {
        id: 'move',
        label: t('Mover para…'),
        icon: <ArrowRightLeft />,
        onSelect: () => onDialog('move'),
      },
    !own && {
      id: 'report',
      label: t('Denunciar'),
      icon: <Flag />,
      onSelect: () => onDialog('report'),
    },
    staff && !own && maySilence(author) && silenceItem(t('Silenciar'), () => onDialog('silence')),
    mayRemove && 'separator',
    mayRemove && removeItem(t('Remover'), () => onDialog(own ? 'remove' : 'reason')),
  ];
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
  const leaving = useNeighborFocus(placeOf(post), posts);
  return (
    <ReasonDialog
      title={t('Remover publicação')}
      label={t('O que a pessoa vai ler')}
      action={t('Remover')}
      hint={t('Volta em até 30 dias. Fica no registro com seu nome.')}
      onClose={onClose}
      finalFocus={leaving.finalFocus}
      send={async (reason) => {
        await leaving.during(() =>
          remove.mutateAsync({ params: { id: post.id }, body: { reason } }),
        );
        onDone();
      }}
    />
  );
}
