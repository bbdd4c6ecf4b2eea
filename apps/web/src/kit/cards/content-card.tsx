import { EyeOff, Lock, Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { amount, kicker, lockReason } from './card-facts.ts';
import { CardLink } from './card-link.tsx';
import { CardProgress } from './card-progress.tsx';
import type { Card } from './card.ts';
import { Cover } from './cover.tsx';
import { HeartButton } from './heart-button.tsx';
import type { PerGroup, Shape } from './card-row.tsx';
import { pictureSizes } from './picture-sizes.ts';
import { useGrow } from './use-grow.ts';
import './card.css';

const GrownCard = lazy(() => import('./grown-card.tsx'));

export interface ContentCardProps {
  card: Card;
  shape: Exclude<Shape, 'biggerImage' | 'fullImage'>;
  perGroup?: PerGroup | undefined;
  /** Undefined where nobody is signed in: then there is no list to put it on. */
  onFavorite?: ((on: boolean) => void) | undefined;
  /** 1, 2, 3 … in Em alta. */
  rank?: number;
  /** Whether it shows in the first fold: its picture is fetched at once. */
  first?: boolean;
}

/**
 * One thing to watch. Pointing at it, or reaching it by keyboard, lets it grow over its neighbours
 * and offers what can be done with it.
 */
export function ContentCard(props: ContentCardProps) {
  const { card, shape, perGroup, onFavorite, rank, first = false } = props;
  const { t } = useTranslation();
  const poster = shape === 'vertical' || shape === 'ranked';
  const circle = shape === 'circle';
  const grow = useGrow(!circle);
  const reason = card.locked && (
    <>
      <span className="sr-only">{t('Bloqueado:')}</span> {lockReason(t, card)}
    </>
  );
  return (
    <li
      className="card"
      data-locked={card.locked || undefined}
      data-grown={grow.grown || undefined}
      {...grow.on}
    >
      {rank && (
        <span className="card-rank" aria-hidden="true">
          {rank}
        </span>
      )}
      <CardLink href={card.href} className="card-link">
        <span className="card-picture">
          <Cover
            src={card.cover}
            seed={card.seed}
            sizes={pictureSizes(shape, perGroup)}
            first={first}
          />
          {card.locked && (
            <span className="lock-chip">
              <Lock size={14} strokeWidth={2} aria-hidden="true" />
              {!circle && <span className="truncate">{reason}</span>}
            </span>
          )}
          {card.draft && (
            <span className="lock-chip">
              <EyeOff size={14} strokeWidth={2} aria-hidden="true" />
              {!circle && <span className="truncate">{t('Rascunho')}</span>}
              {circle && <span className="sr-only">{t('Rascunho')}</span>}
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
            {/* A circle has no room for why it is locked: that stands under it. */}
            {circle && reason ? (
              <span className="card-facts">{reason}</span>
            ) : (
              // What is too long is cut in its middle: the time left is read on every card.
              <span className="card-facts">
                {card.courseTitle && <span className="card-course">{card.courseTitle}</span>}
                <span>{amount(t, card)}</span>
              </span>
            )}
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
