import { lateDialog } from './late-dialog.tsx';

const loadConfirm = async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
});

/** A `ConfirmDialog` whose code loads when it opens first, for pages without another dialog. */
export const LateConfirm = lateDialog(loadConfirm);

/** Loads the code before a press, for a page that may lose its connection. */
export const preloadConfirm = () => void loadConfirm().catch(() => {});
