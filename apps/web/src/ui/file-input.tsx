import type { ComponentProps } from 'react';

interface FileInputProps extends Pick<
  ComponentProps<'input'>,
  'ref' | 'id' | 'accept' | 'multiple' | 'disabled'
> {
  onFiles: (files: File[]) => void;
}

/**
 * A hidden file picker, for a button that opens it. A file can be chosen again.
 *
 * ```tsx
 * <FileInput ref={input} accept=".vtt" onFiles={addFiles} />
 * <Button onClick={() => input.current?.click()}>{t('Adicionar legenda')}</Button>
 * ```
 */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = '';
        onFiles(files);
      }}
    />
  );
}
