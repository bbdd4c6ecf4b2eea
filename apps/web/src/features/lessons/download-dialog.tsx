import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '@vitrine/contract/catalog';
import { pages } from '@vitrine/contract/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  filesOf,
  missingBytes,
  readSizes,
  type SizedFile,
} from '../../kit/offline/download-lesson.ts';
import {
  downloadedLessons,
  isDeviceFull,
  removeDownload,
  runningDownloads,
  startDownload,
  type RunningDownload,
} from '../../kit/offline/downloads.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { bytesOf, formatBytes } from '../../ui/bytes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation, type Translation } from '../../ui/translation.ts';

interface DownloadDialogProps {
  lesson: Lesson;
  onClose: () => void;
}

/** The download of a lesson: offered with its size, running, or done. */
export default function DownloadDialog({ lesson, onClose }: DownloadDialogProps) {
  const translation = useTranslation();
  const running = runningDownloads.use().get(lesson.id);
  const downloaded = downloadedLessons.use()?.find(({ id }) => id === lesson.id);
  const offer = useOffer(lesson, !downloaded && !running);
  const context = { ...translation, lesson, onClose };
  if (downloaded) return downloadedDialog(context, downloaded.bytes);
  if (running) return runningDialog(context, running);
  return offerDialog(context, offer);
}

/** Measures the lesson's files while `isOffered`, and starts the download. */
function useOffer(lesson: Lesson, isOffered: boolean) {
  const [failure, setFailure] = useState<Error | null>(null);
  const sizes = useQuery({
    queryKey: ['lesson-files', lesson.id],
    async queryFn() {
      const files = await readSizes(filesOf(lesson));
      return { files, missing: await missingBytes(files), free: await freeBytes() };
    },
    enabled: isOffered,
    staleTime: 0,
    gcTime: 0,
  });
  const { files = [], missing = 0, free = null } = sizes.data ?? {};
  const total = sum(files);
  async function start() {
    setFailure(null);
    await startDownload(lesson, files).catch(setFailure);
  }
  // What the browser says to be free is an estimate.
  const isFull = (free !== null && free < missing) || isDeviceFull(failure);
  return { sizes, files, total, isFull, hasFailed: failure !== null && !isFull, start };
}

// Functions, not components: the dialog stays mounted from state to state, and its buttons keep the
// focus.

interface DialogContext extends Translation, DownloadDialogProps {}

const downloadedDialog = ({ t, i18n, lesson, onClose }: DialogContext, bytes: number) => (
  <Dialog
    open
    onClose={onClose}
    title={t('Baixada para ver sem internet')}
    description={lesson.title}
    actions={
      <>
        <Button variant="ghost" onClick={() => void removeDownload(lesson.id).then(onClose)}>
          {t('Remover deste aparelho')}
        </Button>
        <Link to={pages.downloads.path} className={buttonClass('primary')}>
          {t('Ver downloads')}
        </Link>
      </>
    }
  >
    <p className="text-15 text-text-2">
      {t('Ocupa {{size}} neste aparelho.', { size: formatBytes(bytes, i18n.language) })}
    </p>
  </Dialog>
);

const runningDialog = (
  { t, i18n, lesson, onClose }: DialogContext,
  { loaded, total, cancel }: RunningDownload,
) => (
  <Dialog
    open
    onClose={onClose}
    title={t('Baixando a aula')}
    description={lesson.title}
    actions={
      <>
        <Button variant="ghost" onClick={cancel}>
          {t('Cancelar download')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('Continuar navegando')}
        </Button>
      </>
    }
  >
    <ProgressBar label={t('Baixando a aula')} value={loaded / Math.max(1, total)} />
    <p className="mt-2 text-14 text-text-2 tabular-nums">
      {t('{{loaded}} de {{total}}', bytesOf(loaded, total, i18n.language))}
    </p>
  </Dialog>
);

const offerDialog = (
  { t, i18n, lesson, onClose }: DialogContext,
  { sizes, files, total, isFull, hasFailed, start }: ReturnType<typeof useOffer>,
) => (
  <Dialog
    open
    onClose={onClose}
    title={t('Baixar para ver sem internet')}
    description={lesson.title}
    actions={
      <>
        <Button variant="ghost" onClick={onClose}>
          {t('Cancelar')}
        </Button>
        {sizes.isLoadingError ? (
          <Button variant="primary" busy={sizes.isFetching} onClick={() => void sizes.refetch()}>
            {t('Tentar de novo')}
          </Button>
        ) : (
          <Button variant="primary" disabled={!sizes.data || isFull} onClick={() => void start()}>
            {t('Baixar')}
          </Button>
        )}
      </>
    }
  >
    {sizes.isPending && <Skeleton shape="row" count={2} />}
    {sizes.isLoadingError && (
      <InlineError>
        {t('Não deu para ver o tamanho. Confira sua internet e tente de novo.')}
      </InlineError>
    )}
    {sizes.data && <Contents lesson={lesson} files={files} />}
    {isFull && (
      <InlineError className="mt-3">
        {t('Não há espaço livre neste aparelho para {{size}}.', {
          size: formatBytes(total, i18n.language),
        })}
      </InlineError>
    )}
    {hasFailed && (
      <InlineError className="mt-3">
        {t('O download parou. Tente de novo: ele continua de onde parou.')}
      </InlineError>
    )}
  </Dialog>
);

/** The parts with their sizes, and the parts that cannot be downloaded. */
function Contents({ lesson, files }: { lesson: Lesson; files: readonly SizedFile[] }) {
  const { t, i18n } = useTranslation();
  const filesOf = (...kinds: SizedFile['kind'][]) =>
    files.filter(({ kind }) => kinds.includes(kind));
  const parts = [
    { name: t('Vídeo'), files: filesOf('video', 'captions') },
    { name: t('Arquivos'), files: filesOf('file') },
    { name: t('Imagens'), files: filesOf('image') },
  ].filter((part) => part.files.length > 0);
  const isStreamed = (lesson.video_url ?? lesson.embed) !== null && filesOf('video').length === 0;
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 text-15">
        <dt>{t('Texto da aula')}</dt>
        <dd />
        {parts.map((part) => (
          <div key={part.name} className="contents">
            <dt>{part.name}</dt>
            <dd className="text-right text-text-2 tabular-nums">
              {formatBytes(sum(part.files), i18n.language)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-line pt-3 text-15 font-semibold">
        {t('Ocupa {{size}} neste aparelho.', { size: formatBytes(sum(files), i18n.language) })}
      </p>
      {isStreamed && (
        <p className="mt-2 text-14 text-text-2">{t('O vídeo desta aula só toca com internet.')}</p>
      )}
    </>
  );
}

const sum = (files: readonly SizedFile[]) => files.reduce((all, { bytes }) => all + bytes, 0);

/** Free storage of this site. Null where the browser does not tell. */
async function freeBytes() {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : quota - usage;
}
