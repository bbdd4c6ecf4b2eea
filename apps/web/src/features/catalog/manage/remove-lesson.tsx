import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useRemoveLesson } from './courses.queries.ts';

interface RemoveLessonProps {
  lesson: { id: number; title: string } | null;
  onClose: () => void;
  onRemoved?: () => void;
}

/** The dialog before a lesson is removed. It is open while there is a lesson. */
export function RemoveLesson({ lesson, onClose, onRemoved }: RemoveLessonProps) {
  const { t } = useTranslation();
  const remove = useRemoveLesson();
  return (
    <ConfirmDialog
      open={lesson !== null}
      onClose={onClose}
      title={t('Excluir {{name}}', { name: lesson?.title ?? '' })}
      text={t(
        'Vão junto o vídeo, os arquivos, os comentários e o progresso dos alunos nesta aula. Esta ação não poderá ser desfeita.',
      )}
      confirmLabel={t('Excluir aula')}
      danger
      onConfirm={async () => {
        if (!lesson) return;
        await remove.mutateAsync({ params: { id: lesson.id } });
        onRemoved?.();
      }}
    />
  );
}
