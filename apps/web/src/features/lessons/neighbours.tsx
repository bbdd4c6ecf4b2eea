import type { Lesson } from '@vitrine/contract/catalog';
import { lessonHref } from '@vitrine/contract/urls';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

/** Links to the previous and the next lesson. */
export function Neighbours({ lesson: { course, previous, next } }: { lesson: Lesson }) {
  const { t } = useTranslation();
  if (!previous && !next) return null;
  const links = [
    {
      lesson: previous,
      label: t('Aula anterior'),
      className: 'neighbour',
      icon: <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />,
    },
    {
      lesson: next,
      label: t('Próxima aula'),
      className: 'neighbour neighbour-next',
      icon: <ArrowRight size={20} strokeWidth={1.75} aria-hidden="true" />,
    },
  ];
  return (
    <nav aria-label={t('Aulas vizinhas')} className="neighbours">
      {links.map(({ lesson, label, className, icon }) =>
        lesson ? (
          <Link
            key={label}
            to={lessonHref(course.id, lesson.title, lesson.id)}
            className={className}
          >
            {icon}
            <span className="min-w-0">
              <span className="block text-13 text-text-2">{label}</span>
              <span className="line-clamp-2 font-medium wrap-anywhere">{lesson.title}</span>
            </span>
          </Link>
        ) : (
          <span key={label} />
        ),
      )}
    </nav>
  );
}
