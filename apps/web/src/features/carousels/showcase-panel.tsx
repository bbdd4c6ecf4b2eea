import { TOAST_MS } from '@vitrine/contract/appearance';
import { isSystem, type Carousel } from '@vitrine/contract/carousels';
import { pages } from '@vitrine/contract/pages';
import { messages } from '@vitrine/contract/showcase';
import { ArrowUpDown, Plus } from 'lucide-react';
import { useEffect, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { outline } from '../../kit/preview/outline.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useListSearch } from '../../ui/list-search.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useBlockedContent, useShowBlocked } from '../showcase/showcase.queries.ts';
import { CarouselRow } from './carousel-row.tsx';
import { useCarouselOrder, useCarousels } from './carousels.queries.ts';
import { RemoveCarousel } from './remove-carousel.tsx';
import { ShowcaseSkeleton } from './showcase-skeleton.tsx';
import { SystemSwitches } from './system-switches.tsx';

const loadWizard = () => import('./wizard/carousel-wizard.tsx');

/** The section Vitrine (C section 2): the carousels of the home page. */
export default function ShowcasePanel() {
  const { t } = useTranslation();
  // Preloads the wizard: on a slow connection, the button would do nothing for seconds.
  useEffect(() => void loadWizard().catch(() => {}), []);
  const list = useCarousels();
  const blocked = useBlockedContent();
  const failed = [list, blocked].find(({ isError }) => isError);
  const { carousels } = list;
  return (
    <DrawerPanel title={t('Vitrine')} description={t('Os carrosséis da página inicial.')}>
      {carousels && blocked.data ? (
        <div className="grid grid-cols-1 gap-6">
          <BlockedContent shown={Boolean(blocked.data.show_blocked_content)} />
          <SystemSwitches carousels={carousels} />
          <Carousels carousels={carousels} />
        </div>
      ) : (
        <NotLoaded failed={failed} />
      )}
    </DrawerPanel>
  );
}

function NotLoaded({ failed }: { failed: ComponentProps<typeof QueryError>['query'] | undefined }) {
  const { t } = useTranslation();
  if (!failed) return <ShowcaseSkeleton />;
  return <QueryError query={failed} title={t('Os carrosséis não carregaram')} />;
}

function BlockedContent({ shown }: { shown: boolean }) {
  const { t } = useTranslation();
  const show = useShowBlocked();
  return (
    <SwitchSetting
      label={t('Exibir conteúdo bloqueado')}
      hint={t('Quem ainda não comprou vê os cards com cadeado.')}
      value={shown}
      save={(on) => show.mutateAsync({ body: { show_all_content: on } })}
      failure={messages.blockedFailed}
      toastFor={TOAST_MS}
    />
  );
}

function Carousels({ carousels }: { carousels: Carousel[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useEditPlace();
  const opened = place.path[1];
  const edited = useItemInPlace(
    carousels.filter(({ type }) => !isSystem(type)),
    opened,
  );
  const order = useCarouselOrder(carousels);
  const [open, setOpen] = useState<number | null>(null);
  const [removing, setRemoving] = useState<Carousel | null>(null);
  const focus = useFocusAfterRemoval(order.items.length);
  const { found, search, field } = useListSearch(
    order.items,
    ({ title }) => title,
    t('Buscar carrossel'),
    'mb-4',
  );
  const openTitle = carousels.find(({ id }) => id === open)?.title;
  useEffect(() => {
    if (open === null) return;
    outline(`carrossel-${open}`, { name: openTitle, bring: true });
    return () => outline(null);
  }, [open, openTitle]);

  return (
    <section aria-label={t('Carrosséis')}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button
          className="grow"
          icon={<ArrowUpDown size={16} strokeWidth={2} />}
          onClick={() => void navigate(`${pages.homepage.path}?ordenar`)}
        >
          {t('Ordenar vitrine')}
        </Button>
        <Button
          ref={focus.next}
          variant="primary"
          className="grow"
          icon={<Plus size={16} strokeWidth={2} />}
          onClick={() => place.enter('novo')}
        >
          {t('Novo carrossel')}
        </Button>
      </div>
      {field}
      <SortableList
        items={order.items}
        found={found}
        getId={({ id }) => id}
        getLabel={({ title }) => title}
        label={t('Carrosséis')}
        className="border-t border-line empty:hidden"
        onReorder={(ids) => void order.reorder(ids)}
        renderRow={(carousel, row) => (
          <CarouselRow
            carousel={carousel}
            row={row}
            open={carousel.id === open}
            onToggle={() => setOpen(carousel.id === open ? null : carousel.id)}
            onEdit={() => place.enter(String(carousel.id))}
            onRemove={() => setRemoving(carousel)}
          />
        )}
      />
      {found.length === 0 && order.items.length > 0 && (
        <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
      )}
      {(opened === 'novo' || edited) && (
        <LatePart load={loadWizard} onFail={place.up}>
          {(CarouselWizard) => (
            <CarouselWizard key={opened} id={edited?.id ?? null} onClose={place.up} />
          )}
        </LatePart>
      )}
      <RemoveCarousel
        carousel={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </section>
  );
}
