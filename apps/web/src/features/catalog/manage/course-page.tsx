import type { Course } from '@vitrine/contract/catalog';
import { pages } from '@vitrine/contract/pages';
import { courseHref } from '@vitrine/contract/urls';
import { Check, Eye, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { BackLink } from '../../../kit/page/back-link.tsx';
import { previewStudent } from '../../../kit/preview/preview.ts';
import { isRefused } from '../../../kit/queries/is-refused.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { hasStatus } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineWarning } from '../../../ui/inline-warning.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useCourse } from '../catalog.queries.ts';
import { CourseCarousels } from './course-carousels.tsx';
import { CourseContent } from './course-content.tsx';
import { COURSE_PRODUCTS, CourseDetails } from './course-details.tsx';
import { CourseOffer } from './course-offer.tsx';
import { CourseSide } from './course-side.tsx';
import { usePublishCourse } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';
import { publishItem } from './publish-item.tsx';
import { RemoveCourse } from './remove-course.tsx';
import { useOpenedBy, useWhyClosed } from './why-closed.ts';

/** The course builder: modules, lessons and details. */
export default function CoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const course = useCourse(id);

  if (course.isPending) return <Skeleton shape="row" count={6} />;
  if (course.isLoadingError || isRefused(course.error))
    return hasStatus(course.error, 404) ? (
      <EmptyState title={t('Este curso não existe')} action={<BackToCourses />} />
    ) : (
      <QueryError query={course} title={t('O curso não carregou')} />
    );
  // Another course begins anew, without the open dialogs and the typed values of this one.
  return <Builder key={id} course={course.data.data} />;
}

function Builder({ course }: { course: Course }) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [removing, setRemoving] = useState(false);
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const requested = address.get('aba');
  const tab = isTab(requested) ? requested : 'conteudo';
  const openTab = (next: string) => setAddress(next === 'conteudo' ? {} : { aba: next });
  const closedReason = useWhyClosed(course.product_ids ?? []);
  const goToProducts = useGoToProducts(tab, openTab);

  return (
    <>
      <PageHead
        before={<BackToCourses />}
        title={course.title}
        text={
          !closedReason && course.published ? (
            <OpenedBy ids={course.product_ids ?? []} />
          ) : undefined
        }
        action={
          <CourseActions
            course={course}
            canAddLesson={tab === 'conteudo' && course.modules.length > 0}
          />
        }
        corner={<CourseCorner course={course} onRemove={() => setRemoving(true)} />}
      />
      {closedReason && <ClosedNotice reason={closedReason} onChooseProduct={goToProducts} />}
      <CourseTabs course={course} lessons={lessons} tab={tab} onOpen={openTab} />
      <RemoveCourse
        course={removing ? { id: course.id, title: course.title, lessons } : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(pages.manageCourses.path)}
      />
    </>
  );
}

/** The values of `?aba=`. */
const tabNames = ['conteudo', 'detalhes', 'oferta', 'inicio'] as const;
type TabName = (typeof tabNames)[number];
const isTab = (name: string | null): name is TabName => tabNames.some((tab) => tab === name);

/** Opens the tab with the course's products and focuses their field. */
function useGoToProducts(tab: TabName, openTab: (tab: TabName) => void) {
  const isFocusPending = useRef(false);
  const focusProducts = () => {
    isFocusPending.current = false;
    document.getElementById(COURSE_PRODUCTS)?.focus();
  };
  useEffect(() => {
    if (tab === 'detalhes' && isFocusPending.current) focusProducts();
  }, [tab]);
  return () => {
    isFocusPending.current = true;
    if (tab === 'detalhes') focusProducts();
    else openTab('detalhes');
  };
}

interface CourseTabsProps {
  course: Course;
  /** The number of its lessons. */
  lessons: number;
  tab: TabName;
  onOpen: (tab: string) => void;
}

function CourseTabs({ course, lessons, tab, onOpen }: CourseTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      label={t('Partes do curso')}
      value={tab}
      onValueChange={onOpen}
      tabs={[
        {
          value: 'conteudo',
          label: t('Módulos e aulas'),
          count: lessons,
          panel: (
            <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_280px]">
              <div className="min-w-0">
                <CourseContent course={course} />
              </div>
              <CourseSide course={course} />
            </div>
          ),
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
  );
}

function CourseActions({ course, canAddLesson }: { course: Course; canAddLesson: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <Button
        icon={<Eye size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => {
          previewStudent.set(course.product_ids ?? []);
          void navigate(`${courseHref(course.id)}?editar`);
        }}
      >
        {t('Ver como aluno')}
      </Button>
      {canAddLesson && (
        <Button
          variant="primary"
          icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={writeNewLesson}
        >
          {t('Nova aula')}
        </Button>
      )}
    </>
  );
}

/** The state of a draft, and the menu of the course. */
function CourseCorner({ course, onRemove }: { course: Course; onRemove: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const publish = usePublishCourse();
  const setPublished = (published: 0 | 1) =>
    publish.mutate({ params: { id: course.id }, body: { published } });
  return (
    <>
      {!course.published && <DraftState name={course.title} onPublish={() => setPublished(1)} />}
      <Menu
        label={t('Opções de {{name}}', { name: course.title })}
        items={[
          {
            id: 'see',
            label: t('Ver na página'),
            icon: <Eye />,
            onSelect: () => void navigate(courseHref(course.id)),
          },
          publishItem(t, course.published, setPublished),
          'separator',
          removeItem(t('Excluir curso'), onRemove),
        ]}
      />
    </>
  );
}

/** The reason why no student can open the course, and the way to change it. */
function ClosedNotice({
  reason,
  onChooseProduct,
}: {
  reason: string;
  onChooseProduct: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="mb-6 rounded-card border border-line-2 bg-surface-2 px-4 py-3">
      <InlineWarning
        aside={
          <Button size="sm" onClick={onChooseProduct}>
            {t('Escolher produto')}
          </Button>
        }
      >
        {reason}
      </InlineWarning>
    </div>
  );
}

/** Focuses the field for a new lesson in the last module, and opens the module first. */
function writeNewLesson() {
  const last = [...document.querySelectorAll('[data-lessons-of]')].at(-1);
  last?.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click();
  // The page may also hold the field of a rename, so the last field is taken.
  requestAnimationFrame(() =>
    [...(last?.querySelectorAll<HTMLInputElement>('form input') ?? [])].at(-1)?.focus(),
  );
}

/** Tells whether students see the course, and by which products. */
function OpenedBy({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const products = useOpenedBy(ids);
  if (!products) return null;
  return (
    <span className="inline-flex items-center gap-1.5 wrap-anywhere">
      <Check size={16} strokeWidth={2} className="shrink-0 text-ok" aria-hidden="true" />
      {t('Publicado, aberto por {{products}}', { products })}
    </span>
  );
}

function BackToCourses() {
  const { t } = useTranslation();
  return <BackLink to={pages.manageCourses.path}>{t('Cursos')}</BackLink>;
}
