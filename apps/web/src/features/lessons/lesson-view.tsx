import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Lesson } from '@vitrine/contract/catalog';
import { lessonHref } from '@vitrine/contract/urls';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FILE_ROOT } from '../../kit/offline/names.ts';
import { useViewer } from '../../platform/site-context.ts';
import { lessonQuery } from '../catalog/catalog.queries.ts';
import { LessonMedia } from './lesson-media.tsx';
import type { PlayerHandle } from './player/player.tsx';
import { FullScreenTemplate } from './template-full-screen.tsx';
import { ListTemplate } from './template-list.tsx';
import { SequenceTemplate } from './template-sequence.tsx';
import type { LessonSlots, TemplateProps } from './template.ts';
import { useSendProgress } from './use-send-progress.ts';
import { useFinish } from './use-watching.ts';

const templates: Record<number, (props: TemplateProps) => ReactNode> = {
  1: ListTemplate,
  2: SequenceTemplate,
  3: FullScreenTemplate,
};

interface LessonViewProps extends LessonSlots {
  lesson: Lesson;
  template: number;
  /** Reads the lesson anew: its video's address lasts only so long. */
  reload: () => Promise<Lesson | undefined>;
}

/** The lesson in one of the three templates (B section 9). */
export function LessonView(props: LessonViewProps) {
  const { lesson, template, reload, Comments, Quiz, underImage } = props;
  const client = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { state } = useLocation();
  const send = useSendProgress();
  useEffect(() => send(), [send]); // what an earlier visit could not
  const finish = useFinish(lesson);
  const player = useRef<PlayerHandle>(null);
  const { course, next } = lesson;
  const openNext = useCallback(() => {
    if (next) void navigate(lessonHref(course.id, next.title, next.id), { state: { play: true } });
  }, [navigate, course.id, next]);

  const Template = templates[template] ?? ListTemplate;
  return (
    <Template
      lesson={lesson}
      underImage={underImage}
      quiz={viewer && lesson.quiz && <Quiz lesson={lesson} onFinish={() => finish(true)} />}
      comments={viewer && <Comments lesson={lesson} video={player} />}
      media={(corner) => (
        <LessonMedia
          lesson={lesson}
          player={player}
          autoPlay={Boolean((state as { play?: boolean } | null)?.play)}
          onNext={openNext}
          isNextReachable={() => navigator.onLine || isOnDevice(client, next?.id)}
          onNearEnd={() => next && void client.prefetchQuery(lessonQuery(next.id))}
          onReload={reload}
          {...corner}
        />
      )}
    />
  );
}

/**
 * Whether a lesson and its video are on this device. Near the end of a lesson, the next one was read:
 * the worker answers for a downloaded one.
 */
function isOnDevice(client: QueryClient, id = 0) {
  const lesson = client.getQueryData<{ data: Lesson }>(lessonQuery(id).queryKey)?.data;
  if (!lesson || lesson.embed) return false;
  return !lesson.video_url || lesson.video_url.startsWith(FILE_ROOT);
}
