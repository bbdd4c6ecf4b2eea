import { postHref } from '@vitrine/contract/community-urls';
import type { Post, PostReply } from '@vitrine/contract/posts';
import { Flag, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useCopyLink } from '../../kit/links/copy-link.tsx';
import { CommentRemoval } from '../../kit/page/comment-removal.tsx';
import { useBoot, useIsStaff, useViewer } from '../../platform/site-context.ts';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveComment } from './posts.queries.ts';
import { ReportDialog } from './report-dialog.tsx';
import { maySilence, SilenceDialog, silenceItem } from './silence-dialog.tsx';

interface CommentMenuProps {
  label: string;
  comment: PostReply;
  post: Post;
  /** False where the author may no longer write. Staff always may. */
  mayEdit: boolean;
  onEdit: () => void;
}

/** The actions on a comment, for its author, for staff and for everybody. */
export default function CommentMenu({ label, comment, post, mayEdit, onEdit }: CommentMenuProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { tenant } = useBoot().site;
  const own = comment.author?.id === viewer?.id;
  const staff = useIsStaff();
  const remove = useRemoveComment();
  const { copy, linkDialog } = useCopyLink();
  const [openDialog, setOpenDialog] = useState<'remove' | 'report' | 'silence' | null>(null);
  const href = postHref(tenant.id, post);
  return (
    <>
      <Menu
        label={label}
        isPressed
        items={[
          {
            id: 'copy',
            label: t('Copiar link'),
            icon: <Link2 />,
            onSelect: () => void copy(`${href}?comentario=${comment.id}`),
          },
          (staff || (own && mayEdit)) && editItem(t('Editar'), onEdit),
          !own && {
            id: 'report',
            label: t('Denunciar'),
            icon: <Flag />,
            onSelect: () => setOpenDialog('report'),
          },
          staff &&
            !own &&
            maySilence(comment.author) &&
            silenceItem(t('Silenciar'), () => setOpenDialog('silence')),
          (staff || own) && removeItem(t('Excluir'), () => setOpenDialog('remove')),
        ]}
      />
      {linkDialog}
      <CommentRemoval
        id={comment.id}
        all=".post-comment"
        open={openDialog === 'remove'}
        onClose={() => setOpenDialog(null)}
        remove={() => remove.mutateAsync({ params: { id: comment.id } })}
      />
      {openDialog === 'silence' && (
        <SilenceDialog
          communityId={post.community_id}
          author={comment.author!}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'report' && (
        <ReportDialog postId={post.id} commentId={comment.id} onClose={() => setOpenDialog(null)} />
      )}
    </>
  );
}
