import { limits, messages } from '@vitrine/contract/uploads';
import { FileText } from 'lucide-react';
import { sendFile } from '../../kit/uploads/file-upload.ts';
import { stateWith, useUpload, type ReportProgress } from '../../kit/uploads/upload.ts';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';

/** The file of a reward. It is uploaded at once and claimed by saving. */
export function FileField({
  value,
  name,
  onChange,
  onUploadProgress,
  error,
}: {
  value: string | null;
  name: string;
  onChange: (path: string | null, name: string) => void;
  onUploadProgress: ReportProgress;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  const upload = useUpload({
    send: (file, options) => sendFile(file, 'reward_file', options),
    onDone: (path, file) => onChange(path, file.name),
    onUploadProgress,
  });
  const chosen = value && upload.sent?.answer === value ? upload.sent.file : null;
  return (
    <UploadBox
      label={t('Arquivo')}
      accept=""
      maxBytes={limits.image}
      limits={t('Qualquer arquivo, tamanho máx: {{size}}MB', { size: limits.image / 1_048_576 })}
      refusals={{ size: t(messages.tooLarge) }}
      ratio={4}
      error={error}
      state={stateWith(upload.state, chosen)}
      preview={
        value && !chosen ? (
          <span className="flex h-full items-center justify-center gap-2 bg-field px-3 text-13 text-text">
            <FileText size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
            <span className="truncate">{name}</span>
          </span>
        ) : undefined
      }
      onFile={upload.start}
      onCancel={upload.cancel}
      onRetry={upload.retry}
      onRemove={() => onChange(null, '')}
    />
  );
}
