import { History } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface RestoreDraftProps {
  draft: { restore: (() => void) | null; forget: () => void };
}

/** Offers the unsaved draft of an earlier visit. */
export function RestoreDraft({ draft }: RestoreDraftProps) {
  const { t } = useTranslation();
  if (!draft.restore) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-surface-3 px-3 py-2 text-13 text-text-2">
      <History size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-40">{t('Você deixou alterações sem salvar aqui.')}</p>
      <Button size="sm" onClick={draft.restore}>
        {t('Restaurar rascunho')}
      </Button>
      <Button size="sm" variant="ghost" onClick={draft.forget}>
        {t('Descartar')}
      </Button>
    </div>
  );
}
