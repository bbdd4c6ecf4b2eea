import type { Course, LessonEntry, Module } from '@vitrine/contract/catalog';
import { memo, useState, type ComponentProps } from 'react';
import { useNeighborFocus } from '../../../kit/page/neighbor-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { InlineAdd } from '../../../ui/inline-add.tsx';
import type { SortableId } from '../../../ui/sortable-drag.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { AddQuiz } from './add-quiz.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import {
  useAddModule,
  useChangeLessons,
  useModuleOrder,
  useRemoveLessons,
  useRemoveModule,
} from './courses.queries.ts';
import { chosenLessons, useLessonDrag, type LessonDrag } from './lesson-drag.ts';
import { useLessonMoves } from './lesson-moves.ts';
import { ModuleCover } from './module-cover.tsx';
import { ModuleSection } from './module-section.tsx';
import { MoveLessons } from './move-lesson.tsx';
import { RemoveLesson } from './remove-lesson.tsx';
import { lessonHandle, moduleHandle, moduleHandles } from './row-handles.ts';

/** With more lessons than this, all modules are closed at first. */
const MAX_OPEN_LESSONS = 60;

/** The ordered modules with their ordered lessons. Every change saves at once. */
export function CourseContent({ course }: { course: Course }) {
  const { t } = useTranslation();
  const add = useAddModule();
  const order = useModuleOrder(course.id, course.modules);
  const [covered, setCovered] = useState<Module | null>(null);
  const [quizzed, setQuizzed] = useState<Module | null>(null);
  const [removing, setRemoving] = useState<Module | null>(null);
  const [moved, setMoved] = useState<readonly LessonEntry[]>([]);
  const [removedLesson, setRemovedLesson] = useState<LessonEntry | null>(null);
  const moves = useLessonMoves(course.id, order.items);
  const drag = useLessonDrag(moves);
  const clear = () => drag.chosen.set(new Set());
  const reorder = useLatest((ids: readonly SortableId[]) => void order.reorder(ids));
  const moveOne = useLatest((lesson: LessonEntry) => setMoved([lesson]));
  const isOnlyModule = course.modules.length === 1;
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const [startOpen] = useState(lessons <= MAX_OPEN_LESSONS);
  const [startedEmpty] = useState(course.modules.length === 0);

  return (
    <>
      {course.modules.length === 0 && (
        <p className="mb-3 text-14 text-text-2">
          {t('Um módulo reúne aulas. Escreva o nome do primeiro e aperte Enter.')}
        </p>
      )}
      <Modules
        modules={moves.modules}
        startOpen={startOpen}
        drag={drag}
        isOnlyModule={isOnlyModule}
        startsCourse={startedEmpty && isOnlyModule}
        onReorder={reorder}
        onCover={setCovered}
        onAddQuiz={setQuizzed}
        onRemove={setRemoving}
        onMoveLesson={moveOne}
        onRemoveLesson={setRemovedLesson}
      />
      <InlineAdd
        label={t('Novo módulo')}
        focused={course.modules.length === 0}
        onAdd={(title) => add.mutateAsync({ params: { id: course.id }, body: { title } })}
        className="mt-3"
      />
      <Chosen
        courseId={course.id}
        modules={moves.modules}
        drag={drag}
        onMove={isOnlyModule ? null : setMoved}
        onClear={clear}
      />
      {covered && <ModuleCover module={covered} onClose={() => setCovered(null)} />}
      {quizzed && <AddQuiz module={quizzed} onClose={() => setQuizzed(null)} />}
      <RemoveModule module={removing} onClose={() => setRemoving(null)} />
      <MoveLessons {...moves} lessons={moved} onClose={() => setMoved([])} onMoved={clear} />
      <RemoveLesson lesson={removedLesson} onClose={() => setRemovedLesson(null)} />
    </>
  );
}

interface ModulesProps extends Pick<
  ComponentProps<typeof ModuleSection>,
  'startOpen' | 'drag' | 'isOnlyModule' | 'startsCourse' | 'onMoveLesson' | 'onRemoveLesson'
> {
  modules: readonly Module[];
  onReorder: (ids: readonly SortableId[]) => void;
  onCover: (module: Module) => void;
  onAddQuiz: (module: Module) => void;
  onRemove: (module: Module) => void;
}

/** In memo, because hundreds of lessons stand behind a dialog or a choice. */
const Modules = memo(function Modules(props: ModulesProps) {
  const { modules, onReorder, onCover, onAddQuiz, onRemove, ...section } = props;
  const { t } = useTranslation();
  return (
    <SortableList
      items={modules}
      getId={({ id }) => id}
      getLabel={({ title }) => title}
      label={t('Módulos')}
      onReorder={onReorder}
      renderRow={(module, row) => (
        <ModuleSection
          {...section}
          module={module}
          row={row}
          onCover={() => onCover(module)}
          onAddQuiz={() => onAddQuiz(module)}
          onRemove={() => onRemove(module)}
        />
      )}
    />
  );
});

interface ChosenProps {
  courseId: number;
  modules: readonly Module[];
  drag: LessonDrag;
  /** Null where there is no other module. */
  onMove: ((lessons: LessonEntry[]) => void) | null;
  onClear: () => void;
}

/** The bar of the chosen lessons, with the question before their removal. */
function Chosen({ courseId, modules, drag, onMove, onClear }: ChosenProps) {
  const change = useChangeLessons();
  const [removing, setRemoving] = useState(false);
  const lessons = chosenLessons(modules, drag.chosen.use());
  return (
    <>
      {lessons.length > 0 && (
        <ChosenBar
          count={lessons.length}
          onMove={onMove && (() => onMove(lessons))}
          onPublish={(published) =>
            change.mutate({
              params: { id: courseId },
              body: { lesson_ids: lessons.map(({ id }) => id), published },
            })
          }
          onRemove={() => setRemoving(true)}
          onClear={onClear}
        />
      )}
      <RemoveLessons
        courseId={courseId}
        lessons={removing ? lessons : []}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}

/** Selects the handles of the lessons that are not chosen. */
const keptLessons = '[data-lessons-of] [data-row-id]:not(:has(:checked)) [data-sortable-handle]';

interface RemoveLessonsProps {
  courseId: number;
  lessons: LessonEntry[];
  onClose: () => void;
}

function RemoveLessons({ courseId, lessons, onClose }: RemoveLessonsProps) {
  const { t } = useTranslation();
  const remove = useRemoveLessons();
  const count = lessons.length;
  const first = lessonHandle(lessons[0]?.id ?? 0);
  const leaving = useNeighborFocus(first, `${first}, ${keptLessons}`);
  return (
    <ConfirmDialog
      open={count > 0}
      onClose={onClose}
      title={t('Excluir {{count}} aula|Excluir {{count}} aulas', { count })}
      text={t(
        'Vão junto os vídeos, os arquivos, os comentários e o progresso dos alunos. Esta ação não poderá ser desfeita.',
      )}
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() =>
        leaving.during(() =>
          remove.mutateAsync({
            params: { id: courseId },
            body: { lesson_ids: lessons.map(({ id }) => id) },
          }),
        )
      }
      finalFocus={leaving.finalFocus}
    />
  );
}

function RemoveModule({ module, onClose }: { module: Module | null; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useRemoveModule();
  const leaving = useNeighborFocus(moduleHandle(module?.id ?? 0), moduleHandles);
  const count = module?.lessons.length ?? 0;
  return (
    <ConfirmDialog
      open={module !== null}
      onClose={onClose}
      title={t('Excluir {{name}}', { name: module?.title ?? '' })}
      text={
        count > 0
          ? t(
              'Vai junto {{count}} aula deste módulo e o progresso dos alunos nela. Esta ação não poderá ser desfeita.|Vão junto {{count}} aulas deste módulo e o progresso dos alunos nelas. Esta ação não poderá ser desfeita.',
              { count },
            )
          : t('O módulo está vazio. Esta ação não poderá ser desfeita.')
      }
      confirmLabel={t('Excluir módulo')}
      danger
      onConfirm={() =>
        module && leaving.during(() => remove.mutateAsync({ params: { id: module.id } }))
      }
      finalFocus={leaving.finalFocus}
    />
  );
}
