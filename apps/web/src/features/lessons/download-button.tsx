import type { Lesson } from '@vitrine/contract/catalog';
import { ArrowDownToLine, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  downloadedLessons,
  readDownloadedLessons,
  runningDownloads,
} from '../../kit/offline/downloads.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { runningPercent } from '../../ui/running-percent.ts';
import { useTranslation } from '../../ui/translation.ts';

/** Downloads the lesson to the device, or removes the download. */
export default function DownloadButton({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const running = runningDownloads.use().get(lesson.id);
  const isDownloaded = downloadedLessons.use()?.some(({ id }) => id === lesson.id) ?? false;
  useEffect(() => void readDownloadedLessons(), []);
  const percent = running && runningPercent(running.loaded / Math.max(1, running.total));
  return (
    <>
      <button
        type="button"
        className="lesson-action"
        aria-pressed={isDownloaded}
        aria-label={
          isDownloaded ? t('Baixada para ver sem internet') : t('Baixar para ver sem internet')
        }
        onClick={() => setOpen(true)}
      >
        {isDownloaded ? (
          <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <ArrowDownToLine size={20} strokeWidth={1.75} aria-hidden="true" />
        )}
        {percent !== undefined && <span className="text-14 tabular-nums">{percent}%</span>}
      </button>
      {open && (
        <LatePart load={() => import('./download-dialog.tsx')} onFail={() => setOpen(false)}>
          {(DownloadDialog) => <DownloadDialog lesson={lesson} onClose={() => setOpen(false)} />}
        </LatePart>
      )}
    </>
  );
}
