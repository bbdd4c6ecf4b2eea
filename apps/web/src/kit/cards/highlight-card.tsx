import { Check, Lock, Play, Plus, RotateCcw } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { kicker, lockReason, progressText } from './card-facts.ts';
import { CardLink } from './card-link.tsx';
import type { ContentCardProps } from './content-card.tsx';
import { Cover } from './cover.tsx';
import { imageSizes } from './image-sizes.ts';
import './card.css';
import './highlight-card.css';

interface HighlightCardProps extends Omit<ContentCardProps, 'shape'> {
  shape: 'biggerImage' | 'fullImage';
}

/** Destacado: a large card with its text and button on the image. */
export function HighlightCard({
  card,
  shape,
  perGroup,
  onFavorite,
  first = false,
}: HighlightCardProps) {
  const { t } = useTranslation();
  const { title, locked, progress } = card;
  return (
    <li className="card highlight" data-locked={locked || undefined}>
      <Cover src={card.cover} seed={card.seed} sizes={imageSizes(shape, perGroup)} first={first} />
      <div className="highlight-text">
        <p className="highlight-kicker">
          {locked && <Lock size={14} strokeWidth={2} aria-hidden="true" />}
          {locked ? lockReason(t, card) : kicker(t, card)}
        </p>
        <h3 className="highlight-title">{title}</h3>
        <p className="highlight-place">
          {card.courseTitle ?? (progress > 0 && progressText(t, card))}
        </p>
        {progress > 0 && !locked && (
          <ProgressBar
            label={t('Progresso')}
            value={progress / 100}
            onImage
            className="mt-3 max-w-60"
          />
        )}
        <div className="highlight-actions">
          <CardLink href={card.href} className={`card-link ${buttonClass('primary', 'lg')}`}>
            <CardAction card={card} />
            <span className="sr-only">{title}</span>
          </CardLink>
          {onFavorite && (
            <IconButton
              size="lg"
              label={t('Minha lista: {{title}}', { title })}
              aria-pressed={card.favorite}
              onClick={() => onFavorite(!card.favorite)}
              className="bg-(--act)! text-(--act-ink)! hover:brightness-110"
            >
              {card.favorite ? (
                <Check size={20} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
              )}
            </IconButton>
          )}
        </div>
      </div>
    </li>
  );
}

/** Icon and words of the button: the way in, the first time, the next part, or again. */
function CardAction({
  card: { kind, lessons, locked, progress },
}: Pick<HighlightCardProps, 'card'>) {
  const { t } = useTranslation();
  if (locked)
    return (
      <>
        <Lock size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Como ter acesso')}
      </>
    );
  // Without lessons there is nothing to begin.
  if (lessons === 0) return t(kind === 'course' ? 'Ver o curso' : 'Ver o módulo');
  if (progress === 100)
    return (
      <>
        <RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Ver de novo')}
      </>
    );
  return (
    <>
      <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
      {t(progress ? 'Continuar' : 'Começar agora')}
    </>
  );
}
