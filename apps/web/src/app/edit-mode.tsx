import { pageAt } from '@vitrine/contract/pages';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { previewDevice, previewStudent } from '../kit/preview/preview.ts';
import { syncTheme } from '../platform/site-theme.ts';
import { besideDrawer, useMediaQuery } from '../ui/media-query.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { EditToolbar } from './preview/edit-toolbar.tsx';
import { LessonPreview } from './preview/lesson-preview.tsx';
import { PhonePreview } from './preview/phone-preview.tsx';
import { StudentView } from './preview/student-view.tsx';

/** The edit tool, loaded on demand: the drawer, the toolbar and the preview behind them. */
export default function EditMode() {
  const { pathname } = useLocation();
  const { path } = useEditPlace();
  const wide = useMediaQuery(besideDrawer);
  const device = previewDevice.use();
  const student = previewStudent.use();
  useEffect(syncTheme, []);
  useEffect(() => resetPreview, []);
  // The sign-in page is not a page of this app, so its section renders a preview of its own.
  const hasOwnPreview = path[0] === 'login';
  // On any other page, the lesson page's section previews one of the school's lessons.
  const previewsLesson = path[0] === 'aula' && pageAt(pathname)?.name !== 'lesson';

  return (
    <>
      {wide && previewsLesson && <LessonPreview phone={device === 'phone'} />}
      {wide && device === 'phone' && !hasOwnPreview && !previewsLesson && (
        <PhonePreview key={pathname} />
      )}
      <EditDrawer />
      {wide && <EditToolbar />}
      {student && <StudentView productIds={student} />}
    </>
  );
}

function resetPreview() {
  previewDevice.set('desktop');
  previewStudent.set(null);
}
