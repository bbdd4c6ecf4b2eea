import { imageSrcSet, ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { imageAccept, sendImage } from '../uploads/file-upload.ts';
import { imageLimits, imageRefusals } from './image-limits.ts';
import { useUpload } from '../uploads/upload.ts';

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
  const { t } = useTranslation();
  const { bytes } = ruleOf(use);
  const upload = useUpload({
    send: (file, options) => sendImage(file, use, options),
    onDone: ({ path }) => onChange(path),
  });
  const tell = useEffectEvent((part: number | null) => onPart?.(part));
  useEffect(() => tell(upload.part), [upload.part]);

  return (
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
  );
}
