import { pages } from '@vitrine/contract/pages';
import { courseHref } from '@vitrine/contract/urls';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

interface CrumbsProps {
  course?: { id: number; title: string };
  current: string;
}

/** The page indicator (C section 2): the current page and the links to its parents. */
export function Crumbs({ course, current }: CrumbsProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('Você está em')} className="mb-3">
      <ol className="crumbs">
        <li>
          <Link to={pages.homepage.path}>{t('Início')}</Link>
        </li>
        {course && (
          <li className="min-w-0">
            <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
            <Link to={courseHref(course.id)} className="truncate">
              {course.title}
            </Link>
          </li>
        )}
        <li className="min-w-0">
          <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
          <span aria-current="page" className="truncate">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}
