import { X } from 'lucide-react';
import { bytesOf } from './bytes.ts';
import { ProgressBar } from './progress-bar.tsx';
import { runningPercent } from './running-percent.ts';
import { Spinner } from './spinner.tsx';
import { useTranslation } from './translation.ts';

/** The state of the upload. The parent updates it. */
export type UploadState =
  | { kind: 'empty' }
  | { kind: 'chosen'; name?: string; bytes?: number }
  | { kind: 'uploading'; loaded: number; total: number; secondsLeft?: number }
  /** Sent; the server is processing it: 'Convertendo'. */
  | { kind: 'processing'; text?: string }
  /** Failed. The browser keeps the file, and `onRetry` sends it again, unless it was refused. */
  | { kind: 'error'; text: string; refused?: boolean };

interface UploadProgressProps {
  state: UploadState;
  onCancel: (() => void) | undefined;
}

/** Covers the box while the file uploads or the server processes it. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const { t, i18n } = useTranslation();
  if (state.kind === 'processing') {
    return (
      <output className="absolute inset-0 flex items-center justify-center gap-2.5 bg-black/55 text-13 font-medium text-white">
        <Spinner size={18} />
        {state.text ?? t('Processando')}
      </output>
    );
  }
  if (state.kind !== 'uploading') return null;

  const share = state.total > 0 ? state.loaded / state.total : 0;
  const bytes = bytesOf(state.loaded, state.total, i18n.language);
  return (
    <div className="absolute inset-0 flex flex-col justify-end gap-2 bg-black/45 p-3.5 text-13 text-white">
      {onCancel && (
        <button
          type="button"
          onClick={onCancel}
          className="touch-target absolute! top-2.5 right-2.5 inline-flex min-h-8 items-center gap-1.5 rounded-control bg-white/20 px-3 font-semibold hover:bg-white/30"
        >
          <X size={16} strokeWidth={2} aria-hidden="true" />
          {t('Cancelar')}
        </button>
      )}
      <p className="flex justify-between gap-3 font-medium tabular-nums">
        <span>{t('Enviando')}</span>
        <span>{t('{{percent}} %', { percent: runningPercent(share) })}</span>
      </p>
      <ProgressBar label={t('Enviando')} value={share} height={5} className="bg-white/25!" />
      <p className="flex justify-between gap-3 tabular-nums">
        <span>{t('{{loaded}} de {{total}}', bytes)}</span>
        {state.secondsLeft !== undefined && (
          // A second line would reach the button above.
          <span className="@max-[13rem]:hidden">
            {t('cerca de {{seconds}} s', { seconds: Math.ceil(state.secondsLeft) })}
          </span>
        )}
      </p>
    </div>
  );
}
