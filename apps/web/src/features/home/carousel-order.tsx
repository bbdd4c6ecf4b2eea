import { carouselType, continueTypes, type CarouselWithItems } from '@vitrine/contract/carousels';
import { pages } from '@vitrine/contract/pages';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCardOf } from '../../kit/cards/card.ts';
import { Cover } from '../../kit/cards/cover.tsx';
import { useLeaveGuard } from '../../kit/forms/leave-guard.tsx';
import { InHeader } from '../../kit/page/header-slot.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSaveCarouselOrder } from '../carousels/carousels.queries.ts';

interface CarouselOrderProps {
  /** In the order of display. */
  carousels: CarouselWithItems[];
}

/**
 * Reorders the carousels of the home page (C sections 2 and 6). Salvar and Cancelar are beside the
 * avatar. Nothing saves before Salvar, and leaving with changes asks.
 */
export default function CarouselOrder({ carousels }: CarouselOrderProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useSaveCarouselOrder();
  const [order, setOrder] = useState<number[] | null>(null);
  const [done, setDone] = useState(false);
  const rows = order ? inOrder(carousels, order) : carousels;
  const ids = rows.map(({ id }) => id);
  const dirty = !done && ids.join() !== carousels.map(({ id }) => id).join();

  async function submit() {
    if (save.isPending) return false;
    try {
      // Stored in reverse: the last of the stored list is shown first (C section 4).
      if (dirty) await save.mutateAsync({ body: { newOrdenation: ids.toReversed() } });
      return true;
    } catch {
      return false;
    }
  }

  useLeaveGuard({ dirty, save: submit, discard: () => setOrder(null) });
  // Closes after the order is clean. Otherwise the leave guard would ask. The pressed button goes, and
  // the page takes its focus.
  useEffect(() => {
    if (!done) return;
    document.getElementById('conteudo')?.focus({ preventScroll: true });
    void navigate(pages.homepage.path, { replace: true });
  }, [done, navigate]);

  return (
    <>
      <InHeader>
        <IconButton label={t('Cancelar')} onClick={() => setDone(true)}>
          <X size={20} strokeWidth={1.75} />
        </IconButton>
        <IconButton
          label={t('Salvar')}
          variant="primary"
          busy={save.isPending}
          onClick={() => void submit().then((saved) => saved && setDone(true))}
        >
          <Check size={20} strokeWidth={1.75} />
        </IconButton>
      </InHeader>
      <h1 className="site-title text-28">{t('Ordenar carrosséis')}</h1>
      <p className="mt-2 mb-6 text-16 text-text-2">
        {t(
          'Arraste os carrosséis para a ordem em que os alunos devem vê-los e salve no alto da página.',
        )}
      </p>
      <SortableList
        items={rows}
        getId={({ id }) => id}
        getLabel={({ title }) => title}
        label={t('Carrosséis')}
        onReorder={(ids) => setOrder(ids.map(Number))}
        renderRow={(row, { handle, moveMenuItems }) => (
          <div className="flex min-h-18 items-center gap-4 py-2 pr-2">
            {handle}
            <div className="flex min-w-0 flex-1 flex-col items-start gap-1 sm:flex-row sm:items-center sm:gap-4">
              <div className="max-w-full min-w-0 sm:flex-1">
                <p className="truncate text-16 font-semibold text-text">{row.title}</p>
                <p className="text-14 text-text-3">
                  {isPersonal(row.type)
                    ? t('Cada pessoa vê o que é seu')
                    : t('Nenhum card|{{count}} card|{{count}} cards', {
                        count: row.carousel_item.length,
                      })}
                </p>
              </div>
              {!row.published && <Badge tone="warn">{t('Não publicado')}</Badge>}
            </div>
            <Covers row={row} />
            <Menu label={t('Opções de {{name}}', { name: row.title })} items={moveMenuItems} />
          </div>
        )}
      />
    </>
  );
}

/** The carousels in this order of ids. Those that came since stand where they stand now. */
function inOrder(carousels: CarouselWithItems[], order: number[]) {
  const chosen = order.flatMap((id) => carousels.find((row) => row.id === id) ?? []);
  return carousels.map((row) => (order.includes(row.id) ? chosen.shift()! : row));
}

/** Carousels of the viewer's own progress and list. */
const isPersonal = (type: CarouselWithItems['type']) =>
  ([...continueTypes, carouselType.myList] as readonly string[]).includes(type);

/** The first of its cards, so that one knows the row by its look. */
function Covers({ row }: { row: CarouselWithItems }) {
  const cardOf = useCardOf();
  return (
    <div className="hidden gap-1.5 md:flex" aria-hidden="true">
      {row.carousel_item
        .slice(0, 4)
        .map(cardOf)
        .map((card) => (
          <span
            key={`${card.kind} ${card.id}`}
            className="relative h-10 w-18 overflow-hidden rounded-control"
          >
            <Cover src={card.cover} seed={card.seed} sizes="72px" />
          </span>
        ))}
    </div>
  );
}
