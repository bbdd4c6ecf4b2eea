import { filePath, imageSrcSet } from '@vitrine/contract/file-addresses';
import { ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { Crop } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { imageAccept, sendImage } from '../uploads/file-upload.ts';
import { imageLimits, imageRefusals } from './image-limits.ts';
import { useUpload } from '../uploads/upload.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface ImageFieldProps {
  label: string;
  /** The image's address; null while there is none. */
  value: string | null;
  /** A path for what was uploaded, null when it was taken away. Nothing is saved by it. */
  onChange: (path: string | null) => void;
  use: ImageUse;
  /** Width by height of the box. */
  ratio?: number;
  /** `contain` shows the whole of it: logos. */
  fit?: 'cover' | 'contain';
  /** The limits in words, where the specification has words of its own. */
  limits?: string;
  error?: string | undefined;
  /** Offers to cut it, in pixels: width and height. */
  crop?: readonly [number, number];
  /** Keeps what is transparent when it is cut. */
  transparent?: boolean;
  /** 0 to 1 while an upload runs, null afterwards: for the save bar. */
  onPart?: (part: number | null) => void;
}

/**
 * An image of the school: dropped, chosen or pasted, sent at once with its progress. The old one
 * stays until the new one is in.
 *
 *     <ImageField label={t('Capa')} use="image" value={values.cover} onChange={(path) => form.setValue('cover', path)} />
 */
export function ImageField(props: ImageFieldProps) {
  const { label, value, onChange, use, ratio = 16 / 9, fit, limits, error, onPart } = props;
  const { crop, transparent = false } = props;
  const { t } = useTranslation();
  const { bytes } = ruleOf(use);
  const [cutting, setCutting] = useState<string | null>(null);
  const upload = useUpload({
    send: (file, options) => sendImage(file, use, options),
    onDone: ({ path }) => onChange(path),
  });
  const tell = useEffectEvent((part: number | null) => onPart?.(part));
  useEffect(() => tell(upload.part), [upload.part]);

  return (
    // The box has a least height and a ratio, and so a least width: a grid must not grow to it.
    <div className="min-w-0">
      <UploadBox
        label={label}
        accept={imageAccept}
        maxBytes={bytes}
        limits={limits ?? imageLimits(t, use)}
        refusals={imageRefusals(t, use)}
        ratio={ratio}
        error={error}
        state={upload.state}
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
      {/* Only a picture of the school: the browser does not let a page read another site's. */}
      {crop && value && filePath(value) && upload.state.kind === 'empty' && (
        <button
          type="button"
          aria-label={t('Recortar {{name}}', { name: label })}
          onClick={() => setCutting(value)}
          className="touch-target mt-2 inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-13 font-semibold text-text hover:bg-hover"
        >
          <Crop size={16} strokeWidth={2} aria-hidden="true" />
          {t('Recortar')}
        </button>
      )}
      {crop && cutting && (
        <Suspense>
          <CropDialog
            title={t('Recortar {{name}}', { name: label })}
            picture={cutting}
            name="recorte"
            size={crop}
            transparent={transparent}
            onCancel={() => setCutting(null)}
            onCut={(file) => {
              setCutting(null);
              upload.start(file);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
