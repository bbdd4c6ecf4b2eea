import { readLink } from '@vitrine/contract/links';
import { messages } from '@vitrine/contract/messages';
import { readVideo, type PastedVideo } from '@vitrine/contract/videos';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';

interface VideoAddressFieldProps {
  value: string;
  required?: boolean;
  error: string | undefined;
  /** The typed text and the recognised video; null if it is not recognised. */
  onChange: (address: string, video: PastedVideo | null) => void;
  /** The duration of a video file that was typed here, once the browser has loaded it. */
  onDuration: (seconds: number) => void;
}

/** A field for a video's address or embed code. It shows what it recognised. */
export function VideoAddressField({
  value,
  required = false,
  error,
  onChange,
  onDuration,
}: VideoAddressFieldProps) {
  const { t } = useTranslation();
  const [typedText, setTypedText] = useState<string | null>(null);
  const [typedHere, setTypedHere] = useState(false);
  const video = readVideo(value);
  const storedFormOf = (text: string) => addressOf(text, readVideo(text));
  const shownText = typedText !== null && storedFormOf(typedText) === value ? typedText : null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextArea
        label={t('Link ou código do vídeo')}
        hint={t(
          'YouTube, Vimeo, Panda Video, Bunny, Vturb, Wistia, Loom, Spotify, Google Drive ou um arquivo MP4, WebM ou HLS que já está na internet.',
        )}
        required={required}
        rows={2}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        value={shownText ?? value}
        onChange={({ target }) => {
          setTypedText(target.value);
          setTypedHere(true);
          onChange(storedFormOf(target.value), readVideo(target.value));
        }}
        onBlur={() => setTypedText(null)}
      />
      <div role="status">
        {video ? (
          <FoundVideo
            key={video.url}
            video={video}
            onDuration={typedHere ? onDuration : undefined}
          />
        ) : (
          value && <InlineWarning>{t(warningOf(value))}</InlineWarning>
        )}
      </div>
    </div>
  );
}

/** The server gets embed codes unchanged. A file's address gets https. */
function addressOf(text: string, video: PastedVideo | null) {
  if (!video) return readLink(text) ?? text;
  return video.kind === 'player' ? text : video.url;
}

function warningOf(text: string) {
  if (text.includes('<')) return 'Este código não é de um player desta lista.';
  return readLink(text) === null
    ? messages.invalidLink
    : 'Não achamos um vídeo neste endereço. Ele só toca se for um arquivo.';
}

interface FoundVideoProps {
  video: PastedVideo;
  onDuration: ((seconds: number) => void) | undefined;
}

function FoundVideo({ video, onDuration }: FoundVideoProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-control border border-line p-2">
      <Preview
        video={video}
        failed={failed}
        onFail={() => setFailed(true)}
        onDuration={onDuration}
      />
      <div className="min-w-0">
        <p className="text-14 font-medium text-text">{nameOf(t, video)}</p>
        <p className="truncate text-13 text-text-2">{video.url}</p>
        {failed && video.kind === 'file' && (
          <p className="text-13 text-warn">
            {t('O arquivo não abriu aqui. Confira se o endereço é público.')}
          </p>
        )}
      </div>
    </div>
  );
}

interface PreviewProps extends FoundVideoProps {
  failed: boolean;
  onFail: () => void;
}

const previewClass = 'aspect-video w-28 shrink-0 rounded-control bg-surface-3 object-cover';

/** The thumbnail of a player, or the first frame of a file. An icon if there is none. */
function Preview({ video, failed, onFail, onDuration }: PreviewProps) {
  if (!failed && video.kind === 'player' && video.thumbnail)
    return (
      <img
        src={video.thumbnail}
        alt=""
        className={previewClass}
        referrerPolicy="no-referrer"
        onError={onFail}
      />
    );
  if (!failed && video.kind === 'file')
    return (
      <video
        src={video.url}
        muted
        playsInline
        preload="metadata"
        className={previewClass}
        onError={onFail}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) onDuration?.(Math.round(duration));
        }}
      />
    );
  return (
    <span className={`${previewClass} grid place-items-center text-text-3`}>
      <Clapperboard size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

/** 'Vídeo do YouTube', 'Arquivo de vídeo MP4'. */
export function nameOf(t: TFunction, video: PastedVideo): string {
  if (video.kind !== 'player') {
    if (video.kind === 'stream') return t('Transmissão de vídeo (HLS)');
    const [ending = ''] = /\w+$/.exec(new URL(video.url).pathname) ?? [];
    return t('Arquivo de vídeo {{format}}', { format: ending.toUpperCase() });
  }
  const { provider } = video;
  if (provider === 'Spotify') return t('Áudio do Spotify');
  if (provider === 'Google Docs') return t('Documento do Google');
  return t('Vídeo do {{provider}}', { provider });
}
