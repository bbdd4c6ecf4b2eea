import { catalog } from '@vitrine/contract/catalog';
import { lessonHref } from '@vitrine/contract/urls';
import { createPortal } from 'react-dom';
import { useFittingDevice } from '../../kit/preview/preview.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { cx } from '../../ui/cx.ts';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { SiteFrame } from './site-frame.tsx';

/** From this width on, a lesson has its list beside it. */
const WIDE_LESSON_PX = 1280;

/**
 * Shows one of the school's lessons behind the drawer while the section Página de aula is open, to
 * preview its settings.
 */
export function LessonPreview({ phone }: { phone: boolean }) {
  const { t } = useTranslation();
  useFittingDevice();
  const lessons = useContractQuery(catalog.lessonsToPick, {});
  const lesson = lessons.data?.data[0];
  if (!lesson) return null;
  return createPortal(
    <EditChrome
      className={cx(
        'fixed inset-0 z-header grid place-items-center bg-ground drawer:pr-116',
        phone && 'pb-20',
      )}
    >
      <SiteFrame
        title={t('Uma aula da escola')}
        student={null}
        phone={phone}
        // The course's id in the path is for people; only the lesson's id counts.
        path={lessonHref(0, lesson.title, lesson.id)}
        minWidth={WIDE_LESSON_PX}
      />
    </EditChrome>,
    document.body,
  );
}
