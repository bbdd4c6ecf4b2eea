import type { CourseSummary } from '@vitrine/contract/catalog';
import { pages } from '@vitrine/contract/pages';
import { BookOpen, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDialogParam } from '../../../kit/page/dialog-param.ts';
import { foundIn } from '../../../kit/queries/found-in.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useRowRemovalFocus } from '../../../ui/row-removal-focus.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { CourseDialog } from './course-dialog.tsx';
import { CourseRow } from './course-row.tsx';
import { useCourses } from './courses.queries.ts';
import { RemoveCourse } from './remove-course.tsx';

/** The school's courses. */
export default function CoursesPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const courses = useCourses(search);
  const [adding, setAdding] = useDialogParam('novo');
  const [removing, setRemoving] = useState<CourseSummary | null>(null);
  const leaving = useRowRemovalFocus();
  const empty = courses.isSuccess && courses.items.length === 0;
  const first = empty && search === '';
  const actions = (
    <>
      <Link to={pages.manageImports.path} className={buttonClass()}>
        <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Importar')}
      </Link>
      <Button
        variant="primary"
        icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setAdding(true)}
      >
        {t('Novo curso')}
      </Button>
    </>
  );

  return (
    <>
      <PageHead
        title={t('Cursos')}
        text={t('Módulos e aulas, e os produtos que abrem cada curso.')}
        action={!first && actions}
      />
      {!first && (
        <SearchField
          label={t('Buscar curso')}
          found={search && courses.isSuccess ? foundIn(courses) : null}
          onSearch={setSearch}
          className="mb-2 sm:max-w-80"
        />
      )}
      {courses.isPending && <Skeleton shape="row" count={5} />}
      {courses.isError && courses.items.length === 0 && (
        <QueryError query={courses} title={t('Os cursos não carregaram')} />
      )}
      {first && (
        <EmptyState
          icon={<BookOpen size={22} strokeWidth={1.75} />}
          title={t('Você ainda não tem cursos')}
          text={t('Comece um do zero, ou traga o que já tem em outra plataforma.')}
          action={<div className="flex flex-wrap justify-center gap-2">{actions}</div>}
        />
      )}
      {empty && !first && <EmptyState title={t('Nenhum curso com “{{search}}”', { search })} />}
      <ul ref={leaving.list} aria-label={t('Cursos')} className="divide-y divide-line">
        {courses.items.map((course) => (
          <CourseRow key={course.id} course={course} onRemove={() => setRemoving(course)} />
        ))}
      </ul>
      <LoadMore {...courses.more} />
      <CourseDialog key={String(adding)} open={adding} onClose={() => setAdding(false)} />
      <RemoveCourse
        key={removing?.id}
        course={removing && { ...removing, lessons: removing.lessons_count }}
        onClose={() => setRemoving(null)}
        finalFocus={leaving.finalFocus}
        during={(removal) =>
          leaving.during(
            courses.items.findIndex(({ id }) => id === removing?.id),
            removal,
          )
        }
      />
    </>
  );
}
