import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** For staff: students do not see this. */
export function DraftBadge({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Badge tone="warn" {...(className && { className })}>
      {t('Rascunho')}
    </Badge>
  );
}
