import { useParams } from 'react-router';
import { Comments } from '../features/comments/comments.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import type { CommentsSlot, QuizSlot } from '../features/lessons/template.ts';
import { LessonMarquee } from '../features/marquees/lesson-marquee.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { phone, useMediaQuery } from '../ui/media-query.ts';

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

/** Loads its code by itself, because few lessons have a quiz. */
const QuizOfLesson = (slot: QuizSlot) => (
  <LatePart
    load={() => import('../features/quizzes/take/lesson-quiz.tsx')}
    fallback={<div className="mt-6 h-40" />}
  >
    {(LessonQuiz) => <LessonQuiz {...slot} />}
  </LatePart>
);
