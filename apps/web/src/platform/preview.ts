import { viewAsStudent, writeHeld } from '@vitrine/contract/view-as-student';
import { boot } from './boot.ts';

/** The window name of the edit tool's preview iframe. */
export const frameName = 'vitrine-preview';

/** Whether this page runs in the preview iframe, which shows no edit tool. */
export const isPreview = () => window.name === frameName && window.parent !== window;

/** Whether staff view the school as a student. Then neither server nor browser writes anything. */
export const asStudent = () => boot().view !== null;

/** The header that marks calls of the student view. */
export function viewHeader(): Record<string, string> {
  const { view } = boot();
  return view ? { [viewAsStudent]: writeHeld(view) } : {};
}
