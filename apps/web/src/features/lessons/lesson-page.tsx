import { useQuery } from '@tanstack/react-query';
import type { NoAccess } from '@vitrine/contract/catalog';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { NotFound } from '../../kit/page/not-found.tsx';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { isRefused } from '../../kit/queries/is-refused.ts';
import type { ApiError } from '../../platform/api.ts';
import { useTranslation } from '../../ui/translation.ts';
import { lessonQuery } from '../catalog/catalog.queries.ts';
import { useFinishedElsewhere } from '../catalog/finished-elsewhere.queries.ts';
import { LessonClosed } from './lesson-closed.tsx';
import { LessonSkeleton } from './lesson-skeleton.tsx';
import { LessonView } from './lesson-view.tsx';
import type { LessonSlots } from './template.ts';
import './lesson.css';

/** A lesson, in the template that the school chose (B section 9). */
export function LessonPage({ id, ...slots }: LessonSlots & { id: number }) {
  const { t } = useTranslation();
  const isValidId = Number.isSafeInteger(id) && id > 0;
  const lesson = useQuery({ ...lessonQuery(id), enabled: isValidId });
  const settings = useContractQuery(lessonPage.show, {});
  usePageTitle(lesson.data?.data.title);
  useFinishedElsewhere();

  if (!isValidId) return <NotFound title={t('Esta aula não existe')} />;
  if (lesson.isLoadingError || isRefused(lesson.error)) {
    const { status, data } = lesson.error as ApiError;
    if (status === 403 && data) return <LessonClosed {...(data as NoAccess)} />;
    return (
      <PageError
        query={lesson}
        missing={t('Esta aula não existe')}
        title={t('A aula não carregou')}
      />
    );
  }
  if (!lesson.data || settings.isPending) return <LessonSkeleton />;
  return (
    <LessonView
      lesson={lesson.data.data}
      template={settings.data?.data.theme_classes ?? 1}
      reload={async () => (await lesson.refetch()).data?.data}
      {...slots}
    />
  );
}
