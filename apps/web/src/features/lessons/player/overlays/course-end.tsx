import { CircleCheck, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../../ui/translation.ts';

/** The last screen of a course. */
export interface CourseEndProps {
  course: { title: string; href: string };
  onAgain: () => void;
}

/** Over the last image of a course that is done. */
export function CourseEnd({ course, onAgain }: CourseEndProps) {
  const { t } = useTranslation();
  return (
    <div className="player-over">
      <CircleCheck
        size={40}
        strokeWidth={1.5}
        aria-hidden="true"
        className="appear-late mb-2 text-brand"
      />
      <div role="alert" className="contents">
        <p className="text-14 text-white/75">{t('Você concluiu')}</p>
        <p className="site-title line-clamp-2 max-w-140 text-center text-18 text-white md:text-28">
          {course.title}
        </p>
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <button type="button" className="player-action" onClick={onAgain}>
          <RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Ver de novo')}
        </button>
        <Link to={course.href} className="player-action player-action-first">
          {t('Ver o curso')}
        </Link>
      </div>
    </div>
  );
}
