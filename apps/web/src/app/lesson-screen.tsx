import { useParams } from 'react-router';
import { Comments } from '../features/comments/comments.tsx';
import { LessonMarquee } from '../features/marquees/lesson-marquee.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import type { CommentsSlot } from '../features/lessons/template.ts';
import { phone, useMediaQuery } from '../kit/page/media-query.ts';

/** `/curso/{course}/{title}/{lesson}`: only the lesson's id leads there; what else stands is for people. */
export default function LessonScreen() {
  const { lesson = '' } = useParams();
  const id = Number(lesson);
  const onPhone = useMediaQuery(phone);
  const marquee = <LessonMarquee id={id} />;
  return (
    <>
      {!onPhone && marquee}
      <LessonPage id={id} Comments={LessonComments} underPicture={onPhone && marquee} />
    </>
  );
}

const LessonComments = ({ lesson: { id }, video }: CommentsSlot) => (
  <Comments key={id} lessonId={id} video={video} />
);
