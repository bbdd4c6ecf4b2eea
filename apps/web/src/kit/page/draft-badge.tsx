import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Marks content for staff that students do not see. */
export function DraftBadge({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Badge tone="warn" className={className}>
      {t('Rascunho')}
    </Badge>
  );
}
