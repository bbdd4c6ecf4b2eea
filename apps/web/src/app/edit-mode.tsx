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
  useEffect(() => lookAsEditor, []);
  // The sign-in page is not a page of this app, so its section renders a preview of its own.
  const ownPreview = path[0] === 'login';
  const onLesson = path[0] === 'aula' && pageAt(pathname)?.name !== 'lesson';

  return (
    <>
      {wide && onLesson && <LessonPreview phone={device === 'phone'} />}
      {wide && device === 'phone' && !ownPreview && !onLesson && <PhonePreview key={pathname} />}
      <EditDrawer />
      {wide && <EditToolbar />}
      {student && <StudentView productIds={student} />}
    </>
  );
}

function lookAsEditor() {
  previewDevice.set('desktop');
  previewStudent.set(null);
}
