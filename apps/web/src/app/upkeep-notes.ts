import { pages } from '@vitrine/contract/pages';
import { upkeep } from '@vitrine/contract/upkeep';
import { limits as storage } from '@vitrine/contract/uploads';
import { useOpenReports } from '../features/posts/posts.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { useIsAdmin } from '../platform/site-context.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import { useTranslation } from '../ui/translation.ts';

interface UpkeepNote {
  text: string;
  tone: BadgeTone;
}

/** Notes beside the management menu's entries: open reports, recent failures, and the storage used. */
export function useUpkeepNotes(): Record<string, UpkeepNote> {
  const { t } = useTranslation();
  const { data } = useContractQuery(upkeep.show, {}, { enabled: useIsAdmin() });
  const openReports = useOpenReports().data?.open ?? 0;
  const reports: Record<string, UpkeepNote> =
    openReports > 0
      ? { [pages.moderation.path]: { text: String(openReports), tone: 'count' } }
      : {};
  if (!data) return reports;
  const { mails_failed, imports_failed, used_bytes, limit_bytes } = data.data;
  const percent =
    limit_bytes > 0 ? Math.min(100, Math.round((used_bytes / limit_bytes) * 100)) : 100;
  const failed = (count: number): UpkeepNote => ({
    text: t('{{count}} falhou|{{count}} falharam', { count }),
    tone: 'error',
  });
  return {
    ...reports,
    ...(mails_failed > 0 && { [pages.manageMails.path]: failed(mails_failed) }),
    ...(imports_failed > 0 && { [pages.manageImports.path]: failed(imports_failed) }),
    [pages.manageStorage.path]: {
      text: t('{{percent}} %', { percent }),
      tone: percent >= storage.storageWarningPercent ? 'warn' : 'quiet',
    },
  };
}
