import { useEffect } from 'react';
import { keepPainted } from '../platform/site-theme.ts';
import { EditDrawer } from './edit-drawer.tsx';

/** The edit tool, loaded when somebody edits. */
export default function EditMode() {
  useEffect(keepPainted, []);
  return <EditDrawer />;
}
