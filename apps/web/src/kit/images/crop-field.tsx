import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { useRef, useState } from 'react';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { acceptOf, sendImage } from '../uploads/file-upload.ts';
import { stateWith, useUpload, type ReportProgress } from '../uploads/upload.ts';
import { canShow } from './crop-image.ts';
import { imageRefusals } from './image-limits.ts';

interface CropFieldProps {
  label: string;
  /** The title of the dialog: 'Recortar para o celular'. */
  cropTitle: string;
  /** The image's URL; null if there is none. */
  value: string | null;
  /** The path of the uploaded image, or null after removal. The field does not save it. */
  onChange: (path: string | null) => void;
  /** A short text at the right of the label: '16:9'. The default is the pixel size. */
  limits?: string;
  /** An upload use with a fixed pixel size. */
  use: ImageUse;
  /** The fallback image, shown in the empty box. */
  standIn?: string | null;
  onUploadProgress?: ReportProgress;
  error?: string | undefined;
}

/**
 * A field for an image with a fixed frame: choose, crop, upload. The old image stays until the new
 * one is uploaded. The server first converts files that the browser cannot show (HEIC), and reports
 * broken files.
 *
 * ```tsx
 * <CropField label={t('Celular')} cropTitle={t('Recortar para o celular')} use="banner_vertical"
 *   value={values.login_banner_vertical} onChange={(path) => set('login_banner_vertical', path)} />
 * ```
 */
export function CropField(props: CropFieldProps) {
  const { label, cropTitle, value, onChange, limits, use, standIn, error } = props;
  const { t } = useTranslation();
  const { bytes, width = 0, height = 0, animated = false } = ruleOf(use);
  const { source, openFile, closeCrop, upload, active } = useCropUpload(props);
  const { sent } = upload;
  const box = useRef<HTMLFieldSetElement>(null);
  const shownImage = value ?? standIn;

  function remove() {
    upload.cancel();
    onChange(null);
  }

  return (
    <>
      <UploadBox
        ref={box}
        label={label}
        accept={acceptOf(use)}
        maxBytes={bytes}
        limits={limits ?? `${width}x${height}`}
        refusals={imageRefusals(t, use)}
        ratio={width / height}
        error={error}
        state={stateWith(active.state, sent?.answer.path === value ? sent?.file : null)}
        preview={
          shownImage ? (
            <img src={shownImage} srcSet={imageSrcSet(shownImage)} sizes="400px" alt="" />
          ) : undefined
        }
        onFile={(file) => void openFile(file)}
        onCancel={active.cancel}
        onRetry={active.retry}
        onRemove={value ? remove : undefined}
      />
      {source && (
        <LatePart load={() => import('./crop-dialog.tsx')} onFail={closeCrop}>
          {(CropDialog) => (
            <CropDialog
              title={cropTitle}
              image={source.image}
              name={source.file.name}
              size={[width, height]}
              transparent={animated}
              finalFocus={box}
              onCancel={closeCrop}
              onCrop={(file) => {
                closeCrop();
                upload.start(file);
              }}
            />
          )}
        </LatePart>
      )}
    </>
  );
}

/**
 * Opens the chosen image for its crop, and uploads the crop. `active` is the upload that runs: of the
 * crop, or of an image that the server converts first.
 */
function useCropUpload({
  use,
  onChange,
  onUploadProgress,
}: Pick<CropFieldProps, 'use' | 'onChange' | 'onUploadProgress'>) {
  const { animated = false } = ruleOf(use);
  const [source, setSource] = useState<{ image: string; file: File } | null>(null);
  const conversion = useUpload({
    send: (file, options) => sendImage(file, 'image', options),
    onDone: ({ url }, file) => setSource({ image: url, file }),
    onUploadProgress,
  });
  const upload = useUpload({
    send: (file, options) => sendImage(file, use, options),
    onDone: ({ path }) => onChange(path),
    onUploadProgress,
  });

  const newestFile = useRef<File>(null);
  async function openFile(file: File) {
    newestFile.current = file;
    conversion.cancel();
    upload.cancel();
    // A crop would keep one frame of it. The server cuts the middle of all.
    if (animated && file.type === 'image/gif') return upload.start(file);
    const image = URL.createObjectURL(file);
    const isShowable = await canShow(image);
    const isNewest = newestFile.current === file;
    if (isShowable && isNewest) return setSource({ image, file });
    forget(image);
    if (!isNewest) return;
    // A badge takes no HEIC, so its own upload refuses the file in its own words.
    (animated ? upload : conversion).start(file);
  }

  function closeCrop() {
    if (source) forget(source.image);
    setSource(null);
  }

  const active = conversion.state.kind === 'empty' ? upload : conversion;
  return { source, openFile, closeCrop, upload, active };
}

const forget = (image: string) => {
  if (image.startsWith('blob:')) URL.revokeObjectURL(image);
};
