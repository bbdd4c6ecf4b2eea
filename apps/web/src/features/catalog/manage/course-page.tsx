import { pages } from '@vitrine/contract/pages';
import type { Course } from '@vitrine/contract/catalog';
import { ArrowLeft, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { courseHref } from '@vitrine/contract/urls';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { ApiError } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineWarning } from '../../../ui/inline-warning.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { CourseContent } from './course-content.tsx';
import { COURSE_PRODUCTS, CourseDetails } from './course-details.tsx';
import { CourseOffer } from './course-offer.tsx';
import { CourseCarousels } from './course-carousels.tsx';
import { useCourse, usePublishCourse } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';
import { RemoveCourse } from './remove-course.tsx';
import { useWhyClosed } from './why-closed.ts';

/** The builder: what the course holds, and what is said about it. */
export default function CoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const course = useCourse(id);

  if (course.isPending) return <Skeleton shape="row" count={6} />;
  if (course.isError)
    return course.error instanceof ApiError && course.error.status === 404 ? (
      <EmptyState title={t('Este curso não existe')} action={<BackToCourses />} />
    ) : (
      <QueryError query={course} title={t('O curso não carregou')} />
    );
  return <Builder course={course.data.data} />;
}

function Builder({ course }: { course: Course }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [removing, setRemoving] = useState(false);
  const publish = usePublishCourse();
  const change = (body: { published: 0 | 1 }) =>
    publish.mutate({ params: { id: course.id }, body });
  const lessons = course.modules.reduce((sum, one) => sum + one.lessons.length, 0);
  const asked = address.get('aba');
  const closed = useWhyClosed(course.product_ids ?? []);
  const wantsProducts = useRef(false);
  const goToProducts = () => {
    wantsProducts.current = true;
    if (asked === 'detalhes') focusProducts();
    else setAddress({ aba: 'detalhes' }, { preventScrollReset: true });
  };
  const focusProducts = () => {
    wantsProducts.current = false;
    document.getElementById(COURSE_PRODUCTS)?.focus();
  };
  useEffect(() => {
    if (asked === 'detalhes' && wantsProducts.current) focusProducts();
  }, [asked]);
  const tab = asked === 'detalhes' || asked === 'oferta' || asked === 'inicio' ? asked : 'conteudo';

  return (
    <>
      <PageHead
        before={<BackToCourses />}
        title={course.title}
        corner={
          <>
            {!course.published && (
              <DraftState name={course.title} onPublish={() => change({ published: 1 })} />
            )}
            <Menu
              label={t('Opções de {{name}}', { name: course.title })}
              items={[
                {
                  id: 'see',
                  label: t('Ver na página'),
                  icon: <Eye />,
                  onSelect: () => void navigate(courseHref(course.id)),
                },
                {
                  id: 'publish',
                  label: course.published ? t('Voltar a rascunho') : t('Publicar'),
                  icon: course.published ? <EyeOff /> : <Eye />,
                  onSelect: () => change({ published: course.published ? 0 : 1 }),
                },
                'separator',
                removeItem(t('Excluir curso'), () => setRemoving(true)),
              ]}
            />
          </>
        }
      />
      {closed && (
        <div className="mb-6 rounded-card border border-line-2 bg-surface-2 px-4 py-3">
          <InlineWarning
            aside={
              <Button size="sm" onClick={goToProducts}>
                {t('Escolher produto')}
              </Button>
            }
          >
            {closed}
          </InlineWarning>
        </div>
      )}
      <Tabs
        label={t('Partes do curso')}
        value={tab}
        onValueChange={(next) =>
          setAddress(next === 'conteudo' ? {} : { aba: next }, { preventScrollReset: true })
        }
        tabs={[
          {
            value: 'conteudo',
            label: t('Módulos e aulas'),
            count: lessons,
            panel: <CourseContent course={course} />,
          },
          { value: 'detalhes', label: t('Detalhes'), panel: <CourseDetails course={course} /> },
          { value: 'oferta', label: t('Página de oferta'), panel: <CourseOffer course={course} /> },
          {
            value: 'inicio',
            label: t('Na página inicial'),
            panel: <CourseCarousels courseId={course.id} />,
          },
        ]}
      />
      <RemoveCourse
        course={removing ? { id: course.id, title: course.title, lessons } : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(pages.manageCourses.path)}
      />
    </>
  );
}

function BackToCourses() {
  const { t } = useTranslation();
  return (
    <Link
      to={pages.manageCourses.path}
      className="inline-flex items-center gap-2 text-14 font-medium text-text-2 hover:text-text"
    >
      <ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />
      {t('Cursos')}
    </Link>
  );
}
