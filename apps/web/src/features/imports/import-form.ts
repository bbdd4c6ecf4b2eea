import type { ImportKind } from '@vitrine/contract/imports';

/** Props of the form of a course and of the form of people. */
export interface ImportFormProps {
  /** The file that somebody dropped on the other form. Read when the form appears. */
  brought: File | null;
  /** Opens the other form with a file of its type. True if it did. */
  onMisplaced: (file: File) => boolean;
  onStarted: (id: number) => void;
}

/** The files of each kind of import, like the input's attribute `accept`. */
export const fileTypes: Readonly<Record<ImportKind, string>> = {
  course: '.imscc,.zip,application/zip',
  members: '.csv,.xlsx,text/csv',
};
