import { EditDrawer } from './edit-drawer.tsx';

/** The edit tool, loaded when somebody edits. */
export default function EditMode() {
  return <EditDrawer />;
}
