import { useState, type DragEvent } from 'react';

interface FileDropOptions {
  onFiles: (files: File[]) => void;
  /** A disabled element ignores files, and the browser does not open them. */
  isDisabled?: boolean;
}

/**
 * Takes files that are dropped on an element. Spread `dropProps` into it. Dropped text reaches the
 * fields inside. Dropping is a shortcut: a button must do the same by keyboard.
 */
export function useFileDrop({ onFiles, isDisabled = false }: FileDropOptions) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return {
    isDraggedOver,
    dropProps: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(!isDisabled);
      },
      onDragLeave: () => setIsDraggedOver(false),
      onDrop(event: DragEvent) {
        const files = [...event.dataTransfer.files];
        if (files.length) event.preventDefault();
        setIsDraggedOver(false);
        if (files.length && !isDisabled) onFiles(files);
      },
    },
  };
}
