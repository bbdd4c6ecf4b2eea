import { useTranslation } from '../../ui/translation.ts';

interface SentReplyProps {
  /** Id of the reply that was sent last; null before the first one. */
  id: number | null;
}

/**
 * Tells screen readers that a reply was sent. Its form goes, and the focus returns to the button that
 * opened it. Always there, so that they tell what appears in it.
 */
export function SentReply({ id }: SentReplyProps) {
  const { t } = useTranslation();
  return (
    <output className="sr-only">
      {/* A new key makes a new element, which is told although its text is that of the reply before. */}
      {id !== null && <span key={id}>{t('Resposta enviada')}</span>}
    </output>
  );
}
