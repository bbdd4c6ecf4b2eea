import { ruleOf, type FileUse } from '@vitrine/contract/uploads';
import { FileUp, RefreshCw, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { sendFile } from '../../../kit/uploads/file-upload.ts';
import { useUpload, type ReportProgress } from '../../../kit/uploads/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/bytes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { runningPercent } from '../../../ui/running-percent.ts';
import { useTranslation } from '../../../ui/translation.ts';

interface UploadingFileProps {
  file: File;
  use: FileUse;
  /** True while its upload may run. */
  active: boolean;
  onDone: (path: string) => void;
  onFail: (failed: boolean) => void;
  /** The viewer cancelled it, or gave up. */
  onDrop: () => void;
  onUploadProgress: ReportProgress;
}

/** A file that is being uploaded, with progress, cancel and retry. */
export function UploadingFile(props: UploadingFileProps) {
  const { file, use, active, onDone, onFail, onDrop, onUploadProgress } = props;
  const { t, i18n } = useTranslation();
  const { bytes: maxBytes } = ruleOf(use);
  const tooLarge = file.size > maxBytes;
  const upload = useUpload({
    send: (chosen, options) => sendFile(chosen, use, options),
    onDone,
    onUploadProgress,
  });
  const begin = useEffectEvent(() => upload.start(file));
  const failed = tooLarge || upload.state.kind === 'error';
  const reportFailed = useEffectEvent(onFail);
  const begun = useRef(false);
  useEffect(() => {
    if (!active || tooLarge || begun.current) return;
    begun.current = true;
    begin();
  }, [active, tooLarge]);
  useEffect(() => {
    reportFailed(failed);
  }, [failed]);

  const uploadError = upload.state.kind === 'error' ? upload.state.text : null;
  const problem = tooLarge
    ? t('O arquivo tem {{size}}. O máximo é {{max}}.', {
        size: formatBytes(file.size, i18n.language),
        max: formatBytes(maxBytes, i18n.language),
      })
    : uploadError;
  return (
    <li className="flex min-h-12 items-center gap-2 py-1">
      <FileUp size={18} strokeWidth={1.75} className="mx-1 shrink-0 text-text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-14 text-text">
          <span className="truncate">{file.name}</span>
          <span className="shrink-0 text-13 text-text-2 tabular-nums">
            {upload.progress === null
              ? !problem && t('Na fila')
              : t('{{percent}} %', { percent: runningPercent(upload.progress) })}
          </span>
        </p>
        {problem ? (
          <p role="alert" className="text-13 text-error">
            {problem}
          </p>
        ) : (
          <ProgressBar
            label={t('Enviando {{name}}', { name: file.name })}
            value={upload.progress ?? 0}
            className="mt-1"
          />
        )}
      </div>
      {upload.state.kind === 'error' && (
        <Button
          size="sm"
          onClick={upload.retry}
          icon={<RefreshCw size={16} strokeWidth={2} aria-hidden="true" />}
        >
          {t('Tentar de novo')}
        </Button>
      )}
      <IconButton
        label={t('Cancelar envio de {{name}}', { name: file.name })}
        onClick={() => {
          upload.cancel();
          onDrop();
        }}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
