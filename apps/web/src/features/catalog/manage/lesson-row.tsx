import { hrefOf } from '@vitrine/contract/pages';
import type { LessonEntry } from '@vitrine/contract/catalog';
import { FolderInput, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { Link, useNavigate } from 'react-router';
import { clock } from '../../../platform/durations.ts';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { editItem, removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { SortableRow } from '../../../ui/sortable-list.tsx';
import { useRenameLesson } from './courses.queries.ts';

interface LessonRowProps {
  lesson: LessonEntry;
  courseId: number;
  row: SortableRow;
  /** Null where there is no other module. */
  onMove: (() => void) | null;
  onRemove: () => void;
}

export function LessonRow({ lesson, courseId, row, onMove, onRemove }: LessonRowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rename = useRenameLesson();
  const [renaming, setRenaming] = useState(false);
  const to = hrefOf('manageLesson', { id: courseId, lessonId: lesson.id });

  return (
    <div className="flex min-h-12 items-center gap-2">
      {row.handle}
      {renaming ? (
        <InlineRename
          label={t('Nome da aula')}
          value={lesson.title}
          onRename={(title) => rename.mutate({ params: { id: lesson.id }, body: { title } })}
          onDone={() => setRenaming(false)}
          className="flex-1"
        />
      ) : (
        <Link
          to={to}
          className="min-w-0 flex-1 rounded-control py-2.5 text-15 text-text hover:underline"
        >
          <span className="line-clamp-2 wrap-anywhere sm:line-clamp-1">
            {rename.isPending ? (rename.variables.body as { title: string }).title : lesson.title}
          </span>
        </Link>
      )}
      {lesson.duration_seconds !== null && (
        <span className="shrink-0 text-13 text-text-3 tabular-nums">
          {clock(lesson.duration_seconds)}
        </span>
      )}
      <Menu
        label={t('Opções de {{name}}', { name: lesson.title })}
        items={[
          editItem(t('Editar aula'), () => void navigate(to)),
          {
            id: 'rename',
            label: t('Renomear'),
            icon: <TextCursorInput />,
            onSelect: () => setRenaming(true),
          },
          'separator',
          ...row.moveMenuItems,
          ...(onMove
            ? [
                {
                  id: 'move',
                  label: t('Mover para…'),
                  icon: <FolderInput />,
                  onSelect: onMove,
                },
              ]
            : []),
          'separator',
          removeItem(t('Excluir aula'), onRemove),
        ]}
      />
    </div>
  );
}
