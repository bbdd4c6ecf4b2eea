import { carouselType } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { courseSeed } from '../../../../kit/cards/course-seed.ts';
import { useContractPages } from '../../../../kit/queries/contract-query.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { amount } from '../../carousel-summary.ts';
import { SiteCover } from '../../site-cover.tsx';
import { NothingToPick } from './nothing-to-pick.tsx';
import { PickList } from './pick-list.tsx';
import { PickRow, type PicksProps } from './pick-row.tsx';

/** The school's courses, 20 at a time. */
export function CoursePicks({ search, content, onToggle }: PicksProps) {
  const { t } = useTranslation();
  const courses = useContractPages(catalog.listCourses, { query: { search } });
  return (
    <PickList
      query={courses}
      search={search}
      nothing={<NothingToPick title={t('Nenhum curso encontrado')} search={search} />}
    >
      {courses.items.map(({ id, title, cover, lessons_count }) => (
        <PickRow
          key={id}
          title={title}
          fact={amount(t, carouselType.lessons, lessons_count)}
          cover={<SiteCover src={cover} seed={courseSeed(id)} />}
          checked={content.includes(id)}
          onToggle={() => onToggle(id)}
        />
      ))}
    </PickList>
  );
}
