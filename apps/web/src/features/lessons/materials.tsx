import type { Lesson } from '@vitrine/contract/catalog';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { formatBytes } from '../../ui/bytes.ts';

type WithMaterials = Pick<Lesson, 'files' | 'link'>;

export const hasMaterials = ({ files, link }: WithMaterials) => files.length > 0 || link !== null;

/** What one takes along: files to download, and the link that belongs to the lesson. */
export function Materials({ lesson: { files, link } }: { lesson: WithMaterials }) {
  const { t } = useTranslation();
  return (
    <ul className="grid max-w-170 gap-1">
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
        <li key={file.id} className="flex items-center">
          <MaterialFile {...file} />
        </li>
      ))}
    </ul>
  );
}

/** A PDF opens, and may be taken along; every other file is what one takes along. */
function MaterialFile({ name, size, url }: Lesson['files'][number]) {
  const { t, i18n } = useTranslation();
  const opens = /\.pdf\?/.test(url);
  const goal = opens
    ? { href: `${url}&view=1`, target: '_blank', rel: 'noreferrer' }
    : { href: url, download: name };
  const icon = <Download size={18} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />;
  return (
    <>
      <a {...goal} className="material min-w-0 flex-1">
        <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium wrap-anywhere text-text">{name}</span>
          {size > 0 && (
            <span className="block text-13 text-text-2">{formatBytes(size, i18n.language)}</span>
          )}
        </span>
        {!opens && icon}
      </a>
      {opens && (
        <a
          href={url}
          download={name}
          aria-label={t('Baixar {{name}}', { name })}
          className="lesson-action ml-1"
        >
          {icon}
        </a>
      )}
    </>
  );
}

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host : link);
