import { isLiving, type CarouselItem, type CarouselWithItems } from '@vitrine/contract/carousels';
import type { Course, Lesson } from '@vitrine/contract/catalog';
import { courseSeed } from '../../../../kit/cards/course-seed.ts';
import {
  useCoursesAndLessons,
  useCoursesToPick,
  useModulesToPick,
} from '../../../catalog/content-lookups.queries.ts';
import { pickedKind, type CarouselForm } from '../carousel-form.ts';

/** Maximum number of chosen things to read for the preview. */
const MAX_PREVIEWED = 12;

/** A chosen course, module or lesson, as the list of choices shows it. */
export interface ChosenItem {
  id: number;
  /** Undefined until it is known. */
  title: string | undefined;
  cover: string | null;
  seed: string;
}

/** The chosen things by name and order, and the cards that students will see. */
export function useChosen(values: CarouselForm, carousel: CarouselWithItems | null) {
  const { content, type_content } = values;
  const kind = pickedKind(values);
  const courses = useCoursesToPick(kind === 'course');
  const modules = useModulesToPick(kind === 'module');
  const first = content.slice(0, MAX_PREVIEWED);
  const saved = new Map(carousel?.carousel_item.map((item) => [item.id, item]));
  const courseOf = (id: number) =>
    kind === 'course' ? id : modules.data?.find((module) => module.id === id)?.course_id;
  const details = useCoursesAndLessons(
    kind === 'lesson' ? [] : [...new Set(first.flatMap((id) => courseOf(id) ?? []))],
    kind === 'lesson' ? content.filter((id) => !saved.get(id)?.class) : [],
  );
  const course = (id: number) => details.courses.find((detail) => detail.id === courseOf(id));
  const living = isLiving(type_content);

  /** The cards that one chosen thing becomes. */
  function cardsOf(id: number): CarouselItem[] {
    if (kind === 'lesson') {
      const savedItem = saved.get(id);
      const lesson = details.lessons.find((one) => one.id === id);
      if (savedItem?.class) return [savedItem];
      return lesson ? [lessonCard(lesson, lesson)] : [];
    }
    const loadedCourse = course(id);
    if (!loadedCourse) return [];
    if (kind === 'course')
      return living
        ? loadedCourse.modules.map((module) => moduleCard(module, loadedCourse))
        : [courseCard(loadedCourse)];
    const module = loadedCourse.modules.find((one) => one.id === id);
    if (!module) return [];
    return living
      ? module.lessons.map((lesson) => lessonCard(lesson, { course: loadedCourse, module }))
      : [moduleCard(module, loadedCourse)];
  }

  const chosen = content.map((id): ChosenItem => {
    const lesson = kind === 'lesson' ? cardsOf(id)[0] : undefined;
    const namedItems = { course: courses.data, module: modules.data, lesson: [] }[kind];
    const loadedCourse = course(id);
    const image =
      kind === 'module'
        ? loadedCourse?.modules.find((one) => one.id === id)
        : (lesson ?? loadedCourse);
    return {
      id,
      title: lesson?.title ?? namedItems?.find((one) => one.id === id)?.title,
      cover: image?.cover ?? null,
      seed: courseSeed(lesson?.class?.course_id ?? courseOf(id) ?? id),
    };
  });
  return { kind, chosen, items: first.flatMap(cardsOf).slice(0, MAX_PREVIEWED) };
}

const card = (item: { id: number; title: string; cover: string | null }) => ({
  id: item.id,
  title: item.title,
  cover: item.cover,
  carouselItemId: null,
  locked: false,
  products: [],
  favorite: false,
});

const courseCard = (course: Course): CarouselItem => ({
  ...card(course),
  course: {
    id: course.id,
    title: course.title,
    progress: 0,
    lessons_count: course.modules.reduce((sum, { lessons }) => sum + lessons.length, 0),
  },
});

const moduleCard = (module: Course['modules'][number], course: Course): CarouselItem => ({
  ...card(module),
  module: {
    id: module.id,
    title: module.title,
    lessons_count: module.lessons.length,
    progress: 0,
    course_id: course.id,
    course_title: course.title,
  },
});

const lessonCard = (
  lesson: Pick<Lesson, 'id' | 'title' | 'cover' | 'duration_seconds'>,
  { course, module }: { course: { id: number; title: string }; module: { id: number } },
): CarouselItem => ({
  ...card(lesson),
  class: {
    id: lesson.id,
    title: lesson.title,
    duration_seconds: lesson.duration_seconds,
    module_id: module.id,
    course_id: course.id,
    course_title: course.title,
    seconds: 0,
    progress: 0,
  },
});
