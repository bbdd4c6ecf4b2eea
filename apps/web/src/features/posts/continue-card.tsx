import { lessonHref } from '@vitrine/contract/urls';
import { Link } from 'react-router';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { Cover } from '../../kit/cards/cover.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useHome } from '../home/home.queries.ts';

/** The lesson to continue, beside the feed. */
export function ContinueCard() {
  const { t } = useTranslation();
  const [last] = useHome().data?.data.continue ?? [];
  if (!last) return null;
  const { course_id, lesson_id, title, cover, percent } = last;
  return (
    <section>
      <h2 className="text-16 font-semibold">{t('Continuar assistindo')}</h2>
      <Link to={lessonHref(course_id, title, lesson_id)} className="community-continue">
        <Cover src={cover} seed={courseSeed(course_id)} sizes="316px" />
        <span className="community-continue-text">
          <span className="line-clamp-2 text-14 font-semibold">{title}</span>
          <ProgressBar label={t('Progresso')} value={percent / 100} onImage className="mt-2" />
        </span>
      </Link>
    </section>
  );
}
