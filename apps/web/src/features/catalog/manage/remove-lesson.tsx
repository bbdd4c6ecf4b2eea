import { useNeighborFocus } from '../../../kit/page/neighbor-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useRemoveLesson } from './courses.queries.ts';
import { lessonHandle, rowHandles } from './row-handles.ts';

interface RemoveLessonProps {
  lesson: { id: number; title: string } | null;
  onClose: () => void;
  onRemoved?: () => void;
}

/** The dialog before a lesson is removed. It is open while there is a lesson. */
export function RemoveLesson({ lesson, onClose, onRemoved }: RemoveLessonProps) {
  const { t } = useTranslation();
  const remove = useRemoveLesson();
  const leaving = useNeighborFocus(lessonHandle(lesson?.id ?? 0), rowHandles);
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
        await leaving.during(() => remove.mutateAsync({ params: { id: lesson.id } }));
        onRemoved?.();
      }}
      finalFocus={leaving.finalFocus}
    />
  );
}
