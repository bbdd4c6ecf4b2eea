import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { canShow } from './cut-picture.ts';
import { imageAccept, sendImage } from '../uploads/file-upload.ts';
import { imageRefusals } from './image-limits.ts';
import { useUpload } from '../uploads/upload.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface CropFieldProps {
  label: string;
  /** The title of the dialog: 'Recortar para o celular'. */
  cropTitle: string;
  /** The image's address; null while there is none. */
  value: string | null;
  /** A path for what was uploaded, null when it was taken away. Nothing is saved by it. */
  onChange: (path: string | null) => void;
  /** A small fact at the right of the label: '16:9'; the pixels if left out. */
  limits?: string;
  /** A use that names the pixels which it is cut to. */
  use: ImageUse;
  /** Shown in the empty box: what stands in while there is no image. */
  standIn?: string | null;
  /** 0 to 1 while an upload runs, null afterwards: for the save bar. */
  onPart?: (part: number | null) => void;
}

/**
 * An image of the school that has a fixed frame: chosen, cut, sent with its progress. The old one
 * stays until the new one is in. What the browser cannot show (HEIC) is first made readable by the
 * server, which also says so where a file is broken.
 *
 *     <CropField label={t('Celular')} cropTitle={t('Recortar para o celular')} use="banner_vertical"
 *       value={values.login_banner_vertical} onChange={(path) => form.setValue('login_banner_vertical', path)} />
 */
export function CropField(props: CropFieldProps) {
  const { label, cropTitle, value, onChange, limits, use, standIn, onPart } = props;
  const { t } = useTranslation();
  const { bytes, width = 0, height = 0 } = ruleOf(use);
  const [source, setSource] = useState<{ picture: string; file: File } | null>(null);
  const readable = useUpload({
    send: (file, options) => sendImage(file, 'image', options),
    onDone: ({ url }, file) => setSource({ picture: url, file }),
  });
  const upload = useUpload({
    send: (file, options) => sendImage(file, use, options),
    onDone: ({ path }) => onChange(path),
  });
  const active = readable.state.kind === 'empty' ? upload : readable;
  const tell = useEffectEvent((part: number | null) => onPart?.(part));
  useEffect(() => tell(active.part), [active.part]);

  async function take(file: File) {
    readable.cancel();
    upload.cancel();
    const picture = URL.createObjectURL(file);
    if (await canShow(picture)) return setSource({ picture, file });
    forget(picture);
    readable.start(file);
  }

  function close() {
    if (source) forget(source.picture);
    setSource(null);
  }

  const shown = value ?? standIn;
  return (
    <>
      <UploadBox
        label={label}
        accept={imageAccept}
        maxBytes={bytes}
        limits={limits ?? `${width} × ${height}`}
        refusals={imageRefusals(t, use)}
        ratio={width / height}
        state={active.state}
        preview={
          shown ? <img src={shown} srcSet={imageSrcSet(shown)} sizes="400px" alt="" /> : undefined
        }
        onFile={(file) => void take(file)}
        onCancel={active.cancel}
        onRetry={active.retry}
        {...(value && {
          onRemove() {
            upload.cancel();
            onChange(null);
          },
        })}
      />
      {source && (
        <Suspense>
          <CropDialog
            title={cropTitle}
            picture={source.picture}
            name={source.file.name}
            size={[width, height]}
            onCancel={close}
            onCut={(file) => {
              close();
              upload.start(file);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const forget = (picture: string) => {
  if (picture.startsWith('blob:')) URL.revokeObjectURL(picture);
};
