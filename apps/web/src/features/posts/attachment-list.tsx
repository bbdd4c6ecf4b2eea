import { FileText, RotateCw, Video, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { runningPercent } from '../../ui/running-percent.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { useAttachments } from './use-attachments.ts';

/** The files of a post that is written: their images, the progress of uploads, and failures. */
export function AttachmentList({
  items,
  remove,
  retry,
}: Pick<ReturnType<typeof useAttachments>, 'items' | 'remove' | 'retry'>) {
  const { t } = useTranslation();
  if (!items.length) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {items.map(({ key, kind, name, progress, error, preview, file }) => (
        <li
          key={key}
          className={cx('written-file', kind === 'image' && (preview || !error) && 'is-image')}
        >
          {preview && kind === 'image' ? (
            <img src={preview} alt={name} />
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              {kind === 'video' ? (
                <Video size={18} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
              )}
              <span className="truncate text-14">{name}</span>
            </span>
          )}
          {progress !== null && (
            <span role="status" className="written-progress">
              {t('{{percent}} %', { percent: runningPercent(progress) })}
            </span>
          )}
          {error && (
            <span role="alert" className="written-error">
              {error}
              {file && (
                <button
                  type="button"
                  className="flex min-h-(--control) items-center gap-1.5 font-semibold underline"
                  onClick={() => retry(key)}
                >
                  <RotateCw size={14} strokeWidth={2} aria-hidden="true" />
                  {t('Tentar de novo')}
                </button>
              )}
            </span>
          )}
          <button
            type="button"
            aria-label={t('Tirar {{name}}', { name })}
            className="written-remove"
            onClick={() => remove(key)}
          >
            <X size={16} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
