import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { catalog, type Course, type Lesson, type ModulePage } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { useEffect } from 'react';
import { tabChannel } from '../../kit/state/tab-channel.ts';
import { address } from '../../platform/api.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { showLessonProgress } from './catalog.queries.ts';

/** A lesson that a tab of this browser saved, with its place and whether it is finished now. */
interface SavedLesson {
  lesson: { id: number; course: { id: number }; module: { id: number } };
  finished: boolean;
}

const savedLessons = tabChannel<SavedLesson>('lessons');

/** Tells the other tabs which lesson the server has saved. */
export const notifyOtherTabs = ({ id, course, module }: SavedLesson['lesson'], finished: boolean) =>
  savedLessons.post({
    lesson: { id, course: { id: course.id }, module: { id: module.id } },
    finished,
  });

/** Shows on this page that another tab has finished a lesson, or undone that. */
export function useFinishedElsewhere() {
  const client = useQueryClient();
  useEffect(
    () =>
      savedLessons.listen(({ lesson, finished }) => {
        const isFinishedHere = cachedFinished(client, lesson);
        if (isFinishedHere !== undefined && isFinishedHere !== finished)
          showLessonProgress(client, lesson, { finished });
      }),
    [client],
  );
}

/** Whether this tab shows the lesson as finished. Undefined where no page has shown the lesson. */
function cachedFinished(client: QueryClient, { id, course, module }: SavedLesson['lesson']) {
  const cached = <T>(route: AnyRoute, id: number) =>
    client.getQueryData<{ data: T }>(keyOfAddress(address(route, { params: { id } })))?.data;
  const lessons = [
    ...(cached<Course>(catalog.showCourse, course.id)?.modules.flatMap((each) => each.lessons) ??
      []),
    ...(cached<ModulePage>(catalog.showModule, module.id)?.lessons ?? []),
  ];
  return (cached<Lesson>(catalog.showLesson, id) ?? lessons.find((lesson) => lesson.id === id))
    ?.finished;
}
