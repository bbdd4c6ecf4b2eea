import { TOAST_MS } from '@vitrine/contract/appearance';
import {
  messages,
  carousels,
  isLiving,
  isSystem,
  type CarouselItem,
  type CarouselWithItems,
} from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { useCardOf } from '../../kit/cards/card.ts';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SortableList, type SortableRow } from '../../ui/sortable-list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCarousel } from './carousels.queries.ts';
import { SiteCover } from './site-cover.tsx';

/** The cards of a carousel. Hand-picked ones can be reordered. */
export function CarouselItems({ id }: { id: number }) {
  const { t } = useTranslation();
  const carousel = useCarousel(id);
  if (carousel.isPending) return <Skeleton shape="row" count={2} />;
  if (carousel.isLoadingError)
    return <QueryError query={carousel} title={t(messages.loadFailed)} />;
  return <Items carousel={carousel.data.data} />;
}

function Items({ carousel }: { carousel: CarouselWithItems }) {
  const { t } = useTranslation();
  const cardOf = useCardOf();
  const { id, type, type_content, carousel_item } = carousel;
  const order = useOrderedList({
    items: carousel_item,
    getId: itemId,
    route: carousels.orderItems,
    input: (ids) => ({ body: { carousel_id: id, order: ids } }),
    refreshes: [carousels.show, carousels.list, home.show],
    failure: messages.orderFailed,
    success: true,
    toastFor: TOAST_MS,
  });
  const note = isSystem(type)
    ? t('Este carrossel se preenche sozinho para cada aluno.')
    : isLiving(type_content) && t(messages.living);

  return (
    <div className="pr-2 pb-2 pl-8">
      {note && <p className="pb-2 text-13 text-text-2">{note}</p>}
      {note ? (
        <ul aria-label={t('Itens de {{name}}', { name: carousel.title })}>
          {carousel_item.map((item) => (
            <li key={`${cardOf(item).kind} ${item.id}`}>
              <Item item={item} />
            </li>
          ))}
        </ul>
      ) : (
        <SortableList
          items={order.items}
          getId={itemId}
          getLabel={({ title }) => title}
          label={t('Itens de {{name}}', { name: carousel.title })}
          onReorder={(ids) => void order.reorder(ids)}
          renderRow={(item, row) => <Item item={item} row={row} />}
        />
      )}
    </div>
  );
}

const itemId = (item: CarouselItem) => item.carouselItemId ?? item.id;

function Item({ item, row }: { item: CarouselItem; row?: SortableRow }) {
  const { t } = useTranslation();
  const { cover, seed, title } = useCardOf()(item);
  return (
    <div className="flex min-h-12 items-center gap-2">
      {row?.handle}
      <SiteCover src={cover} seed={seed} size="small" />
      <span className="min-w-0 flex-1 truncate text-13 text-text">{title}</span>
      {row && <Menu label={t('Opções de {{name}}', { name: title })} items={row.moveMenuItems} />}
    </div>
  );
}
