import { limits, messages, type Marquee } from '@vitrine/contract/marquees';
import { TextInitial } from 'lucide-react';
import { useEffect, useState, type Ref } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { shortened } from '../../ui/shortened.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useProducts } from '../products/products.queries.ts';
import { MarqueeDialog } from './marquee-dialog.tsx';
import { useMarquees, useRemoveMarquee } from './marquees.queries.ts';
import { sampleNames, shownMarquee } from './shown-marquee.ts';

/** Letreiro (B section 2): the marquee over the lessons of a product's courses, one at a time. */
export default function MarqueesPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const marquees = useMarquees();
  const [removing, setRemoving] = useState<Marquee | null>(null);
  const opened = place.path[2];
  const list = marquees.data ?? [];
  const edited = useItemInPlace(list, opened);
  const focus = useFocusAfterRemoval(list.length);
  const adding = useAdding(opened === 'novo', marquees.data !== undefined && list.length === 0);

  const [first] = list;
  useEffect(() => {
    if (first)
      shownMarquee.set({
        text: first.text,
        url: first.url,
        timer: first.timer,
        names: sampleNames,
      });
    return () => shownMarquee.set(null);
  }, [first]);

  return (
    <DrawerPanel
      title={t('Letreiro')}
      description={t('Uma linha que corre no alto das aulas dos cursos de um produto.')}
    >
      {marquees.isPending && (
        <PanelSection title={t('Meus letreiros')}>
          <ListSkeleton rows={1} />
        </PanelSection>
      )}
      {marquees.isLoadingError && (
        <QueryError query={marquees} title={t('Os letreiros não carregaram')} />
      )}
      {marquees.data && (
        <PanelSection title={t('Meus letreiros')}>
          {list.length === 0 ? (
            <EmptyState
              icon={<TextInitial />}
              title={t('Você ainda não criou nenhum letreiro!')}
              text={t('Lembre os alunos de um encontro, de um prazo ou de uma novidade.')}
              action={
                <NewMarquee ref={focus.next} full={false} onClick={() => place.enter('novo')} />
              }
            />
          ) : (
            <>
              <div className="mb-4">
                <NewMarquee ref={focus.next} full onClick={() => place.enter('novo')} />
              </div>
              <ul className="overflow-clip rounded-card border border-line">
                {list.map((marquee) => (
                  <Row
                    key={marquee.id}
                    marquee={marquee}
                    onEdit={() => place.enter(String(marquee.id))}
                    onRemove={() => setRemoving(marquee)}
                  />
                ))}
              </ul>
            </>
          )}
        </PanelSection>
      )}
      {(edited || adding) && (
        <MarqueeDialog key={opened} marquee={edited ?? null} onClose={place.up} />
      )}
      <RemoveMarquee
        marquee={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

/**
 * Whether the dialog adds a marquee. Its address opens it only where none exists. It stays open over
 * the saved one until it has closed and left its address: there it would open again after a removal.
 */
function useAdding(atNew: boolean, isNone: boolean) {
  const [adding, setAdding] = useState(false);
  const next = atNew && (adding || isNone);
  if (next !== adding) setAdding(next);
  return next;
}

interface NewMarqueeProps {
  full: boolean;
  onClick: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** Disabled while a marquee exists. It stays focusable and gives the reason (B section 4). */
function NewMarquee({ full, onClick, ref }: NewMarqueeProps) {
  const { t } = useTranslation();
  const button = (
    <AddButton
      ref={ref}
      variant={full ? 'secondary' : 'primary'}
      aria-disabled={full || undefined}
      onClick={() => !full && onClick()}
    >
      {t('Novo letreiro')}
    </AddButton>
  );
  return full ? <Tooltip text={t(messages.soon)}>{button}</Tooltip> : button;
}

interface RowProps {
  marquee: Marquee;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ marquee, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation();
  const products = useProducts();
  const product = products.data?.find(({ id }) => id === marquee.product_id);
  // B section 9.
  const name = shortened(marquee.text, limits.listed);
  return (
    <li className="flex min-h-15 items-center gap-2 border-line py-2 pr-2 pl-4 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-medium text-text" title={marquee.text}>
          {name}
        </p>
        <p className="truncate text-13 text-text-3">{product?.title}</p>
      </div>
      <Menu
        label={t('Opções de {{name}}', { name })}
        items={[editItem(t('Editar'), onEdit), 'separator', removeItem(t('Remover'), onRemove)]}
      />
    </li>
  );
}

interface RemoveMarqueeProps {
  marquee: Marquee | null;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
}

function RemoveMarquee({ marquee, onClose, finalFocus }: RemoveMarqueeProps) {
  const { t } = useTranslation();
  const remove = useRemoveMarquee();
  return (
    <ConfirmDialog
      open={marquee !== null}
      onClose={onClose}
      title={t('Excluir letreiro')}
      text={t('Ele some das aulas na hora. Não dá para desfazer.')}
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() => marquee && remove.mutateAsync({ params: { id: marquee.id } })}
      failure={t(messages.removeFailed)}
      finalFocus={finalFocus}
    />
  );
}
