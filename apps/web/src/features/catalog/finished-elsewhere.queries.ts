import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { catalog, type Course, type Lesson, type ModulePage } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { useEffect } from 'react';
import { address } from '../../platform/api.ts';
import { tenantId } from '../../platform/boot.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { viewer } from '../../platform/session.ts';
import { showLessonProgress } from './catalog.queries.ts';

/** A lesson that a tab of this browser saved, with its place and whether it is finished now. */
interface SavedLesson {
  memberId: number;
  lesson: { id: number; course: { id: number }; module: { id: number } };
  finished: boolean;
}

const openChannel = () =>
  'BroadcastChannel' in window ? new BroadcastChannel(`vitrine-lessons-${tenantId()}`) : null;

/** Tells the other tabs which lesson the server has saved. */
export function notifyOtherTabs({ id, course, module }: SavedLesson['lesson'], finished: boolean) {
  const memberId = viewer()?.id;
  const channel = openChannel();
  if (memberId === undefined || !channel) return;
  const lesson = { id, course: { id: course.id }, module: { id: module.id } };
  channel.postMessage({ memberId, lesson, finished } satisfies SavedLesson);
  channel.close();
}

/** Shows on this page that another tab has finished a lesson, or undone that. */
export function useFinishedElsewhere() {
  const client = useQueryClient();
  useEffect(() => {
    const channel = openChannel();
    if (!channel) return;
    channel.onmessage = ({ data }: MessageEvent<SavedLesson>) => {
      const { memberId, lesson, finished } = data;
      const isFinishedHere = memberId === viewer()?.id ? cachedFinished(client, lesson) : undefined;
      if (isFinishedHere !== undefined && isFinishedHere !== finished)
        showLessonProgress(client, lesson, { finished });
    };
    return () => channel.close();
  }, [client]);
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
