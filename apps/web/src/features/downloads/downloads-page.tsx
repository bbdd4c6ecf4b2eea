import { pages } from '@vitrine/contract/pages';
import { ArrowDownToLine, FileText, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { canDownload } from '../../kit/offline/downloaded-lessons.ts';
import {
  downloadedLessons,
  readDownloadedLessons,
  removeDownload,
  runningDownloads,
} from '../../kit/offline/downloads.ts';
import { FILE_ROOT, type DownloadedLesson } from '../../kit/offline/names.ts';
import { SitePage } from '../../kit/page/site-page.tsx';
import { relativeTime } from '../../platform/relative-time.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/bytes.ts';
import { LateConfirm } from '../../ui/late-confirm.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useRowRemovalFocus } from '../../ui/row-removal-focus.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

/** The lessons on this device, which open without a line. */
export default function DownloadsPage() {
  const { t, i18n } = useTranslation();
  const lessons = downloadedLessons.use();
  const running = runningDownloads.use();
  const [removing, setRemoving] = useState<DownloadedLesson | null>(null);
  useEffect(() => void readDownloadedLessons(), []);
  const leaving = useRowRemovalFocus();
  const total = lessons?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    <SitePage title={t('Downloads')}>
      <p className="mt-2 max-w-160 text-16 text-text-2">
        {t('As aulas que você baixou abrem neste aparelho mesmo sem internet.')}
      </p>
      {[...running].map(([id, { loaded, total: all }]) => (
        <ProgressBar
          key={id}
          className="mt-6"
          label={t('Baixando a aula')}
          value={loaded / Math.max(1, all)}
        />
      ))}
      {lessons === null && <Skeleton shape="row" count={3} className="mt-8" />}
      {lessons?.length === 0 && (
        <EmptyState
          className="pt-16"
          icon={<ArrowDownToLine />}
          title={t('Nenhuma aula baixada')}
          text={
            canDownload()
              ? t('Abra uma aula e escolha Baixar para ver sem internet.')
              : t('Este navegador não guarda aulas. Abra a escola em outro, por um endereço https.')
          }
          action={
            <Link to={pages.myCourses.path} className={buttonClass('primary')}>
              {t('Ir para meus cursos')}
            </Link>
          }
        />
      )}
      {lessons && lessons.length > 0 && (
        <>
          <p className="mt-6 text-14 text-text-2">
            {t('{{count}} aula, {{size}} neste aparelho|{{count}} aulas, {{size}} neste aparelho', {
              count: lessons.length,
              size: formatBytes(total, i18n.language),
            })}
          </p>
          <ul ref={leaving.list} className="mt-2 divide-y divide-line border-y border-line">
            {lessons.map((lesson) => (
              <DownloadRow key={lesson.id} lesson={lesson} onRemove={() => setRemoving(lesson)} />
            ))}
          </ul>
        </>
      )}
      {removing && (
        <LateConfirm
          open
          onClose={() => setRemoving(null)}
          title={t('Remover o download')}
          text={t('{{title}} sai deste aparelho. A aula continua no curso.', {
            title: removing.title,
          })}
          confirmLabel={t('Remover')}
          onConfirm={() =>
            leaving.during(lessons?.indexOf(removing) ?? -1, () => removeDownload(removing.id))
          }
          finalFocus={leaving.finalFocus}
        />
      )}
    </SitePage>
  );
}

function DownloadRow({ lesson, onRemove }: { lesson: DownloadedLesson; onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const files = lesson.files.filter(({ kind }) => kind === 'file');
  const save = (path: string, name: string) =>
    saveFile(path, name).catch(() =>
      toast.error(t('O arquivo não está mais neste aparelho. Baixe a aula de novo.')),
    );
  return (
    <li className="py-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Link
            to={lesson.href}
            className="text-16 font-semibold wrap-anywhere text-text hover:underline"
          >
            {lesson.title}
          </Link>
          <p className="mt-0.5 text-14 wrap-anywhere text-text-2">{lesson.course.title}</p>
          <p className="mt-0.5 text-13 text-text-2 tabular-nums">
            {formatBytes(lesson.bytes, i18n.language)}
            {' · '}
            {relativeTime(lesson.savedAt, { t, i18n })}
          </p>
        </div>
        <Button
          variant="ghost"
          aria-label={t('Remover {{title}}', { title: lesson.title })}
          icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onRemove}
        >
          {t('Remover')}
        </Button>
      </div>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map(({ path, name }) => (
            <li key={path}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left text-14 hover:bg-hover"
                onClick={() => void save(path, name)}
              >
                <FileText size={18} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Hands the file over as a download: a link with `download` would pass the worker by. */
async function saveFile(path: string, name: string) {
  const response = await fetch(FILE_ROOT + path);
  if (!response.ok) throw new Error(`${name} is not in the cache`);
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
