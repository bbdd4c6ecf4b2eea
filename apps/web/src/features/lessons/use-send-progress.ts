import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { catalog, type Lesson, type Progress } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { me } from '@vitrine/contract/me';
import { rewards } from '@vitrine/contract/rewards';
import { useCallback } from 'react';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { asStudent } from '../../platform/preview.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { lessonQuery, showLessonProgress } from '../catalog/catalog.queries.ts';
import { notifyOtherTabs } from '../catalog/finished-elsewhere.queries.ts';
import { sendProgress, waitingFor } from './progress-queue.ts';

/** The reads that show a lesson's progress before the server has stored it. */
const shownProgress = [catalog.showLesson, catalog.showCourse, catalog.showModule];

interface Page {
  client: QueryClient;
  t: TFunction;
  /** The page is about to go. */
  keepalive?: boolean;
}

/**
 * Sends the unsent progress. After saving, it refreshes home and announces a completed module or
 * course, on any page. Refused progress is taken back from the pages.
 */
export const sendShownProgress = ({ client, t, keepalive = false }: Page) =>
  sendProgress({
    keepalive,
    onSaved(lessonId, saved) {
      void refresh(client, [home.show, me.courses, me.show, rewards.next]);
      const lesson = client.getQueryData<{ data: Lesson }>(lessonQuery(lessonId).queryKey)?.data;
      if (lesson) showSaved(client, lesson, saved);
      else void refresh(client, [catalog.showCourse, catalog.showModule]);
      announceCompleted({ client, t }, lesson, saved);
    },
    onRefused(error, { finished }) {
      // A view as student saves nothing, and shows what was tried.
      if (asStudent()) return;
      // The pages show what was never saved, of a lesson that is perhaps gone or locked.
      void refresh(client, shownProgress);
      if (finished !== undefined) toast.error(error.message);
    },
  });

/**
 * Shows what the server has saved. After a reload the page came before the progress that waited, and
 * shows what the server had until then. A newer press is shown already, and is sent next.
 */
function showSaved(client: QueryClient, lesson: Lesson, { finished }: Progress) {
  if (lesson.finished !== finished && waitingFor(lesson.id).finished === undefined)
    showLessonProgress(client, lesson, { finished });
  notifyOtherTabs(lesson, finished);
}

/** `sendShownProgress` for a component. */
export function useSendProgress() {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useCallback(
    (keepalive = false) => void sendShownProgress({ client, t, keepalive }),
    [client, t],
  );
}

/** Announces a completed module or course. */
function announceCompleted(
  { client, t }: Page,
  lesson: Lesson | undefined,
  { completed }: Progress,
) {
  if (!completed.length) return;
  void refresh(client, [catalog.showCourse, catalog.showModule]);
  if (!lesson) return;
  const { course, module, modules } = lesson;
  if (completed.includes('course'))
    toast.success(t('Você concluiu {{title}}', { title: course.title }), {
      description: t(
        'A única aula, do começo ao fim. Parabéns!|Todas as {{count}} aulas, do começo ao fim. Parabéns!',
        {
          count: courseProgress(modules).count,
        },
      ),
      duration: 5_000,
    });
  else toast.success(t('Módulo concluído: {{title}}', { title: module.title }));
}
