import { limits, messages } from '@vitrine/contract/uploads';
import { sendFile } from '../../kit/uploads/file-upload.ts';
import { stateWith, useUpload, type ReportProgress } from '../../kit/uploads/upload.ts';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import type { UploadState } from '../../ui/upload-progress.tsx';
import { useVideoState } from './banners.queries.ts';

interface VideoFieldProps {
  label: string;
  /** The limits in words, beside the label. */
  limits: string;
  /** The video's address. Null without a video. */
  value: string | null;
  onChange: (path: string | null) => void;
  ratio: number;
  error?: string | undefined;
  onUploadProgress: ReportProgress;
}

/** Accepted extensions (B section 5). The server converts formats that browsers do not play. */
const accept = 'video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov,.avi,.mpeg,.mpg,.mkv,.flv';

/** A video of a banner: sent at once, and converted by the server where browsers do not play it. */
export function VideoField({
  label,
  limits: shape,
  value,
  onChange,
  ratio,
  error,
  onUploadProgress,
}: VideoFieldProps) {
  const { t } = useTranslation();
  const upload = useUpload({
    send: (file, options) => sendFile(file, 'banner_video', options),
    onDone: (path) => onChange(path),
    onUploadProgress,
  });
  const { sent } = upload;
  const videoState = useVideoState(value).data?.data;

  const refused = videoState?.state === 'refused';
  const state: UploadState =
    upload.state.kind === 'empty' && videoState?.state === 'converting'
      ? { kind: 'processing', text: t(messages.converting) }
      : stateWith(upload.state, sent?.answer === value ? sent?.file : null);

  function remove() {
    upload.cancel();
    onChange(null);
  }

  return (
    <UploadBox
      label={label}
      accept={accept}
      maxBytes={limits.bannerVideo}
      limits={shape}
      refusals={{ size: t(messages.bannerVideoTooLarge), type: t(messages.wrongVideo) }}
      ratio={ratio}
      state={state}
      error={refused ? t(messages.notConvertible) : error}
      preview={
        value && videoState?.state === 'ready' ? (
          <video key={value} src={value} muted playsInline preload="metadata" aria-hidden="true" />
        ) : undefined
      }
      onFile={upload.start}
      onCancel={upload.cancel}
      onRetry={upload.retry}
      onRemove={value ? remove : undefined}
    />
  );
}
