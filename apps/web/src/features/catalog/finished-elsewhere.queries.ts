import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import { useEffect } from 'react';
import { contractKey } from '../../kit/queries/contract-query.ts';
import { tabChannel } from '../../kit/state/tab-channel.ts';
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
  const paramsOf = (id: number) => ({ params: { id } });
  const cachedLesson = client.getQueryData(contractKey(catalog.showLesson, paramsOf(id)));
  if (cachedLesson) return cachedLesson.data.finished;
  const cachedCourse = client.getQueryData(contractKey(catalog.showCourse, paramsOf(course.id)));
  const cachedModule = client.getQueryData(contractKey(catalog.showModule, paramsOf(module.id)));
  const lessons = [
    ...(cachedCourse?.data.modules.flatMap((each) => each.lessons) ?? []),
    ...(cachedModule?.data.lessons ?? []),
  ];
  return lessons.find((lesson) => lesson.id === id)?.finished;
}
