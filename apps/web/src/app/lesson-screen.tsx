import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { Comments } from '../features/comments/comments.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import type { CommentsSlot, QuizSlot } from '../features/lessons/template.ts';
import { LessonMarquee } from '../features/marquees/lesson-marquee.tsx';
import { phone, useMediaQuery } from '../ui/media-query.ts';

// Lazy, because few lessons have a quiz.
const LessonQuiz = lazy(() => import('../features/quizzes/take/lesson-quiz.tsx'));

/** Only the lesson's id in the URL counts. Course and title are for people. */
export default function LessonScreen() {
  const id = Number(useParams()['id']);
  const onPhone = useMediaQuery(phone);
  const marquee = <LessonMarquee id={id} />;
  return (
    <>
      {!onPhone && marquee}
      <LessonPage
        id={id}
        Comments={LessonComments}
        Quiz={QuizOfLesson}
        underImage={onPhone && marquee}
      />
    </>
  );
}

const LessonComments = ({ lesson: { id }, video }: CommentsSlot) => (
  <Comments key={id} lessonId={id} video={video} />
);

const QuizOfLesson = (slot: QuizSlot) => (
  <Suspense fallback={<div className="mt-6 h-40" />}>
    <LessonQuiz {...slot} />
  </Suspense>
);
