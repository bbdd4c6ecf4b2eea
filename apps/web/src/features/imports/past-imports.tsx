import type { ImportState } from '@vitrine/contract/imports';
import { pages } from '@vitrine/contract/pages';
import { FileArchive, FileSpreadsheet } from 'lucide-react';
import { Link } from 'react-router';
import { shortDateTime } from '../../platform/dates.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useImports } from './imports.queries.ts';

const states: Record<ImportState, { name: string; tone: BadgeTone }> = {
  queued: { name: 'Na fila', tone: 'quiet' },
  running: { name: 'Importando', tone: 'brand' },
  done: { name: 'Concluída', tone: 'ok' },
  failed: { name: 'Não deu certo', tone: 'error' },
};

/** Lists earlier imports with their reports. Renders nothing while there are none. */
export function PastImports() {
  const { t, i18n } = useTranslation();
  const imports = useImports();
  if (imports.items.length === 0) return null;
  return (
    <section className="mt-12 max-w-176">
      <h2 className="text-16 font-semibold text-text">{t('Importações anteriores')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {imports.items.map(({ id, kind, filename, status, created_at, undone_at, undoing }) => {
          const Icon = kind === 'course' ? FileArchive : FileSpreadsheet;
          return (
            <li key={id} className="relative flex min-h-15 items-center gap-3 py-2">
              <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
              <div className="min-w-0 flex-1">
                <Link
                  to={`${pages.manageImports.path}?importacao=${id}`}
                  className="block truncate text-14 font-medium text-text after:absolute after:inset-0"
                >
                  {filename}
                </Link>
                <p className="text-13 text-text-2">{shortDateTime(created_at, i18n.language)}</p>
              </div>
              <Badge tone={undone_at ? 'quiet' : states[status].tone}>
                {undone_at ? t(undoing ? 'Desfazendo' : 'Desfeita') : t(states[status].name)}
              </Badge>
            </li>
          );
        })}
      </ul>
      <LoadMore {...imports.more} auto={false} />
    </section>
  );
}
