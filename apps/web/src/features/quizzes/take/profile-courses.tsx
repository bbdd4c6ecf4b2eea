import { inWords } from '@vitrine/contract/durations';
import { courseHref } from '@vitrine/contract/urls';
import { CardLink } from '../../../kit/cards/card-link.tsx';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useProfileCourses } from '../quizzes.queries.ts';

/** The courses that fit the profile of an attempt. Renders nothing if the owner chose none. */
export function ProfileCourses({ attemptId }: { attemptId: number }) {
  const { t, i18n } = useTranslation();
  const courses = useProfileCourses(attemptId).data?.data;
  if (!courses?.length) return null;
  return (
    <section className="mt-12" aria-labelledby="profile-courses">
      <h2 id="profile-courses" className="text-18 font-semibold">
        {t('Para o seu perfil')}
      </h2>
      <ul className="profile-courses">
        {courses.map(({ id, title, cover, modules, seconds }) => (
          <li key={id}>
            <CardLink href={courseHref(id)} className="profile-course">
              <span className="profile-course-image">
                <Cover src={cover} seed={courseSeed(id)} sizes="112px" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{title}</span>
                <span className="mt-1 block text-14 text-text-2">
                  {[
                    t('{{count}} módulo|{{count}} módulos', { count: modules }),
                    seconds > 0 && inWords(seconds, i18n.language),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </CardLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
