import { TriangleAlert, Upload } from 'lucide-react';
import { Button } from './button.tsx';
import { runningPercent } from './running-percent.ts';
import { useTranslation } from './translation.ts';

/**
 * The bar at the bottom of a form, 68 px high. It shows only if the form has changes, is saving,
 * failed to save, or waits for an upload.
 *
 * ```tsx
 * <SaveBar dirty={draft.dirty} saving={draft.saving} error={draft.error} onSave={draft.save}
 *   onDiscard={draft.discard} uploadProgress={upload.progress} />
 * ```
 */
export function SaveBar({
  dirty,
  saving = false,
  error,
  uploadProgress,
  invalid = false,
  onSave,
  onDiscard,
}: {
  /** The form differs from the saved values. */
  dirty: boolean;
  saving?: boolean;
  /** The last save failed: the specification's message and a second line. */
  error?: { title: string; text?: string } | null | undefined;
  /** 0 to 1 while an upload runs, which blocks saving. */
  uploadProgress?: number | null | undefined;
  /** A field is invalid. The button Salvar stays disabled until it is valid. */
  invalid?: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  const blocked = uploadProgress != null;
  if (!dirty && !saving && !blocked) return null;

  const discard = (
    <Button variant="ghost" onClick={onDiscard}>
      {t('Descartar')}
    </Button>
  );
  if (error && !saving && !blocked) {
    return (
      <footer className="save-bar-failed flex min-h-17 shrink-0 flex-wrap items-center justify-end gap-2 border-t border-error-line/45 bg-error-ground py-3 pr-4 pl-6">
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
          <TriangleAlert className="shrink-0 text-error" size={18} strokeWidth={1.75} aria-hidden />
          <div role="alert" className="min-w-0 text-13">
            <p className="font-semibold text-text">{error.title}</p>
            {error.text && <p className="text-text-2">{error.text}</p>}
          </div>
        </div>
        {/* The two stay beside each other, also below the words. */}
        <div className="flex max-w-full flex-wrap justify-end gap-2">
          {discard}
          <Button onClick={onSave} className="border-error-line/60">
            {t('Tentar de novo')}
          </Button>
        </div>
      </footer>
    );
  }
  return (
    <footer className="flex min-h-17 shrink-0 items-center gap-2 border-t border-line bg-surface-1 py-3 pr-4 pl-6">
      <output className="flex min-w-0 flex-1 items-center gap-2.5 text-13 font-medium text-text">
        {blocked ? (
          <>
            <Upload size={16} strokeWidth={2} className="shrink-0" aria-hidden />
            <span aria-live="off">
              {t('Envio em andamento {{percent}} %', { percent: runningPercent(uploadProgress) })}
            </span>
          </>
        ) : (
          <>
            <span className="size-2 shrink-0 rounded-full bg-warn" aria-hidden />
            <span>{t('Alterações não salvas')}</span>
          </>
        )}
      </output>
      <div className="flex shrink-0 gap-2">
        {!blocked && !saving && discard}
        <Button
          variant="primary"
          disabled={blocked || invalid}
          busy={saving}
          busyLabel={t('Salvando')}
          onClick={onSave}
        >
          {t('Salvar')}
        </Button>
      </div>
    </footer>
  );
}
