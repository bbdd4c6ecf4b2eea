import { DraftBadge } from '../../../kit/page/draft-badge.tsx';
import { useTranslation } from '../../../ui/translation.ts';

interface DraftStateProps {
  name: string;
  onPublish: () => void;
}

/** The label of a draft and the button that publishes it. On phones, on a separate line. */
export function DraftState({ name, onPublish }: DraftStateProps) {
  const { t } = useTranslation();
  return (
    <span className="flex shrink-0 items-center gap-1 max-sm:order-last max-sm:basis-full max-sm:pb-2 max-sm:pl-9">
      <DraftBadge />
      <button
        type="button"
        aria-label={t('Publicar {{name}}', { name })}
        onClick={onPublish}
        className="touch-target rounded-control px-2 py-1 text-13 font-semibold text-text hover:bg-hover"
      >
        {t('Publicar')}
      </button>
    </span>
  );
}
