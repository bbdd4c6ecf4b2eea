import { Check, ListVideo, Lock, Play, Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { lockReason, place, progressText } from './card-facts.ts';
import { CardLink } from './card-link.tsx';
import { CardProgress } from './card-progress.tsx';
import type { Card } from './card.ts';
import { Cover } from './cover.tsx';
import './grown-card.css';

interface GrownCardProps {
  card: Card;
  onFavorite: ((on: boolean) => void) | undefined;
}

/** The enlarged card over its neighbours, with play, list, episodes and its course. */
export default function GrownCard({ card, onFavorite }: GrownCardProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepInView(box.current!), []);
  const { title } = card;
  return (
    <div ref={box} className="grown-card">
      <CardLink href={card.href} tabIndex={-1} aria-hidden="true" className="grown-image">
        <Cover src={card.cover} seed={card.seed} sizes="344px" />
        {card.progress > 0 && !card.locked && <CardProgress value={card.progress} />}
      </CardLink>
      <div className="grown-text">
        <div className="flex items-center gap-2">
          <CardLink
            href={card.href}
            className="grown-action"
            data-main
            aria-label={
              card.locked
                ? t('Como ter acesso: {{title}}', { title })
                : t('Assistir: {{title}}', { title })
            }
          >
            {card.locked ? (
              <Lock size={18} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Play size={20} fill="currentColor" strokeWidth={0} aria-hidden="true" />
            )}
          </CardLink>
          {onFavorite && (
            <button
              type="button"
              className="grown-action"
              aria-pressed={card.favorite}
              aria-label={t('Minha lista: {{title}}', { title })}
              onClick={() => onFavorite(!card.favorite)}
            >
              {card.favorite ? (
                <Check size={20} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
              )}
            </button>
          )}
          {card.episodes && (
            <CardLink
              href={card.episodes}
              className="grown-action"
              aria-label={t('Todas as aulas: {{title}}', { title })}
            >
              <ListVideo size={20} strokeWidth={1.75} aria-hidden="true" />
            </CardLink>
          )}
          <span className="ml-auto truncate text-13 text-text-3">
            {card.locked ? lockReason(t, card) : progressText(t, card)}
          </span>
        </div>
        <p className="mt-3 line-clamp-2 text-15 font-semibold text-text">{title}</p>
        <p className="mt-1 truncate text-13 text-text-2">{place(t, card)}</p>
      </div>
    </div>
  );
}

/** Moves a card at the end of a row inwards. Measured before the enlarging starts. */
function keepInView(box: HTMLElement) {
  const track = box.closest('.card-track')!;
  const gutter = Number.parseFloat(getComputedStyle(track).paddingLeft);
  const frame = track.getBoundingClientRect();
  const card = box.parentElement!.getBoundingClientRect();
  const centeredLeft = card.left + card.width / 2 - box.offsetWidth / 2;
  const maxLeft = frame.right - gutter - box.offsetWidth;
  const visibleLeft = Math.max(frame.left + gutter, Math.min(centeredLeft, maxLeft));
  box.style.setProperty('--shift', `${visibleLeft - centeredLeft}px`);
}
