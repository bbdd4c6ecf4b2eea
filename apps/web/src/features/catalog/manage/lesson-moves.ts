import type { Module } from '@vitrine/contract/catalog';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useChangeLessons } from './courses.queries.ts';

interface LessonMove {
  ids: number[];
  moduleId: number;
  /** The lesson that they stand before; null for the end of the module. */
  beforeId: number | null;
}

/** The moves of lessons between the modules of a course. */
export interface LessonMoves {
  /** The modules as they stand after the moves that are being saved. */
  modules: readonly Module[];
  /** Moves lessons at once, and back where the server refuses. True if it is saved. */
  move: (move: LessonMove) => Promise<boolean>;
}

/** Moves lessons within a course. Focus follows the first of them. */
export function useLessonMoves(courseId: number, saved: readonly Module[]): LessonMoves {
  const { t } = useTranslation();
  const change = useChangeLessons();
  const [moves, setMoves] = useState<readonly LessonMove[]>([]);
  const modules = moves.reduce<readonly Module[]>(afterMove, saved);
  const follow = useFocusOnLesson(modules);

  async function move(next: LessonMove) {
    const { ids, moduleId, beforeId } = next;
    setMoves((before) => [...before, next]);
    follow(ids[0]!);
    const goal = saved.find(({ id }) => id === moduleId)!;
    try {
      await change.mutateAsync({
        params: { id: courseId },
        body: { lesson_ids: ids, module_id: moduleId, before_id: beforeId },
      });
    } catch {
      follow(ids[0]!);
      return false; // the mutation has shown the failure
    } finally {
      setMoves((before) => before.filter((one) => one !== next));
    }
    if (!ids.every((id) => holds(goal, id)))
      toast.success(
        t('Aula movida para {{name}}.|{{count}} aulas movidas para {{name}}.', {
          name: goal.title,
          count: ids.length,
        }),
      );
    return true;
  }

  return { modules, move };
}

const holds = ({ lessons }: Module, id: number) => lessons.some((lesson) => lesson.id === id);

function afterMove(modules: readonly Module[], { ids, moduleId, beforeId }: LessonMove) {
  const lessons = new Map(modules.flatMap((module) => module.lessons).map((one) => [one.id, one]));
  const moving = ids.flatMap((id) => lessons.get(id) ?? []);
  return modules.map((module) => {
    const rest = module.lessons.filter(({ id }) => !ids.includes(id));
    if (module.id !== moduleId) return { ...module, lessons: rest };
    const at = rest.findIndex(({ id }) => id === beforeId);
    return { ...module, lessons: rest.toSpliced(at < 0 ? Infinity : at, 0, ...moving) };
  });
}

const FOCUS_AFTER_MS = 60;
/** A dialog takes longer to leave, and returns the focus to what had it before. */
const MAX_TRIES = 10;

/** A moved row is another element in its new module. Focuses its handle, unless the viewer is typing. */
function useFocusOnLesson(modules: readonly Module[]) {
  const pendingFocus = useRef<number | null>(null);
  const place = modules.map(({ lessons }) => lessons.map(({ id }) => id).join()).join(';');
  useEffect(() => {
    const id = pendingFocus.current;
    if (id === null) return;
    pendingFocus.current = null;
    let tries = 0;
    const timer = setInterval(() => {
      tries += 1;
      if (document.querySelector('[role="dialog"]') && tries < MAX_TRIES) return;
      clearInterval(timer);
      if (document.activeElement?.matches('input:not([type="checkbox"]), textarea')) return;
      focusPlaceOf(modules.find((module) => holds(module, id))?.id, id)?.focus();
    }, FOCUS_AFTER_MS);
  }, [place]); // oxlint-disable-line react/exhaustive-deps -- once for each order
  return (id: number) => {
    pendingFocus.current = id;
  };
}

/** The handle of a lesson. In a closed module it is the button that opens it. */
function focusPlaceOf(moduleId: number | undefined, id: number) {
  const module = `[data-lessons-of="${moduleId}"]`;
  return (
    document.querySelector<HTMLElement>(`${module} [data-row-id="${id}"] [data-sortable-handle]`) ??
    document.querySelector<HTMLElement>(`${module} [aria-expanded]`)
  );
}
