import { limits, messages } from '@vitrine/contract/catalog-limits';
import { FileText, Paperclip, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useCombinedProgress, type ReportProgress } from '../../../kit/uploads/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/bytes.ts';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { UploadingFile } from './uploading-file.tsx';

/** A file in the form. Its fields have the contract's order, so that drafts compare as equal. */
export interface LessonFile {
  name: string;
  path: string;
  size: number;
}

interface LessonFilesProps {
  files: readonly LessonFile[];
  error: string | undefined;
  onChange: (files: LessonFile[]) => void;
  onUploadProgress: ReportProgress;
}

interface QueuedUpload {
  key: number;
  file: File;
  failed?: boolean;
}

/** Maximum number of parallel uploads. Further files wait. */
const MAX_PARALLEL_UPLOADS = 2;

/** The lesson's files for download, in the order in which they show. */
export function LessonFiles({ files, error, onChange, onUploadProgress }: LessonFilesProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const problemId = useId();
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onProgressOf } = useCombinedProgress(onUploadProgress);
  const { queue, inTurn, tooMany, addFiles, drop, mark, addUploaded } = useUploadQueue(
    files,
    onChange,
  );
  const { isDraggedOver, dropProps } = useFileDrop({ onFiles: addFiles });
  const problem = error ?? (tooMany ? t(messages.tooManyFiles) : undefined);

  return (
    // Drag and drop is a shortcut. The button inside does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={titleId}
      {...useHeldFocus(section)}
      {...dropProps}
      className={cx('rounded-control', isDraggedOver && 'bg-accent-soft ring-2 ring-accent')}
    >
      <h2 id={titleId} className="text-15 font-semibold text-text">
        {t('Arquivos')}
      </h2>
      <p className="mt-0.5 mb-2 text-13 text-text-2">
        {t('Apostilas, planilhas, áudios: até 50 arquivos de 100 MB. Solte aqui ou escolha.')}
      </p>
      <UploadedFiles files={files} onChange={onChange} />
      <ul aria-label={t('A caminho')}>
        {queue.map(({ key, file }) => (
          <UploadingFile
            key={key}
            file={file}
            use="lesson_file"
            active={inTurn.some((one) => one.key === key)}
            onFail={(now) => mark(key, now)}
            onDone={(path) => addUploaded(key, file, path)}
            onDrop={() => drop(key)}
            onUploadProgress={onProgressOf(String(key))}
          />
        ))}
      </ul>
      <FileInput ref={input} multiple onFiles={addFiles} />
      <Button
        className="mt-2"
        aria-invalid={error ? true : undefined}
        aria-describedby={problem && problemId}
        icon={<Paperclip size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('Adicionar arquivos')}
      </Button>
      {problem && (
        <div id={problemId} className="mt-2">
          <InlineError>{problem}</InlineError>
        </div>
      )}
    </section>
  );
}

/** The chosen files that are not uploaded yet. A finished upload joins `files`. */
function useUploadQueue(files: readonly LessonFile[], onChange: LessonFilesProps['onChange']) {
  const latest = useRef(files);
  const keyByPath = useRef(new Map<string, number>());
  const [queue, setQueue] = useState<QueuedUpload[]>([]);
  const [tooMany, setTooMany] = useState(false);
  useEffect(() => {
    latest.current = files;
  });
  const drop = (key: number) => setQueue((before) => before.filter((one) => one.key !== key));
  return {
    queue,
    tooMany,
    inTurn: queue.filter(({ failed }) => !failed).slice(0, MAX_PARALLEL_UPLOADS),
    drop,
    addFiles(chosen: readonly File[]) {
      const freeSlots = limits.filesPerLesson - files.length - queue.length;
      setTooMany(chosen.length > freeSlots);
      const queued = chosen
        .slice(0, Math.max(freeSlots, 0))
        .map((file) => ({ key: (lastKey += 1), file }));
      setQueue((before) => [...before, ...queued]);
    },
    /** A failed upload leaves its turn to the next one. */
    mark: (key: number, failed: boolean) =>
      setQueue((before) => before.map((one) => (one.key === key ? { ...one, failed } : one))),
    addUploaded(key: number, file: File, path: string) {
      drop(key);
      keyByPath.current.set(path, key);
      // Small files finish first. The list keeps the order in which the files were chosen.
      const isLater = (one: LessonFile) => (keyByPath.current.get(one.path) ?? 0) > key;
      const at = latest.current.findIndex(isLater);
      const uploaded = { name: file.name, path, size: file.size };
      latest.current = latest.current.toSpliced(at < 0 ? Infinity : at, 0, uploaded);
      onChange([...latest.current]);
    },
  };
}

let lastKey = 0;

function UploadedFiles({ files, onChange }: Pick<LessonFilesProps, 'files' | 'onChange'>) {
  const { t, i18n } = useTranslation();
  return (
    <SortableList
      items={files}
      getId={({ path }) => path}
      getLabel={({ name }) => name}
      label={t('Arquivos')}
      onReorder={(ids) =>
        onChange(ids.map((id) => files.find(({ path }) => path === id)!).filter(Boolean))
      }
      renderRow={({ name, path, size }, { handle, moveMenuItems }) => (
        <div className="flex min-h-12 items-center gap-2">
          {handle}
          <FileText size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
          <p className="min-w-0 flex-1 truncate text-14 text-text">{name}</p>
          <span className="shrink-0 text-13 text-text-3 tabular-nums">
            {formatBytes(size, i18n.language)}
          </span>
          <IconButton
            label={t('Remover {{name}}', { name })}
            onClick={() => onChange(files.filter((one) => one.path !== path))}
          >
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          {files.length > 1 && (
            <Menu label={t('Opções de {{name}}', { name })} items={moveMenuItems} />
          )}
        </div>
      )}
    />
  );
}
