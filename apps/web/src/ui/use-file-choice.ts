import { useState } from 'react';
import { isAccepted } from './accepted.ts';
import { formatBytes } from './bytes.ts';
import { usePastedFiles } from './pasted-files.ts';
import { toast } from './toast.ts';
import { useTranslation } from './translation.ts';
import { useFileDrop } from './use-file-drop.ts';

/** The reason why a file is refused before it is sent. */
export type UploadRefusal = 'type' | 'empty' | 'size';

interface FileChoiceOptions {
  /** Like the input's attribute: 'image/png,.heic,video/*'. */
  accept: string;
  maxBytes: number;
  /** The limits as text, part of the sentence about a wrong type. */
  limits: string;
  /** The specification's texts for refused files. */
  refusals?: Partial<Record<UploadRefusal, string>> | undefined;
  isDisabled: boolean;
  onFile: (file: File) => void;
  /** Takes a file that does not fit, to bring it where it does. True means that it was taken. */
  onMisplaced?: ((file: File) => boolean) | undefined;
}

/**
 * Takes one file by picker, drop or paste, and checks its type and size. `refusal` is the sentence
 * about the last choice, or null. `field` is the ref of the field's element.
 */
export function useFileChoice({
  accept,
  maxBytes,
  limits,
  refusals,
  isDisabled,
  onFile,
  onMisplaced,
}: FileChoiceOptions) {
  const { t, i18n } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);

  function addFiles(files: readonly File[]) {
    const file = files[0];
    if (!file || isDisabled) return;
    const reason = refusalOf(file, accept, maxBytes);
    if (reason === 'type' && onMisplaced?.(file)) return;
    if (reason) {
      const sentences: Record<UploadRefusal, string> = {
        type: t('Esse tipo de arquivo não serve. {{limits}}', { limits }),
        empty: t('O arquivo está vazio. Escolha outro.'),
        size: t('O arquivo tem {{size}}. O máximo é {{max}}.', {
          size: formatBytes(file.size, i18n.language),
          max: formatBytes(maxBytes, i18n.language),
        }),
      };
      setRefusal(refusals?.[reason] ?? sentences[reason]);
      return;
    }
    setRefusal(null);
    // Tells the viewer which files were ignored. As a message, because a crop dialog
    // may cover the field and hide it from screen readers.
    if (files.length > 1)
      toast.info(t('Só um arquivo de cada vez: ficou o primeiro, {{name}}.', { name: file.name }));
    onFile(file);
  }

  const field = usePastedFiles((file) => isAccepted(file, accept) && !isDisabled, addFiles);
  const { isDraggedOver, dropProps } = useFileDrop({ onFiles: addFiles, isDisabled });

  return {
    field,
    refusal,
    clearRefusal: () => setRefusal(null),
    isDraggedOver,
    inputProps: { accept, disabled: isDisabled, onFiles: addFiles },
    dropProps,
  };
}

function refusalOf(file: File, accept: string, maxBytes: number): UploadRefusal | null {
  if (!isAccepted(file, accept)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : null;
}
