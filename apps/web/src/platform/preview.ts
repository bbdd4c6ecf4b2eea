import { viewAsStudent, writeHeld } from '@vitrine/contract/view-as-student';
import { boot } from './boot.ts';

/** What the edit tool calls the frame in which it shows the site. */
export const frameName = 'vitrine-preview';

/** Whether this page stands in that frame: the site as ever, without the tool. */
export const isPreview = () => window.name === frameName && window.parent !== window;

/** Staff look as a student: nothing is written, neither there nor here. */
export const asStudent = () => boot().view !== null;

/** What a call says of the view it is made in. */
export function viewHeader(): Record<string, string> {
  const { view } = boot();
  return view ? { [viewAsStudent]: writeHeld(view) } : {};
}
