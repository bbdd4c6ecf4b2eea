import { courseOrders, courseStates, type CourseState, type MyCourses } from '@vitrine/contract/me';
import { pages } from '@vitrine/contract/pages';
import { GraduationCap, Search } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { newFormHref } from '../../../kit/links/new-form-href.ts';
import { foundIn } from '../../../kit/queries/found-in.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { useIsAdmin } from '../../../platform/site-context.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LateSelect } from '../../../ui/late-select.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { EmptyState, SkeletonBlock, SkeletonFrame } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useMyCourses } from '../me.queries.ts';
import { CourseCard } from './course-card.tsx';
import { GoOnCourse } from './go-on-course.tsx';
import { watchedTime, WatchedWeek } from './watched-week.tsx';
import './my-courses.css';

const tabs = { begun: 'Começados', new: 'Novos', finished: 'Concluídos' } as const;
const nothing = {
  begun: 'Nenhum curso começado',
  new: 'Nenhum curso novo',
  finished: 'Nenhum curso concluído ainda',
} as const;

const orders = { seen: 'Vistos por último', new: 'Mais novos', title: 'Título, de A a Z' } as const;

/** `/meus-cursos?estado=&ordem=&q=`: the viewer's courses, with the last one first. */
export default function MyCoursesPage() {
  const { t, i18n } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const q = address.get('q')?.slice(0, 200) ?? '';
  const state = courseStates.find((one) => one === address.get('estado'));
  const order = courseOrders.find((one) => one === address.get('ordem') && one !== 'seen');
  const all = useMyCourses(q);
  const listed = useMyCourses(q, state, order);
  const first = all.data?.pages[0];
  const counts = first?.counts;
  const hasCourses = q !== '' || counts?.all !== 0;
  // A row of empty bars would say nothing. An answer that a device stored before an update has no day.
  const hasWeek = first?.week?.today && first.week.days.some((seconds) => seconds > 0);
  const week = hasWeek ? first.week : null;
  const continueCourse = !q && !state && all.items[0]?.next_lesson ? all.items[0] : null;

  function setFilter(name: FilterName, value: string | undefined) {
    const after = new URLSearchParams(address);
    if (value) after.set(name, value);
    else after.delete(name);
    setAddress(after, { replace: true });
  }

  return (
    <div className="my-courses px-(--page-gutter) pt-18 md:pt-28">
      <div className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h1 className="site-title text-28 md:text-36">{t('Meus cursos')}</h1>
          {week && (
            <p className="watched-sum text-right text-13 text-text-2">
              {t('{{time}} nesta semana', { time: watchedTime(week, i18n.language) })}
            </p>
          )}
        </div>
        {hasCourses && (
          <SearchField
            className="md:w-64 lg:w-80"
            label={t('Buscar nos meus cursos')}
            query={q}
            found={q && listed.isSuccess ? foundIn(listed) : null}
            onSearch={(text) => setFilter('q', text.trim())}
          />
        )}
      </div>
      {all.isPending && !q && !state && (
        <div className="my-courses-now" aria-hidden="true">
          <SkeletonBlock className="go-on-course md:min-h-67.5" />
        </div>
      )}
      {continueCourse && (
        <div className="my-courses-now">
          <GoOnCourse course={continueCourse} />
          {week && <WatchedWeek {...week} />}
        </div>
      )}
      {hasCourses && (
        <CourseFilters state={state} order={order} counts={counts} onFilter={setFilter} />
      )}
      {listed.isPending && (
        <SkeletonFrame className="my-courses-list">
          {Array.from({ length: 6 }, (_, index) => (
            <CourseSkeleton key={index} />
          ))}
        </SkeletonFrame>
      )}
      {listed.isError && listed.items.length === 0 && (
        <QueryError query={listed} className="pt-16" title={t('Seus cursos não carregaram')} />
      )}
      {listed.isSuccess && listed.items.length === 0 && <Nothing q={q} state={state} />}
      <ul className="my-courses-list">
        {listed.items.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
      <LoadMore {...listed.more} />
    </div>
  );
}

type FilterName = 'q' | 'estado' | 'ordem';

interface CourseFiltersProps {
  state: CourseState | undefined;
  order: (typeof courseOrders)[number] | undefined;
  /** Undefined until the courses have loaded. */
  counts: MyCourses['counts'] | undefined;
  onFilter: (name: FilterName, value: string | undefined) => void;
}

function CourseFilters({ state, order, counts, onFilter }: CourseFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className="mt-6 gap-6 md:flex md:items-center">
      <Tabs<CourseState | 'all'>
        className="min-w-0 flex-1"
        label={t('Estado')}
        value={state ?? 'all'}
        onValueChange={(tab) => onFilter('estado', tab === 'all' ? undefined : tab)}
        tabs={[
          { value: 'all', label: t('Todos'), ...(counts && { count: counts.all }) },
          ...courseStates.map((value) => ({
            value,
            label: t(tabs[value]),
            ...(counts && { count: counts[value] }),
          })),
        ]}
      />
      {(counts?.all ?? 0) > 1 && (
        <LateSelect
          hideLabel
          label={t('Ordem')}
          className="max-md:mt-3 md:w-52"
          value={order ?? 'seen'}
          onValueChange={(next) => onFilter('ordem', next === 'seen' ? undefined : next)}
          options={courseOrders.map((value) => ({ value, label: t(orders[value]) }))}
        />
      )}
    </div>
  );
}

function Nothing({ q, state }: { q: string; state: CourseState | undefined }) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  if (q)
    return (
      <EmptyState
        className="pt-16"
        icon={<Search />}
        title={t('Nada encontrado para {{query}}.', { query: q })}
        text={t('A busca olha os títulos dos seus cursos. Acentos não importam.')}
      />
    );
  return (
    <EmptyState
      className="pt-16"
      icon={<GraduationCap />}
      title={t(state ? nothing[state] : 'Nenhum curso por aqui ainda')}
      text={state ? undefined : t('Quando um curso se abrir para você, ele aparece aqui.')}
      action={
        isAdmin && !state ? (
          <Link to={newFormHref(pages.manageCourses.path)} className={buttonClass('primary')}>
            {t('Criar curso')}
          </Link>
        ) : (
          <Link to={pages.homepage.path} className={buttonClass('primary')}>
            {t('Ver o que há para assistir')}
          </Link>
        )
      }
    />
  );
}

const CourseSkeleton = () => (
  <div className="my-course">
    <SkeletonBlock className="my-course-image" />
    <div className="my-course-facts">
      <SkeletonBlock className="h-3.5 w-3/4 rounded-full" />
      <SkeletonBlock className="mt-2 h-3 w-1/2 rounded-full" />
    </div>
  </div>
);
