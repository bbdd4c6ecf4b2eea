import type { LessonEntry, Module } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { ChevronDown, ClipboardCheck, ImageIcon, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { InlineAdd } from '../../../ui/inline-add.tsx';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SortableList, type SortableRow } from '../../../ui/sortable-list.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useAddLesson, useLessonOrder, useMarkModule, useRenameModule } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';
import type { LessonDrag } from './lesson-drag.ts';
import { LessonRow } from './lesson-row.tsx';
import { publishItem } from './publish-item.tsx';

interface ModuleSectionProps {
  module: Module;
  row: SortableRow;
  startOpen: boolean;
  drag: LessonDrag;
  /** The only module: there is no other one to move a lesson to. */
  isOnlyModule: boolean;
  /** The first module of a new course: what comes next is its first lesson. */
  startsCourse: boolean;
  onCover: () => void;
  onAddQuiz: () => void;
  onRemove: () => void;
  onMoveLesson: (lesson: LessonEntry) => void;
  onRemoveLesson: (lesson: LessonEntry) => void;
}

/** A module in the builder of a course, with its lessons. Its heading opens and closes it. */
export function ModuleSection(props: ModuleSectionProps) {
  const { module, row, startOpen, drag, isOnlyModule, startsCourse } = props;
  const { onCover, onAddQuiz, onRemove, onMoveLesson, onRemoveLesson } = props;
  const listId = useId();
  const [open, setOpen] = useState(startOpen);
  // A dragged module shows only its head, or it could not be dragged past another one.
  const isExpanded = open && !row.isDragging;

  return (
    <section
      aria-label={module.title}
      data-lessons-of={module.id}
      className={cx(
        'border-b border-line py-2',
        drag.place?.moduleId === module.id && 'rounded-card bg-accent/7 ring-1 ring-accent',
      )}
    >
      <ModuleHead
        module={module}
        row={row}
        listId={listId}
        isExpanded={isExpanded}
        onToggle={() => setOpen(!open)}
        onCover={onCover}
        onAddQuiz={onAddQuiz}
        onRemove={onRemove}
      />
      <div id={listId} hidden={!isExpanded} className="pb-2 pl-4 sm:pl-14">
        {open && (
          <ModuleLessons
            module={module}
            drag={drag}
            isOnlyModule={isOnlyModule}
            startsCourse={startsCourse}
            onMoveLesson={onMoveLesson}
            onRemoveLesson={onRemoveLesson}
          />
        )}
      </div>
    </section>
  );
}

interface ModuleHeadProps extends Pick<
  ModuleSectionProps,
  'module' | 'row' | 'onCover' | 'onAddQuiz' | 'onRemove'
> {
  /** The id of the list that the heading opens. */
  listId: string;
  isExpanded: boolean;
  onToggle: () => void;
}

/** The heading of a module: handle, name, state and menu. */
function ModuleHead(props: ModuleHeadProps) {
  const { module, row, listId, isExpanded, onToggle, onCover, onAddQuiz, onRemove } = props;
  const { t, i18n } = useTranslation();
  const seconds = module.lessons.reduce((sum, one) => sum + (one.duration_seconds ?? 0), 0);
  const rename = useRenameModule();
  const mark = useMarkModule();
  const [renaming, setRenaming] = useState(false);
  const setPublished = (published: 0 | 1) =>
    mark.mutate({ params: { id: module.id }, body: { published } });
  return (
    <div className="flex min-h-12 items-center gap-1 max-sm:flex-wrap">
      {row.handle}
      <div className="relative flex min-h-11 min-w-0 flex-1 items-center gap-1">
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={listId}
          aria-label={t('Aulas de {{name}}', { name: module.title })}
          onClick={onToggle}
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-hover hover:text-text pointer-coarse:ml-2.5',
            // A press on the name opens the module, too.
            !renaming && "before:absolute before:inset-0 before:content-['']",
          )}
        >
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className={cx('transition-transform', !isExpanded && '-rotate-90')}
          />
        </button>
        {renaming ? (
          <InlineRename
            label={t('Nome do módulo')}
            value={module.title}
            onRename={(title) => rename.mutateAsync({ params: { id: module.id }, body: { title } })}
            onDone={() => setRenaming(false)}
            className="flex-1"
          />
        ) : (
          <h2 className="line-clamp-2 min-w-0 flex-1 text-16 font-semibold wrap-anywhere text-text sm:line-clamp-1">
            {rename.isPending ? (rename.variables.body as { title: string }).title : module.title}
          </h2>
        )}
      </div>
      {!module.published && <DraftState name={module.title} onPublish={() => setPublished(1)} />}
      <span className="shrink-0 px-2 text-13 text-text-3 tabular-nums max-sm:hidden">
        {t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: module.lessons.length })}
        {seconds > 0 && `, ${inWords(seconds, i18n.language)}`}
      </span>
      <Menu
        label={t('Opções de {{name}}', { name: module.title })}
        items={[
          {
            id: 'rename',
            label: t('Renomear'),
            icon: <Pencil />,
            onSelect: () => setRenaming(true),
          },
          { id: 'cover', label: t('Capa'), icon: <ImageIcon />, onSelect: onCover },
          {
            id: 'quiz',
            label: t('Adicionar avaliação'),
            icon: <ClipboardCheck />,
            onSelect: onAddQuiz,
          },
          'separator',
          publishItem(t, module.published, setPublished),
          'separator',
          ...row.moveMenuItems,
          'separator',
          removeItem(t('Excluir módulo'), onRemove),
        ]}
      />
    </div>
  );
}

type ModuleLessonsProps = Pick<
  ModuleSectionProps,
  'module' | 'drag' | 'isOnlyModule' | 'startsCourse' | 'onMoveLesson' | 'onRemoveLesson'
>;

/** Rendered for open modules only, because rows with a handle and a menu are expensive. */
function ModuleLessons(props: ModuleLessonsProps) {
  const { module, drag, isOnlyModule, startsCourse, onMoveLesson, onRemoveLesson } = props;
  const { t } = useTranslation();
  const add = useAddLesson();
  const order = useLessonOrder(module.id, module.lessons);
  const place = drag.place?.moduleId === module.id ? drag.place : null;
  return (
    <>
      <SortableList
        items={order.items}
        getId={({ id }) => id}
        getLabel={({ title }) => title}
        label={t('Aulas de {{name}}', { name: module.title })}
        onReorder={(ids) => void order.reorder(ids)}
        onPoint={(id, y) => drag.onPoint(module, Number(id), y)}
        onDrop={(id, ids) => drag.onDrop(module, Number(id), ids.map(Number))}
        renderRow={(lesson, lessonRow) => (
          <>
            {place?.beforeId === lesson.id && <DropLine />}
            <LessonRow
              lesson={lesson}
              courseId={module.course_id}
              row={lessonRow}
              drag={drag}
              onMove={isOnlyModule ? null : () => onMoveLesson(lesson)}
              onRemove={() => onRemoveLesson(lesson)}
            />
          </>
        )}
      />
      {place?.beforeId === null && <DropLine />}
      <InlineAdd
        label={t('Nova aula')}
        name={t('Nova aula em {{name}}', { name: module.title })}
        focused={startsCourse}
        onAdd={(title) => add.mutateAsync({ params: { id: module.id }, body: { title } })}
      />
    </>
  );
}

/** The line at the place of a drop. */
const DropLine = () => (
  <span aria-hidden="true" className="relative block">
    <span className="absolute -top-px right-0 left-0 z-1 h-0.5 bg-accent" />
    <span className="absolute -top-1 -left-1 z-1 size-2 rounded-full bg-accent" />
  </span>
);
