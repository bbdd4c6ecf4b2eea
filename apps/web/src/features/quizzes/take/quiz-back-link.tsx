import { pages } from '@vitrine/contract/pages';
import type { MyQuiz } from '@vitrine/contract/quizzes';
import { lessonHref } from '@vitrine/contract/urls';
import { BackLink } from '../../../kit/page/back-link.tsx';
import { useTranslation } from '../../../ui/translation.ts';

/** The page behind the quiz: its lesson, or the list. */
export const returnPath = (quiz: MyQuiz | null) => {
  const lesson = quiz?.lesson;
  return lesson ? lessonHref(lesson.course_id, lesson.title, lesson.id) : pages.quizzes.path;
};

/** Leads back to the lesson of the quiz, or to the list of quizzes. */
export function QuizBackLink({ quiz }: { quiz: MyQuiz | null }) {
  const { t } = useTranslation();
  return <BackLink to={returnPath(quiz)}>{quiz?.lesson?.title ?? t('Avaliações')}</BackLink>;
}
