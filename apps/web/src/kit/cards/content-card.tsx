import { Lock, Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { facts, kicker, lockReason } from './card-facts.ts';
import { CardLink } from './card-link.tsx';
import { CardProgress } from './card-progress.tsx';
import type { Card } from './card.ts';
import { Cover } from './cover.tsx';
import { HeartButton } from './heart-button.tsx';
import type { Shape } from './card-row.tsx';
import { useGrow } from './use-grow.ts';

const GrownCard = lazy(() => import('./grown-card.tsx'));

export interface ContentCardProps {
  card: Card;
  shape: Exclude<Shape, 'biggerImage' | 'fullImage'>;
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
export function ContentCard({ card, shape, onFavorite, rank, first = false }: ContentCardProps) {
  const { t } = useTranslation();
  const grow = useGrow(shape !== 'circle');
  const poster = shape === 'vertical' || shape === 'ranked';
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
            sizes={sizes[shape]}
            title={poster || shape === 'circle' ? undefined : card.title}
            first={first}
          />
          {card.locked && (
            <span className="lock-chip">
              <Lock size={14} strokeWidth={2} aria-hidden="true" />
              <span className="sr-only">{t('Bloqueado:')}</span>
              <span className="truncate">{lockReason(t, card)}</span>
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
            <span className="card-facts">{facts(t, card)}</span>
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

/** How wide each shape shows, told to the browser before it has laid anything out. */
const sizes = {
  horizontal: '(min-width: 640px) 300px, 70vw',
  vertical: '(min-width: 640px) 220px, 40vw',
  square: '(min-width: 640px) 260px, 45vw',
  circle: '(min-width: 640px) 160px, 30vw',
  ranked: '(min-width: 640px) 180px, 40vw',
};
