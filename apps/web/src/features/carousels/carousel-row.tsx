import { messages, isSystem, type Carousel } from '@vitrine/contract/carousels';
import { ChevronDown, Eye, EyeOff, Lock } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { SortableRow } from '../../ui/sortable-list.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CarouselItems } from './carousel-items.tsx';
import { summary } from './carousel-summary.ts';
import { usePublishCarousel } from './carousels.queries.ts';

interface CarouselRowProps {
  carousel: Carousel;
  row: SortableRow;
  open: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A carousel in the panel. Opening it lists its cards and outlines it on the page. */
export function CarouselRow({ carousel, row, open, onToggle, onEdit, onRemove }: CarouselRowProps) {
  const { t } = useTranslation();
  const publish = usePublishCarousel();
  const { id, title } = carousel;
  const system = isSystem(carousel.type);
  const published = Boolean(carousel.published);
  const items: MenuItem[] = [
    !system && editItem(t('Editar'), onEdit),
    {
      id: 'publish',
      label: published ? t('Despublicar') : t('Publicar'),
      icon: published ? <EyeOff /> : <Eye />,
      onSelect: () => publish.mutate({ params: { id }, body: { published: !published } }),
    },
    'separator',
    ...row.moveMenuItems,
    !system && 'separator',
    !system && removeItem(t('Remover'), onRemove),
  ];

  return (
    <div className={cx('border-b border-line', open && 'bg-accent-soft')}>
      <div className="flex min-h-15 items-center gap-1 pl-1">
        {row.handle}
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-15 min-w-0 flex-1 items-center gap-2 rounded-control py-2 text-left -outline-offset-2! pointer-coarse:ml-1"
        >
          <ChevronDown
            size={16}
            strokeWidth={2}
            aria-hidden="true"
            className={cx('shrink-0 text-text-3 transition-transform', !open && '-rotate-90')}
          />
          <span className="min-w-0 flex-1">
            <span
              className={cx(
                'block truncate text-14 font-medium',
                published ? 'text-text' : 'text-text-3',
              )}
            >
              {title}
            </span>
            <span className="flex flex-wrap items-center gap-x-1.5 text-13 text-text-3">
              {!published && (
                <span className="flex max-w-full shrink-0 items-center gap-1.5 wrap-anywhere text-warn">
                  <EyeOff size={14} strokeWidth={2} aria-hidden="true" />
                  {t('Não publicado')}
                </span>
              )}
              <span className="max-w-full truncate">{summary(t, carousel)}</span>
            </span>
          </span>
        </button>
        {system && (
          <Tooltip text={t(messages.system)}>
            <IconButton label={t('Carrossel do sistema: {{title}}', { title })} aria-disabled>
              <Lock size={16} strokeWidth={2} aria-hidden="true" />
            </IconButton>
          </Tooltip>
        )}
        <Menu label={t('Opções de {{name}}', { name: title })} items={items} />
      </div>
      {open && <CarouselItems id={id} />}
    </div>
  );
}
