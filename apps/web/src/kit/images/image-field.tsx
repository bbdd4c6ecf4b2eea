import { filePath, imageSrcSet } from '@vitrine/contract/file-addresses';
import { ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { Crop } from 'lucide-react';
import { useRef, useState } from 'react';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { acceptOf, sendImage } from '../uploads/file-upload.ts';
import { stateWith, useUpload, type ReportProgress } from '../uploads/upload.ts';
import { imageLimits, imageRefusals } from './image-limits.ts';

interface ImageFieldProps {
  label: string;
  /** The image's URL; null if there is none. */
  value: string | null;
  /** The path of the uploaded image, or null after removal. The field does not save it. */
  onChange: (path: string | null) => void;
  use: ImageUse;
  /** Width divided by height of the box. */
  ratio?: number;
  /** `contain` shows the whole image: logos. */
  fit?: 'cover' | 'contain';
  /** The limits as text, if the specification fixes them. */
  limits?: string;
  error?: string | undefined;
  /** The crop's width and height in pixels. Shows a crop button. */
  crop?: readonly [number, number];
  /** Keeps transparency in the crop. */
  transparent?: boolean;
  onUploadProgress?: ReportProgress;
}

/**
 * A field for an image: drop, choose or paste uploads at once. The old image stays until the new one
 * is uploaded.
 *
 * ```tsx
 * <ImageField label={t('Capa')} use="image" value={values.cover} onChange={(path) => set('cover', path)} />
 * ```
 */
export function ImageField(props: ImageFieldProps) {
  const {
    label,
    value,
    onChange,
    use,
    ratio = 16 / 9,
    fit,
    limits,
    error,
    onUploadProgress,
  } = props;
  const { crop, transparent = false } = props;
  const { t } = useTranslation();
  const { bytes } = ruleOf(use);
  const [croppedUrl, setCroppedUrl] = useState<string | null>(null);
  const upload = useUpload({
    send: (file, options) => sendImage(file, use, options),
    onDone: ({ path }) => onChange(path),
    onUploadProgress,
  });
  const { sent } = upload;
  const box = useRef<HTMLFieldSetElement>(null);
  const cropButton = useRef<HTMLButtonElement>(null);

  return (
    // The box has a minimum height and a ratio, and therefore a minimum width. `min-w-0` keeps a grid
    // from growing to it.
    <div className="min-w-0">
      <UploadBox
        ref={box}
        label={label}
        accept={acceptOf(use)}
        maxBytes={bytes}
        limits={limits ?? imageLimits(t, use)}
        refusals={imageRefusals(t, use)}
        ratio={ratio}
        error={error}
        state={stateWith(upload.state, sent?.answer.path === value ? sent?.file : null)}
        preview={
          value ? (
            <img
              src={value}
              srcSet={imageSrcSet(value)}
              sizes="400px"
              alt=""
              className={fit === 'contain' ? 'object-contain! p-4' : undefined}
            />
          ) : undefined
        }
        onFile={upload.start}
        onCancel={upload.cancel}
        onRetry={upload.retry}
        onRemove={() => {
          upload.cancel();
          onChange(null);
        }}
      />
      {/* Only stored images: a browser does not let a page read another site's pixels. */}
      {crop && value && filePath(value) && upload.state.kind === 'empty' && (
        <button
          ref={cropButton}
          type="button"
          aria-label={t('Recortar {{name}}', { name: label })}
          onClick={() => setCroppedUrl(value)}
          className="touch-target mt-2 inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-13 font-semibold text-text hover:bg-hover"
        >
          <Crop size={16} strokeWidth={2} aria-hidden="true" />
          {t('Recortar')}
        </button>
      )}
      {crop && croppedUrl && (
        <LatePart load={() => import('./crop-dialog.tsx')} onFail={() => setCroppedUrl(null)}>
          {(CropDialog) => (
            <CropDialog
              title={t('Recortar {{name}}', { name: label })}
              image={croppedUrl}
              name="recorte"
              size={crop}
              transparent={transparent}
              // The upload of the crop removes the button.
              finalFocus={() => cropButton.current ?? box.current ?? true}
              onCancel={() => setCroppedUrl(null)}
              onCrop={(file) => {
                setCroppedUrl(null);
                upload.start(file);
              }}
            />
          )}
        </LatePart>
      )}
    </div>
  );
}
