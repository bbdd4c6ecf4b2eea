import { pages } from '@vitrine/contract/pages';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { favoriteCard, type Card } from '../../kit/cards/card.ts';
import { ContentCard } from '../../kit/cards/content-card.tsx';
import '../../kit/cards/carousels.css';
import '../../kit/cards/card-row.css';
import '../../kit/cards/card.css';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { EmptyState, SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useFavoriteToggle, useFavorites } from './favorites.queries.ts';

/** The viewer's favourites, newest first. */
export default function FavoritesPage() {
  const { t } = useTranslation();
  const favorites = useFavorites();
  const favor = useFavoriteToggle();
  const cards = favorites.data?.map(favoriteCard);
  const list = useListFocus<HTMLElement>(cards?.length ?? 0);

  function takeOff(card: Card) {
    favor(card)?.(false);
    toast.undo(t('{{title}} saiu da sua lista', { title: card.title }), () => favor(card)?.(true));
  }

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t('Favoritos')}
      className="carousels pt-18 outline-none md:pt-28"
    >
      <h1 className="site-title px-(--gutter) text-28 md:text-36">{t('Favoritos')}</h1>
      {favorites.isPending && (
        <SkeletonFrame className="block">
          <span className="card-row block" data-shape="horizontal">
            <span className="card-track card-grid">
              {Array.from({ length: 8 }, (_, index) => (
                <CardSkeleton key={index} />
              ))}
            </span>
          </span>
        </SkeletonFrame>
      )}
      {favorites.isLoadingError && (
        <QueryError query={favorites} className="pt-20" title={t('Sua lista não carregou')} />
      )}
      {cards?.length === 0 && (
        <EmptyState
          className="pt-20"
          icon={<Heart />}
          title={t('Sua lista está vazia')}
          text={t('Toque no coração de um curso, módulo ou aula, e ele espera por você aqui.')}
          action={
            <Link to={pages.homepage.path} className={buttonClass('primary')}>
              {t('Ver o que há para assistir')}
            </Link>
          }
        />
      )}
      {cards && cards.length > 0 && (
        <Grid>
          {cards.map((card) => (
            <ContentCard
              key={`${card.kind} ${card.id}`}
              card={card}
              shape="horizontal"
              onFavorite={() => takeOff(card)}
            />
          ))}
        </Grid>
      )}
    </section>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <div className="card-row" data-shape="horizontal">
    <ul className="card-track card-grid">{children}</ul>
  </div>
);

const CardSkeleton = () => (
  <span className="card">
    <SkeletonBlock className="card-image" />
    <SkeletonBlock className="mt-3.5 h-3.5 w-3/4 rounded-full" />
    <SkeletonBlock className="mt-2.5 h-3 w-1/2 rounded-full" />
  </span>
);
