import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../../ui/type-to-confirm.tsx';
import { useRemoveCourse } from './courses.queries.ts';

interface RemoveCourseProps {
  /** `lessons` is how many go along. */
  course: { id: number; title: string; lessons: number } | null;
  onClose: () => void;
  finalFocus?: TypeToConfirmProps['finalFocus'];
  /** Runs the removal, and remembers the row that takes the focus afterwards. */
  during?: (removal: () => Promise<unknown>) => Promise<unknown>;
  onRemoved?: () => void;
}

/**
 * The dialog before a course is removed. With lessons it needs the typed word: nothing restores
 * them.
 */
export function RemoveCourse(props: RemoveCourseProps) {
  const { course, onClose, finalFocus, during = (removal) => removal(), onRemoved } = props;
  const { t } = useTranslation();
  const remove = useRemoveCourse();
  const shared = {
    open: course !== null,
    onClose,
    finalFocus,
    title: t('Excluir {{name}}', { name: course?.title ?? '' }),
    onConfirm: async () => {
      if (!course) return;
      await during(() => remove.mutateAsync({ params: { id: course.id } }));
      onRemoved?.();
    },
  };
  if (course && course.lessons > 0)
    return (
      <TypeToConfirm {...shared}>
        {t(
          'Vai junto {{count}} aula, com vídeo, arquivos e comentários,|Vão junto {{count}} aulas, com vídeos, arquivos e comentários,',
          {
            count: course.lessons,
          },
        )}{' '}
        {t('e o progresso de todos os alunos. Esta ação não poderá ser desfeita.')}
      </TypeToConfirm>
    );
  return (
    <ConfirmDialog
      {...shared}
      text={t('O curso ainda não tem aulas. Esta ação não poderá ser desfeita.')}
      confirmLabel={t('Excluir')}
      danger
    />
  );
}
