import { inWords } from '@vitrine/contract/durations';
import type { MyCourse } from '@vitrine/contract/me';
import { pages } from '@vitrine/contract/pages';
import { wholePercent } from '@vitrine/contract/percent';
import { courseHref } from '@vitrine/contract/urls';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { Cover } from '../../kit/cards/cover.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMyCourses } from './me.queries.ts';

/** Maximum number of courses here. "Meus cursos" lists all. */
const MAX_COURSES = 5;

/** The started and finished courses of the member, with percent and watched time. */
export function CoursesSection() {
  const { t } = useTranslation();
  const courses = useMyCourses('');
  const touched = courses.items.filter(({ state }) => state !== 'new').slice(0, MAX_COURSES);
  return (
    <section aria-labelledby="courses">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="courses" className="text-18 font-semibold text-text">
          {t('Cursos')}
        </h2>
        <Link
          to={pages.myCourses.path}
          className="touch-target ml-auto flex min-h-6 items-center gap-1 text-14 text-text hover:underline"
        >
          {t(pages.myCourses.title)}
          <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
        </Link>
      </div>
      {courses.isPending && <Skeleton shape="row" count={2} className="mt-5" />}
      {courses.isError && courses.items.length === 0 && (
        <QueryError query={courses} className="pt-8" title={t('Os cursos não carregaram')} />
      )}
      {courses.isSuccess && touched.length === 0 && (
        <p className="mt-5 border-y border-line py-5 text-16 text-text-2">
          {t('Você ainda não começou nenhum curso.')}
        </p>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line empty:hidden">
        {touched.map((course) => (
          <Course key={course.id} course={course} />
        ))}
      </ul>
    </section>
  );
}

function Course({ course }: { course: MyCourse }) {
  const { t, i18n } = useTranslation();
  const { id, title, cover, lessons, done, seconds, seconds_left } = course;
  const percent = wholePercent(done, lessons);
  const watched = seconds - seconds_left;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 sm:flex-nowrap">
      <div className="relative aspect-video w-20 shrink-0 overflow-hidden rounded-control">
        <Cover src={cover} seed={courseSeed(id)} sizes="80px" />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to={courseHref(id)}
          className="block truncate text-16 font-semibold text-text hover:underline"
        >
          {title}
        </Link>
        <p className="mt-0.5 text-14 text-text-2">
          {t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', { done, count: lessons })}
          {watched > 0 && ` · ${t('assistiu {{time}}', { time: inWords(watched, i18n.language) })}`}
        </p>
      </div>
      <div className="flex w-full items-center gap-x-4 sm:w-64">
        <ProgressBar
          className="min-w-16 flex-1"
          label={t('Progresso em {{title}}', { title })}
          value={percent / 100}
        />
        <span className="w-11 shrink-0 text-right text-14 text-text tabular-nums">{percent}%</span>
      </div>
    </li>
  );
}
