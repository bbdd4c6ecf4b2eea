import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRestorePost } from './posts.queries.ts';

/** Brings a removed post back. For staff. */
export function RestoreButton({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const restore = useRestorePost();
  return (
    <Button busy={restore.isPending} onClick={() => restore.mutate({ params: { id: postId } })}>
      {t('Trazer de volta')}
    </Button>
  );
}
