import { ImageUp, RefreshCw, Trash2, TriangleAlert, Upload, type LucideIcon } from 'lucide-react';
import { useId, useRef, type PropsWithChildren, type ReactNode, type RefObject } from 'react';
import { Button } from './button.tsx';
import { formatBytes } from './bytes.ts';
import { cx } from './cx.ts';
import { FileInput } from './file-input.tsx';
import { useHeldFocus } from './held-focus.ts';
import { useTranslation } from './translation.ts';
import { UploadProgress, type UploadState } from './upload-progress.tsx';
import { useFileChoice, type UploadRefusal } from './use-file-choice.ts';

interface UploadBoxProps {
  label: string;
  /** Like the input's attribute: 'image/png,.heic,video/*'. */
  accept: string;
  maxBytes: number;
  /** The limits as text, shown before the choice. */
  limits: string;
  state: UploadState;
  /** The current image, filling the box. */
  preview?: ReactNode;
  /** Width divided by height of the box. */
  ratio?: number;
  /** The specification's texts for refused files. */
  refusals?: Partial<Record<UploadRefusal, string>>;
  /** The form's error: 'Imagem obrigatória'. */
  error?: string | undefined;
  onFile: (file: File) => void;
  /** Takes a file of another type, to bring it where it fits. True means that it was taken. */
  onMisplaced?: (file: File) => boolean;
  onCancel?: () => void;
  onRetry?: () => void;
  /** Removes the current file. */
  onRemove?: () => void;
  /** The box, for a dialog that gives the focus back. */
  ref?: RefObject<HTMLFieldSetElement | null>;
}

/**
 * Takes one file by drop, picker or paste; of several it takes the first (C section 5). It sends no request:
 * it checks type and size, calls `onFile`, and shows `state`. The old image stays below until the
 * new one is uploaded.
 *
 * ```tsx
 * <UploadBox label={t('Imagem do desktop')} accept="image/png,image/jpeg" maxBytes={5 * 1024 ** 2}
 *   limits={t('PNG ou JPG, até 5 MB')} state={upload.state} onFile={upload.start}
 *   onCancel={upload.cancel} onRetry={upload.retry} preview={<img src={url} alt="" />} />
 * ```
 */
export function UploadBox(props: UploadBoxProps) {
  const { label, accept, limits, state, preview, ratio = 16 / 9, error } = props;
  const { onCancel, onRetry, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const ownBox = useRef<HTMLFieldSetElement>(null);
  const box = props.ref ?? ownBox;
  const isWorking = state.kind === 'uploading' || state.kind === 'processing';
  const takesImages = accept.includes('image/');
  const { field, refusal, clearRefusal, isDraggedOver, dropProps, inputProps } = useFileChoice({
    ...props,
    isDisabled: isWorking,
  });
  const failure = state.kind === 'error' ? state.text : undefined;
  const problem = refusal ?? failure ?? error;
  const hasPreview = preview !== undefined && preview !== null;

  return (
    // Handles the focus of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={field} className="@container min-w-0" {...useHeldFocus(box)}>
      <Heading id={id} label={label} limits={limits} />
      {/* Dropping is only a shortcut; the button inside does the same for keyboards. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        ref={box}
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-invalid={error ? true : undefined}
        aria-describedby={problem && `${id}-problem`}
        {...dropProps}
        className={cx(
          'group relative w-full min-w-0 overflow-hidden rounded-control border bg-field transition-colors',
          hasPreview || isWorking ? 'border-line' : 'border-dashed',
          frameClass({ isDraggedOver, problem }),
        )}
        style={{ aspectRatio: ratio, minHeight: 128 }}
      >
        {hasPreview && <Preview isDimmed={isWorking || isDraggedOver}>{preview}</Preview>}
        <FileInput ref={input} id={id} {...inputProps} />
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
            {!hasPreview && <EmptyBox icon={takesImages ? ImageUp : Upload} state={state} />}
            <FileButtons
              describedBy={cx(`${id}-limits`, problem && `${id}-problem`)}
              hasFile={hasPreview || state.kind === 'chosen'}
              overImage={hasPreview}
              onChoose={() => input.current?.click()}
              onRemove={
                onRemove &&
                (() => {
                  clearRefusal();
                  onRemove();
                })
              }
            />
          </div>
        )}
      </fieldset>
      {hasPreview && state.kind === 'chosen' && (
        <p className="mt-1.5 text-13 break-all text-text-2">
          <ChosenFile {...state} />
        </p>
      )}
      {problem && (
        <UploadProblem
          id={`${id}-problem`}
          text={problem}
          onRetry={
            state.kind !== 'error' || state.refused || !onRetry
              ? undefined
              : () => {
                  clearRefusal();
                  onRetry();
                }
          }
        />
      )}
    </div>
  );
}

function Heading({ id, label, limits }: { id: string; label: string; limits: string }) {
  return (
    <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-text-2">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <span id={`${id}-limits`} className="wrap-anywhere">
        {limits}
      </span>
    </div>
  );
}

function frameClass({
  isDraggedOver,
  problem,
}: {
  isDraggedOver: boolean;
  problem: string | undefined;
}) {
  if (isDraggedOver) return 'border-accent bg-accent-soft';
  return problem ? 'border-error-line' : 'border-line-2';
}

function Preview({ isDimmed, children }: PropsWithChildren<{ isDimmed: boolean }>) {
  return (
    <div
      className={cx('absolute inset-0 *:size-full *:object-cover', isDimmed && 'brightness-[.3]')}
    >
      {children}
    </div>
  );
}

interface EmptyBoxProps {
  icon: LucideIcon;
  state: UploadState;
}

/** The invitation to choose a file, or the name and size of one that has no preview. */
function EmptyBox({ icon: Icon, state }: EmptyBoxProps) {
  const { t } = useTranslation();
  return (
    <div className="text-13 text-text-2">
      <Icon className="mx-auto mb-2 text-text-3" size={22} strokeWidth={1.75} aria-hidden="true" />
      {state.kind === 'chosen' && state.name ? (
        <p className="font-medium break-all text-text">
          <ChosenFile {...state} />
        </p>
      ) : (
        // A finger drops nothing.
        <p className="pointer-coarse:hidden">{t('Solte o arquivo aqui, cole ou')}</p>
      )}
    </div>
  );
}

function ChosenFile({ name, bytes }: { name?: string; bytes?: number }) {
  const { i18n } = useTranslation();
  return (
    <>
      {name}
      {bytes !== undefined && (
        <span className="font-normal text-text-2">{` · ${formatBytes(bytes, i18n.language)}`}</span>
      )}
    </>
  );
}

interface FileButtonsProps {
  describedBy: string;
  hasFile: boolean;
  /** The buttons lie on the preview and must be readable on any image. */
  overImage: boolean;
  onChoose: () => void;
  onRemove: (() => void) | undefined;
}

function FileButtons({ describedBy, hasFile, overImage, onChoose, onRemove }: FileButtonsProps) {
  const { t } = useTranslation();
  const className = cx(IN_NARROW_BOX, overImage && OVER_IMAGE);
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button size="sm" aria-describedby={describedBy} onClick={onChoose} className={className}>
        {hasFile ? t('Trocar arquivo') : t('Escolher arquivo')}
      </Button>
      {onRemove && hasFile && (
        <Button
          size="sm"
          icon={<Trash2 size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={onRemove}
          className={className}
        >
          {t('Remover')}
        </Button>
      )}
    </div>
  );
}

/** For a 9:16 box beside a 16:9 one on a phone. */
const IN_NARROW_BOX = '@max-[11rem]:gap-1.5 @max-[11rem]:px-1.5';
const OVER_IMAGE = 'border-white/30! bg-black/65! text-white! backdrop-blur-sm hover:bg-black/80!';

function UploadProblem(props: { id: string; text: string; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="mt-1.5 flex flex-wrap items-start gap-2">
      <p
        id={props.id}
        role="alert"
        className="flex min-w-0 flex-1 basis-44 items-start gap-1.5 text-13 text-error"
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
