import { hrefOf } from '@vitrine/contract/pages';
import type { LessonEntry } from '@vitrine/contract/catalog';
import { Eye, EyeOff, FolderInput, Gift, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { Link, useNavigate } from 'react-router';
import { clock } from '../../../platform/durations.ts';
import { Badge } from '../../../ui/badge.tsx';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { editItem, removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { SortableRow } from '../../../ui/sortable-list.tsx';
import { useMarkLesson, useRenameLesson } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';

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
  const mark = useMarkLesson();
  const change = (body: { published?: 0 | 1; sample?: 0 | 1 }) =>
    mark.mutate({ params: { id: lesson.id }, body });
  const to = hrefOf('manageLesson', { id: courseId, lessonId: lesson.id });

  return (
    <div className="flex min-h-12 items-center gap-2 max-sm:flex-wrap">
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
      {lesson.kind === 'quiz' && <Badge className="max-sm:hidden">{t('Avaliação')}</Badge>}
      {Boolean(lesson.sample) && <Badge className="max-sm:hidden">{t('Amostra')}</Badge>}
      {!lesson.published && (
        <DraftState name={lesson.title} onPublish={() => change({ published: 1 })} />
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
          lesson.published
            ? {
                id: 'hide',
                label: t('Voltar a rascunho'),
                icon: <EyeOff />,
                onSelect: () => change({ published: 0 }),
              }
            : {
                id: 'publish',
                label: t('Publicar'),
                icon: <Eye />,
                onSelect: () => change({ published: 1 }),
              },
          {
            id: 'sample',
            label: lesson.sample ? t('Tirar a amostra') : t('Abrir como amostra'),
            icon: <Gift />,
            onSelect: () => change({ sample: lesson.sample ? 0 : 1 }),
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
