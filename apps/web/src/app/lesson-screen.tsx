import { useParams } from 'react-router';
import { Comments } from '../features/comments/comments.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import type { CommentsSlot } from '../features/lessons/template.ts';

/** `/curso/{course}/{title}/{lesson}`: only the lesson's id leads there; what else stands is for people. */
export default function LessonScreen() {
  const { lesson = '' } = useParams();
  return <LessonPage id={Number(lesson)} Comments={LessonComments} />;
}

const LessonComments = ({ lesson: { id }, video }: CommentsSlot) => (
  <Comments key={id} lessonId={id} video={video} />
);
