import { carouselType, messages } from '@vitrine/contract/carousels';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { courseSeed } from '../../../../kit/cards/course-seed.ts';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { cx } from '../../../../ui/cx.ts';
import { FoundCount } from '../../../../ui/found-count.tsx';
import { LoadMore } from '../../../../ui/load-more.tsx';
import { matchesSearch } from '../../../../ui/search-match.ts';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import {
  useCoursesAndLessons,
  useCoursesToPick,
  useModulesToPick,
} from '../../../catalog/content-lookups.queries.ts';
import { amount } from '../../carousel-summary.ts';
import { SiteCover } from '../../site-cover.tsx';
import { NothingToPick } from './nothing-to-pick.tsx';
import { PickRow, type PicksProps } from './pick-row.tsx';

/** Courses per page. More load at the end of the list. */
const PAGE_SIZE = 20;

/** The school's modules, course by course. */
export function ModulePicks({ search, content, onToggle }: PicksProps) {
  const { t } = useTranslation();
  const courses = useCoursesToPick();
  const modules = useModulesToPick();
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  if (courses.isPending || modules.isPending) return <Skeleton shape="row" count={4} />;
  const failed = [courses, modules].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <QueryError query={failed} title={t(messages.loadFailed)} />;
  const groups = (courses.data ?? [])
    .map((course) => ({
      course,
      modules: (modules.data ?? []).filter(
        ({ course_id, title }) =>
          course_id === course.id &&
          (matchesSearch(title, search) || matchesSearch(course.title, search)),
      ),
    }))
    .filter((group) => group.modules.length > 0);
  const found = groups.reduce((sum, group) => sum + group.modules.length, 0);
  return (
    <>
      <FoundCount count={search ? found : null} />
      {found === 0 && <NothingToPick title={t('Nenhum módulo encontrado')} search={search} />}
      {groups.slice(0, visibleCount).map((group, index) => (
        <Group
          key={group.course.id}
          {...group}
          content={content}
          onToggle={onToggle}
          startsOpen={index < 2 || group.modules.some(({ id }) => content.includes(id))}
          searching={search !== ''}
        />
      ))}
      <LoadMore
        hasMore={groups.length > visibleCount}
        busy={false}
        auto={false}
        onMore={() => setVisibleCount(visibleCount + PAGE_SIZE)}
      />
    </>
  );
}

interface GroupProps extends Omit<PicksProps, 'search'> {
  course: { id: number; title: string };
  modules: { id: number; title: string }[];
  startsOpen: boolean;
  /** True while a search filters the list. */
  searching: boolean;
}

function Group({ course, modules, content, onToggle, startsOpen, searching }: GroupProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(startsOpen);
  const open = opened || searching;
  const [details] = useCoursesAndLessons(opened ? [course.id] : [], []).courses;
  const chosenCount = modules.filter(({ id }) => content.includes(id)).length;
  return (
    <section>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpened(!opened)}
          className="flex min-h-10 w-full items-center gap-2 rounded-control px-3 text-left text-13 font-semibold text-text-2 hover:text-text"
        >
          <ChevronDown
            size={16}
            strokeWidth={2}
            aria-hidden="true"
            className={cx('shrink-0 transition-transform', !open && '-rotate-90')}
          />
          <span className="min-w-0 flex-1 truncate">{course.title}</span>
          <span className="font-normal text-text-3">
            {t('{{chosen}} de {{total}}', { chosen: chosenCount, total: modules.length })}
          </span>
        </button>
      </h3>
      {open && (
        <ul>
          {modules.map(({ id, title }) => {
            const module = details?.modules.find((one) => one.id === id);
            return (
              <PickRow
                key={id}
                title={title}
                fact={module && amount(t, carouselType.lessons, module.lessons.length)}
                cover={<SiteCover src={module?.cover ?? null} seed={courseSeed(course.id)} />}
                checked={content.includes(id)}
                onToggle={() => onToggle(id)}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}
