import type { Lesson } from '@vitrine/contract/catalog';
import { hrefOf } from '@vitrine/contract/pages';
import { lessonHref } from '@vitrine/contract/urls';
import { ChevronLeft, ChevronRight, Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { BackLink } from '../../../kit/page/back-link.tsx';
import { isRefused } from '../../../kit/queries/is-refused.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { hasStatus } from '../../../platform/api.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useLesson, useMarkLesson } from './courses.queries.ts';
import { DraftState } from './draft-state.tsx';
import { LessonForm } from './lesson-form.tsx';
import { publishItem } from './publish-item.tsx';
import { RemoveLesson } from './remove-lesson.tsx';

/** The page on which staff write a lesson. */
export default function LessonPage() {
  const { t } = useTranslation();
  const { id, lessonId } = useParams();
  const lesson = useLesson(Number(lessonId));

  if (lesson.isPending) return <Skeleton shape="row" count={6} />;
  if (lesson.isLoadingError || isRefused(lesson.error))
    return hasStatus(lesson.error, 404) ? (
      <EmptyState
        title={t('Esta aula não existe')}
        action={
          <Link to={hrefOf('manageCourse', { id: id! })} className={buttonClass()}>
            {t('Ir para o curso')}
          </Link>
        }
      />
    ) : (
      <QueryError query={lesson} title={t('A aula não carregou')} />
    );
  return <Editor key={lesson.data.data.id} lesson={lesson.data.data} />;
}

function Editor({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const mark = useMarkLesson();
  const publish = (published: 0 | 1) =>
    mark.mutate({ params: { id: lesson.id }, body: { published } });
  const course = hrefOf('manageCourse', { id: lesson.course.id });

  return (
    <>
      <PageHead
        before={<BackLink to={course}>{lesson.course.title}</BackLink>}
        title={lesson.title}
        text={lesson.module.title}
        corner={
          <>
            {!lesson.published && <DraftState name={lesson.title} onPublish={() => publish(1)} />}
            <Neighbour course={course} lesson={lesson.previous} label={t('Aula anterior')}>
              <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
            </Neighbour>
            <Neighbour course={course} lesson={lesson.next} label={t('Próxima aula')}>
              <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
            </Neighbour>
            <Menu
              label={t('Opções de {{name}}', { name: lesson.title })}
              items={[
                {
                  id: 'see',
                  label: t('Ver na página'),
                  icon: <Eye />,
                  onSelect: () =>
                    void navigate(lessonHref(lesson.course.id, lesson.title, lesson.id)),
                },
                publishItem(t, lesson.published, publish),
                'separator',
                removeItem(t('Excluir aula'), () => setRemoving(true)),
              ]}
            />
          </>
        }
      />
      <LessonForm lesson={lesson} />
      <RemoveLesson
        lesson={removing ? lesson : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(course)}
      />
    </>
  );
}

interface NeighbourProps {
  course: string;
  lesson: Lesson['next'];
  label: string;
  children: ReactNode;
}

function Neighbour({ course, lesson, label, children }: NeighbourProps) {
  if (!lesson) return null;
  return (
    <Link
      to={`${course}/aulas/${lesson.id}`}
      aria-label={`${label}: ${lesson.title}`}
      title={lesson.title}
      className={cx(buttonClass('ghost'), 'w-10 px-0!')}
    >
      {children}
    </Link>
  );
}
