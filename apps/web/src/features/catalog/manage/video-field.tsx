import { filePath } from '@vitrine/contract/file-addresses';
import { ruleOf } from '@vitrine/contract/uploads';
import { useEffect, useState } from 'react';
import { VideoAddressField } from '../../../kit/links/video-address-field.tsx';
import { sendFile } from '../../../kit/uploads/file-upload.ts';
import { useUpload, type ReportProgress } from '../../../kit/uploads/upload.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { UploadBox } from '../../../ui/upload-box.tsx';
import { VideoState } from './video-state.tsx';

type Kind = 'none' | 'file' | 'address';
interface Video {
  video_url: string | null;
  embed: string | null;
}

interface VideoFieldProps {
  video: string | null;
  embed: string | null;
  /** The saved video by an address that plays, where it is ours. */
  playable: string | null;
  errors: { video_url: string | undefined; embed: string | undefined };
  onChange: (video: Video) => void;
  onDuration: (seconds: number) => void;
  /** The file of a video was sent. */
  onVideoFile: (file: File) => void;
  onUploadProgress: ReportProgress;
}

const { bytes: maxBytes } = ruleOf('lesson_video');

/**
 * A lesson's video: an uploaded file or a pasted address. Switching between both keeps their
 * values.
 */
export function VideoField(props: VideoFieldProps) {
  const { video, embed, playable, errors, onChange, onDuration, onVideoFile, onUploadProgress } =
    props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Kind>('none');
  const kind = kindOf(video, embed) ?? chosen;
  const [previousByKind, setPreviousByKind] = useState<Partial<Record<Kind, Video>>>({});
  const [local, setLocal] = useState<{ path: string; url: string } | null>(null);
  const upload = useUpload({
    send: (file, options) => sendFile(file, 'lesson_video', options),
    onDone(path, file) {
      setLocal({ path, url: URL.createObjectURL(file) });
      onChange({ video_url: path, embed: null });
      onVideoFile(file);
    },
    onUploadProgress,
  });
  useEffect(() => () => void (local && URL.revokeObjectURL(local.url)), [local]);

  function choose(next: Kind) {
    // Its end would replace the address that is written instead.
    upload.cancel();
    setPreviousByKind({ ...previousByKind, [kind]: { video_url: video, embed } });
    setChosen(next);
    onChange(previousByKind[next] ?? { video_url: null, embed: null });
  }

  const source = local?.path === video ? local?.url : playable && samePath(playable, video);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segmented<Kind>
        label={t('Vídeo')}
        wide
        value={kind}
        onValueChange={choose}
        options={[
          { value: 'none', label: t('Sem vídeo') },
          { value: 'file', label: t('Enviar arquivo') },
          { value: 'address', label: t('Link ou código') },
        ]}
      />
      {kind === 'file' && (
        <>
          <UploadBox
            label={t('Arquivo de vídeo')}
            accept="video/*,.mkv,.avi,.flv"
            maxBytes={maxBytes}
            limits={t('MP4 ou WebM, até 2 GB')}
            error={errors.video_url}
            state={upload.state}
            preview={
              source ? (
                <video
                  src={source}
                  muted
                  playsInline
                  preload="metadata"
                  onLoadedMetadata={({ currentTarget: { duration } }) => {
                    if (local && Number.isFinite(duration)) onDuration(Math.round(duration));
                  }}
                />
              ) : undefined
            }
            onFile={upload.start}
            onCancel={upload.cancel}
            onRetry={upload.retry}
            onRemove={video ? () => onChange({ video_url: null, embed: null }) : undefined}
          />
          {video && <VideoState path={video} />}
        </>
      )}
      {kind === 'address' && (
        <VideoAddressField
          value={embed ?? video ?? ''}
          error={errors.embed ?? errors.video_url}
          onChange={(address, found) => {
            setChosen('address');
            const embeds = found?.kind === 'player' || (!found && address.includes('<'));
            onChange({
              video_url: embeds ? null : address || null,
              embed: embeds ? address : null,
            });
          }}
          onDuration={onDuration}
        />
      )}
    </div>
  );
}

function kindOf(video: string | null, embed: string | null): Kind | null {
  if (embed) return 'address';
  if (!video) return null;
  return filePath(video) ? 'file' : 'address';
}

const samePath = (url: string, path: string | null) =>
  (filePath(url) ?? url) === path ? url : null;
