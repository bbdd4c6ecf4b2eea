import { EyeOff, Lock, Play } from 'lucide-react';
import { Suspense } from 'react';
import { optionalPart } from '../../ui/late-component.ts';
import { useTranslation } from '../../ui/translation.ts';
import { amount, kicker, lockReason } from './card-facts.ts';
import { CardLink } from './card-link.tsx';
import { CardProgress } from './card-progress.tsx';
import type { PerGroup, Shape } from './card-row.tsx';
import type { Card } from './card.ts';
import { Cover } from './cover.tsx';
import { HeartButton } from './heart-button.tsx';
import { imageSizes } from './image-sizes.ts';
import { useGrow } from './use-grow.ts';
import './card.css';

const GrownCard = optionalPart(() => import('./grown-card.tsx'));

/** The card of a course, module or lesson in a row. */
export interface ContentCardProps {
  card: Card;
  shape: Exclude<Shape, 'biggerImage' | 'fullImage'>;
  perGroup?: PerGroup | undefined;
  /** Undefined for visitors, who have no list. */
  onFavorite?: ((on: boolean) => void) | undefined;
  /** 1, 2, 3 … in the carousel Em alta. */
  rank?: number;
  /** Whether the card is above the fold: its image loads at once. */
  first?: boolean;
}

/**
 * A card for a course, module or lesson. Hover and keyboard focus enlarge it over its neighbours
 * and show its actions.
 */
export function ContentCard(props: ContentCardProps) {
  const { card, shape, perGroup, onFavorite, rank, first = false } = props;
  const { t } = useTranslation();
  const poster = shape === 'vertical' || shape === 'ranked';
  const circle = shape === 'circle';
  const grow = useGrow(!circle);
  return (
    <li
      className="card"
      data-locked={card.locked || undefined}
      data-grown={grow.grown || undefined}
      {...grow.handlers}
    >
      {rank && (
        <span className="card-rank" aria-hidden="true">
          {rank}
        </span>
      )}
      <CardLink href={card.href} className="card-link">
        <span className="card-image">
          <Cover
            src={card.cover}
            seed={card.seed}
            sizes={imageSizes(shape, perGroup)}
            first={first}
          />
          {card.locked && (
            <span className="lock-chip">
              <Lock size={14} strokeWidth={2} aria-hidden="true" />
              {/* A circle has no room for the reason. It stands below. */}
              {!circle && (
                <span className="truncate">
                  <LockReason card={card} />
                </span>
              )}
            </span>
          )}
          {card.draft && (
            <span className="lock-chip">
              <EyeOff size={14} strokeWidth={2} aria-hidden="true" />
              <span className={circle ? 'sr-only' : 'truncate'}>{t('Rascunho')}</span>
            </span>
          )}
          {card.kind === 'lesson' && !card.locked && (
            <span className="card-play" aria-hidden="true">
              <Play size={24} fill="currentColor" strokeWidth={0} />
            </span>
          )}
          {poster && (
            <span className="poster-text">
              <span className="poster-kicker">{kicker(t, card)}</span>
              <span className="poster-title">{card.title}</span>
            </span>
          )}
          {card.progress > 0 && !card.locked && <CardProgress value={card.progress} />}
        </span>
        {!poster && (
          <span className="card-caption">
            <span className="card-title">{card.title}</span>
            <span className="card-facts">
              {circle && card.locked ? <LockReason card={card} /> : <CardFacts card={card} />}
            </span>
          </span>
        )}
      </CardLink>
      {onFavorite && <HeartButton title={card.title} on={card.favorite} onChange={onFavorite} />}
      {grow.grown && (
        <Suspense>
          <GrownCard card={card} onFavorite={onFavorite} />
        </Suspense>
      )}
    </li>
  );
}

function LockReason({ card }: Pick<ContentCardProps, 'card'>) {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr-only">{t('Bloqueado:')}</span> {lockReason(t, card)}
    </>
  );
}

/** The name of the course, and what remains to watch. */
function CardFacts({ card }: Pick<ContentCardProps, 'card'>) {
  const { t } = useTranslation();
  return (
    <>
      {card.courseTitle && <span className="card-course">{card.courseTitle}</span>}
      <span>{amount(t, card)}</span>
    </>
  );
}
