import { ImageUp, RefreshCw, Trash2, TriangleAlert, Upload } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';
import { formatBytes } from './bytes.ts';
import { cx } from './cx.ts';
import { UploadProgress, type UploadState } from './upload-progress.tsx';
import { useFileChoice, type UploadRefusal } from './use-file-choice.ts';

/**
 * Takes one file by drop, picker or paste; of several it takes the first (C 5). It sends no request:
 * it checks type and size, calls `onFile`, and shows `state`. The old picture stays below until the
 * new one is uploaded.
 *
 * ```tsx
 * <UploadBox label={t('Imagem do desktop')} accept="image/png,image/jpeg" maxBytes={5 * 1024 ** 2}
 *   limits={t('PNG ou JPG, até 5 MB')} state={upload.state} onFile={upload.start}
 *   onCancel={upload.cancel} onRetry={upload.retry} preview={<img src={url} alt="" />} />
 * ```
 */
export function UploadBox({
  label,
  accept,
  maxBytes,
  limits,
  state,
  preview,
  ratio = 16 / 9,
  refusals,
  error,
  onFile,
  onCancel,
  onRetry,
  onRemove,
}: {
  label: string;
  /** Like the input's attribute: 'image/png,.heic,video/*'. */
  accept: string;
  maxBytes: number;
  /** The limits as text, shown before the choice. */
  limits: string;
  state: UploadState;
  /** The current picture, filling the box. */
  preview?: ReactNode;
  /** Width divided by height of the box. */
  ratio?: number;
  /** The specification's texts for refused files. */
  refusals?: Partial<Record<UploadRefusal, string>>;
  /** The form's error: 'Imagem obrigatória'. */
  error?: string | undefined;
  onFile: (file: File) => void;
  onCancel?: () => void;
  onRetry?: () => void;
  /** Removes the current file. */
  onRemove?: () => void;
}) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isWorking = state.kind === 'uploading' || state.kind === 'processing';
  const Icon = accept.includes('image/') ? ImageUp : Upload;
  const { refusal, clearRefusal, isDraggedOver, fieldProps, inputProps, onPaste } = useFileChoice({
    accept,
    maxBytes,
    limits,
    refusals,
    isDisabled: isWorking,
    onFile,
  });
  const problem = state.kind === 'error' ? state.text : (refusal ?? error);
  const hasPreview = preview !== undefined && preview !== null;

  return (
    <div className="min-w-0" onPaste={onPaste}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-13 text-text-2">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        <span id={`${id}-limits`} className="text-right wrap-anywhere">
          {limits}
        </span>
      </div>
      {/* Dropping is only a shortcut; the button inside does the same for keyboards. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        aria-labelledby={`${id}-label`}
        {...fieldProps}
        className={cx(
          'group @container relative w-full min-w-0 overflow-hidden rounded-control border bg-field transition-colors',
          hasPreview || isWorking ? 'border-line' : 'border-dashed',
          isDraggedOver
            ? 'border-accent bg-accent-soft'
            : problem
              ? 'border-error-line'
              : 'border-line-2',
        )}
        style={{ aspectRatio: ratio, minHeight: 128 }}
      >
        {hasPreview && (
          <div
            className={cx(
              'absolute inset-0 *:size-full *:object-cover',
              (isWorking || isDraggedOver) && 'brightness-[.3]',
            )}
          >
            {preview}
          </div>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          {...inputProps}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        {isWorking ? (
          <UploadProgress state={state} onCancel={onCancel} />
        ) : (
          <div
            className={cx(
              'absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center @max-[11rem]:px-1.5',
              hasPreview &&
                'justify-end bg-linear-to-t from-black/75 to-60% opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100',
            )}
          >
            {!hasPreview && (
              <div className="text-13 text-text-2">
                <Icon
                  className="mx-auto mb-2 text-text-3"
                  size={22}
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
                {state.kind === 'chosen' && state.name ? (
                  <p className="font-medium break-all text-text">
                    {state.name}
                    {state.bytes !== undefined && (
                      <span className="font-normal text-text-2">
                        {` · ${formatBytes(state.bytes, i18n.language)}`}
                      </span>
                    )}
                  </p>
                ) : (
                  <p>{t('Solte o arquivo aqui, cole ou')}</p>
                )}
              </div>
            )}
            <div className="flex flex-wrap justify-center gap-2">
              <Button
                size="sm"
                aria-describedby={cx(`${id}-limits`, problem && `${id}-problem`)}
                onClick={() => input.current?.click()}
                className={cx(inNarrowBox, hasPreview && overPicture)}
              >
                {hasPreview || state.kind === 'chosen'
                  ? t('Trocar arquivo')
                  : t('Escolher arquivo')}
              </Button>
              {onRemove && (hasPreview || state.kind === 'chosen') && (
                <Button
                  size="sm"
                  icon={<Trash2 size={16} strokeWidth={2} aria-hidden="true" />}
                  onClick={() => {
                    clearRefusal();
                    onRemove();
                  }}
                  className={cx(inNarrowBox, hasPreview && overPicture)}
                >
                  {t('Remover')}
                </Button>
              )}
            </div>
          </div>
        )}
      </fieldset>
      {problem && (
        <UploadProblem
          id={`${id}-problem`}
          text={problem}
          onRetry={state.kind === 'error' ? onRetry : undefined}
        />
      )}
    </div>
  );
}

/** For a 9:16 box beside a 16:9 one on a phone. */
const inNarrowBox = '@max-[11rem]:gap-1.5 @max-[11rem]:px-1.5';
const overPicture = 'border-white/30! bg-black/65! text-white! backdrop-blur-sm hover:bg-black/80!';

function UploadProblem(props: { id: string; text: string; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="mt-1.5 flex items-start gap-2">
      <p
        id={props.id}
        role="alert"
        className="flex min-w-0 flex-1 items-start gap-1.5 text-13 text-error"
      >
        <TriangleAlert className="mt-0.5 shrink-0" size={14} strokeWidth={2} aria-hidden />
        {props.text}
      </p>
      {props.onRetry && (
        <Button
          size="sm"
          onClick={props.onRetry}
          icon={<RefreshCw size={16} strokeWidth={2} aria-hidden="true" />}
        >
          {t('Tentar de novo')}
        </Button>
      )}
    </div>
  );
}
