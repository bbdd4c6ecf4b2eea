import { pages } from '@vitrine/contract/pages';
import type { MyQuiz } from '@vitrine/contract/quizzes';
import { lessonHref } from '@vitrine/contract/urls';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../ui/translation.ts';

/** The page behind the quiz: its lesson, or the list. */
export const wayBack = (quiz: MyQuiz | null) => {
  const lesson = quiz?.lesson;
  return lesson ? lessonHref(lesson.course_id, lesson.title, lesson.id) : pages.quizzes.path;
};

/** Leads back to the lesson of the quiz, or to the list of quizzes. */
export function BackLink({ quiz }: { quiz: MyQuiz | null }) {
  const { t } = useTranslation();
  return (
    <Link
      to={wayBack(quiz)}
      className="inline-flex min-h-11 max-w-full items-center gap-2 text-14 text-text-2 hover:text-text"
    >
      <ArrowLeft size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="truncate">{quiz?.lesson?.title ?? t('Avaliações')}</span>
    </Link>
  );
}
