import type { Lesson } from '@vitrine/contract/catalog';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '../../ui/bytes.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';

type WithMaterials = Pick<Lesson, 'files' | 'link' | 'content'>;

/** Whether the lesson has files or a link to show. */
export const hasMaterials = ({ files, link }: Pick<Lesson, 'files' | 'link'>) =>
  files.length > 0 || link !== null;

/** The lesson's files for download and its link. */
export function Materials({ lesson }: { lesson: WithMaterials }) {
  const { t } = useTranslation();
  const { files, link } = lesson;
  return (
    <ul className="grid max-w-220 gap-1">
      {link && (
        <li>
          <a href={link} target="_blank" rel="noreferrer" className="material">
            <ExternalLink size={20} strokeWidth={1.75} aria-hidden="true" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-text">{t('Abrir o link da aula')}</span>
              <span className="block truncate text-13 text-text-2">{hostOf(link)}</span>
            </span>
          </a>
        </li>
      )}
      {files.map((file) => (
        <MaterialFile key={file.id} {...file} opened={isOnly(lesson, file)} />
      ))}
    </ul>
  );
}

/** A lesson that is nothing but a PDF shows it at once. */
const isOnly = ({ files, content }: WithMaterials, file: Lesson['files'][number]) =>
  !content && isPdf(file) && files.filter(isPdf).length === 1;

const isPdf = ({ url }: Lesson['files'][number]) => /\.pdf\?/.test(url);

/** A file. A PDF opens in place and can be downloaded. Other files are downloads. */
function MaterialFile({ opened, ...file }: Lesson['files'][number] & { opened: boolean }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(opened);
  const { name, size, url } = file;
  const icon = <Download size={18} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />;
  const words = (
    <>
      <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere text-text">{name}</span>
        {size > 0 && (
          <span className="block text-13 text-text-2">{formatBytes(size, i18n.language)}</span>
        )}
      </span>
    </>
  );
  if (!isPdf(file))
    return (
      <li>
        <a href={url} download={name} className="material">
          {words}
          {icon}
        </a>
      </li>
    );
  return (
    <li>
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="material min-w-0 flex-1 text-left"
        >
          {words}
          <span className="text-13 font-semibold text-text-2">{open ? t('Fechar') : t('Ler')}</span>
        </button>
        <a
          href={url}
          download={name}
          aria-label={t('Baixar {{name}}', { name })}
          className="lesson-action ml-1"
        >
          {icon}
        </a>
      </div>
      {open && (
        <LatePart
          load={() => import('../../ui/pdf-reader.tsx')}
          fallback={<div className="skeleton mt-2 h-[60dvh] rounded-card" />}
        >
          {(PdfReader) => (
            <div className="mt-2 mb-4">
              <PdfReader url={url} name={name} />
            </div>
          )}
        </LatePart>
      )}
    </li>
  );
}

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host : link);
