import type { CourseSummary } from '@vitrine/contract/catalog';
import { hrefOf } from '@vitrine/contract/pages';
import { Link, useNavigate } from 'react-router';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { DraftBadge } from '../../../kit/page/draft-badge.tsx';
import { editItem, removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useOpenedBy, useWhyClosed } from './why-closed.ts';

interface CourseRowProps {
  course: CourseSummary;
  onRemove: () => void;
}

/** A course in the list. The whole row is its link. */
export function CourseRow({ course, onRemove }: CourseRowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = hrefOf('manageCourse', { id: course.id });
  return (
    <li className="relative flex items-center gap-4 py-3">
      <span className="relative aspect-video w-24 shrink-0 overflow-hidden rounded-control bg-surface-2">
        <Cover src={course.cover} seed={courseSeed(course.id)} sizes="96px" />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          className="line-clamp-2 text-15 font-medium text-text after:absolute after:inset-0 sm:line-clamp-1"
        >
          {course.title}
        </Link>
        <p className="text-13 text-text-2">
          {!course.published && <DraftBadge className="mr-2" />}
          {course.modules_count === 0
            ? t('Ainda vazio')
            : [
                t('{{count}} módulo|{{count}} módulos', { count: course.modules_count }),
                t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: course.lessons_count }),
              ].join(' · ')}
        </p>
        <p className="line-clamp-2 text-13 text-text-3 sm:line-clamp-1">
          <OpenedBy ids={course.product_ids} />
        </p>
      </div>
      <div className="relative">
        <Menu
          label={t('Opções de {{name}}', { name: course.title })}
          items={[
            editItem(t('Editar'), () => void navigate(to)),
            'separator',
            removeItem(t('Excluir'), onRemove),
          ]}
        />
      </div>
    </li>
  );
}

/** A course without products is seen by staff only (contract, Catalog). */
function OpenedBy({ ids }: { ids: readonly number[] }) {
  const opened = useOpenedBy(ids);
  return useWhyClosed(ids) ?? opened;
}
