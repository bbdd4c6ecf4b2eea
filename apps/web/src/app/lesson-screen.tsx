import { useParams } from 'react-router';
import { Comments } from '../features/comments/comments.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';

/** `/curso/{course}/{title}/{lesson}`: only the lesson's id leads there; what else stands is for people. */
export default function LessonScreen() {
  const { lesson = '' } = useParams();
  return (
    <LessonPage
      id={Number(lesson)}
      comments={({ id }, player) => <Comments key={id} lessonId={id} video={player} />}
    />
  );
}
