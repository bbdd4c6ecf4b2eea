import type { LessonEntry } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { hrefOf } from '@vitrine/contract/pages';
import { Check, FolderInput, Gift, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { editItem, removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { SortableRow } from '../../../ui/sortable-list.tsx';
import { useTranslation, type TFunction } from '../../../ui/translation.ts';
import { useMarkLesson, useRenameLesson } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';
import { useChoice, type LessonDrag } from './lesson-drag.ts';
import { kindOfLesson, LessonImage } from './lesson-image.tsx';
import { publishItem } from './publish-item.tsx';

interface LessonRowProps {
  lesson: LessonEntry;
  courseId: number;
  row: SortableRow;
  drag: LessonDrag;
  /** Null where there is no other module. */
  onMove: (() => void) | null;
  onRemove: () => void;
}

/** A lesson in the builder of a course: drag, rename, publish, move and remove. */
export function LessonRow({ lesson, courseId, row, drag, onMove, onRemove }: LessonRowProps) {
  const { t } = useTranslation();
  const rename = useRenameLesson();
  const mark = useMarkLesson();
  const [renaming, setRenaming] = useState(false);
  const onMark: MarkLesson = (body) => mark.mutate({ params: { id: lesson.id }, body });
  const draggedCount = row.isDragging ? drag.draggedCount(lesson.id) : 1;
  const to = hrefOf('manageLesson', { id: courseId, lessonId: lesson.id });

  return (
    <div
      className={cx(
        'relative flex min-h-15 items-center gap-2 max-sm:flex-wrap',
        draggedCount > 1 && 'shadow-[4px_4px_0_-1px_var(--line-2),8px_8px_0_-2px_var(--line-2)]',
      )}
    >
      {row.handle}
      {draggedCount > 1 && (
        <span className="absolute -top-3 -right-3 grid size-7 place-items-center rounded-full bg-accent text-13 font-semibold text-ground">
          {draggedCount}
        </span>
      )}
      <LessonChoice lesson={lesson} drag={drag} />
      <LessonImage lesson={lesson} />
      {renaming ? (
        <InlineRename
          label={t('Nome da aula')}
          value={lesson.title}
          onRename={(title) => rename.mutateAsync({ params: { id: lesson.id }, body: { title } })}
          onDone={() => setRenaming(false)}
          className="flex-1"
        />
      ) : (
        <div className="relative min-w-0 flex-1 py-2">
          <Link
            to={to}
            className="block rounded-control text-15 text-text after:absolute after:inset-0 hover:underline"
          >
            <span className="line-clamp-2 wrap-anywhere sm:line-clamp-1">
              {rename.isPending ? (rename.variables.body as { title: string }).title : lesson.title}
            </span>
          </Link>
          <LessonFacts lesson={lesson} />
        </div>
      )}
      {lesson.published ? (
        <span className="flex shrink-0 items-center gap-1.5 px-2 text-13 text-text-3">
          <Check size={16} strokeWidth={2} className="text-ok" aria-hidden="true" />
          <span className="max-md:sr-only">{t('Publicada')}</span>
        </span>
      ) : (
        <DraftState name={lesson.title} onPublish={() => onMark({ published: 1 })} />
      )}
      <LessonMenu
        lesson={lesson}
        to={to}
        moveMenuItems={row.moveMenuItems}
        onMark={onMark}
        onRename={() => setRenaming(true)}
        onMove={onMove}
        onRemove={onRemove}
      />
    </div>
  );
}

function LessonChoice({ lesson, drag }: Pick<LessonRowProps, 'lesson' | 'drag'>) {
  const { t } = useTranslation();
  const [isChosen, choose] = useChoice(drag, lesson.id);
  return (
    <Checkbox
      label={<span className="sr-only">{t('Escolher {{name}}', { name: lesson.title })}</span>}
      checked={isChosen}
      onChange={(event) => choose(event.target.checked)}
      className="gap-0! pointer-coarse:ml-3"
    />
  );
}

/** Kind and duration of a lesson, behind a warning if students would miss something. */
function LessonFacts({ lesson }: { lesson: LessonEntry }) {
  const { t, i18n } = useTranslation();
  // Students find a published lesson without its questions.
  const isQuizClosed = lesson.quiz_open === false;
  const warning = warningOf(lesson, isQuizClosed, t);
  const facts = [
    !(lesson.empty && lesson.published) &&
      !(isQuizClosed && lesson.kind === 'quiz') &&
      kindOfLesson(t, lesson.kind),
    lesson.duration_seconds !== null && inWords(lesson.duration_seconds, i18n.language),
    Boolean(lesson.sample) && t('Amostra'),
  ].filter(Boolean);
  return (
    <p className="text-13 text-text-3 tabular-nums">
      {warning && <span className="text-warn">{warning}</span>}
      {warning && facts.length > 0 && ' · '}
      {facts.join(' · ')}
    </p>
  );
}

/** The content that is missing for students; null if nothing is missing, and for a draft. */
function warningOf({ empty, published }: LessonEntry, isQuizClosed: boolean, t: TFunction) {
  if (isQuizClosed) return t('Avaliação em rascunho');
  return empty && published ? t('Sem conteúdo') : null;
}

type MarkLesson = (body: { published?: 0 | 1; sample?: 0 | 1 }) => void;

interface LessonMenuProps extends Pick<LessonRowProps, 'lesson' | 'onMove' | 'onRemove'> {
  /** The page that edits the lesson. */
  to: string;
  moveMenuItems: SortableRow['moveMenuItems'];
  onMark: MarkLesson;
  onRename: () => void;
}

function LessonMenu(props: LessonMenuProps) {
  const { lesson, to, moveMenuItems, onMark, onRename, onMove, onRemove } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu
      label={t('Opções de {{name}}', { name: lesson.title })}
      items={[
        editItem(t('Editar aula'), () => void navigate(to)),
        {
          id: 'rename',
          label: t('Renomear'),
          icon: <TextCursorInput />,
          onSelect: onRename,
        },
        publishItem(t, lesson.published, (published) => onMark({ published })),
        {
          id: 'sample',
          label: lesson.sample ? t('Tirar a amostra') : t('Abrir como amostra'),
          icon: <Gift />,
          onSelect: () => onMark({ sample: lesson.sample ? 0 : 1 }),
        },
        'separator',
        ...moveMenuItems,
        onMove && {
          id: 'move',
          label: t('Mover para…'),
          icon: <FolderInput />,
          onSelect: onMove,
        },
        'separator',
        removeItem(t('Excluir aula'), onRemove),
      ]}
    />
  );
}
