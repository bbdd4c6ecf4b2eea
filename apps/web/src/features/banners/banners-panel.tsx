import type { Banner } from '@vitrine/contract/banners';
import { Image } from 'lucide-react';
import { useEffect, useState, type Ref } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { outline } from '../../kit/preview/outline.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useListSearch } from '../../ui/list-search.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import { BannerDialog } from './banner-dialog.tsx';
import { BannerRow } from './banner-row.tsx';
import { useBannerSettingsForm } from './banner-settings-form.tsx';
import { useBannerOrder, useBanners, useRemoveBanner } from './banners.queries.ts';

/** The section Banner principal (C section 2): the banners and their transition. */
export default function BannersPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const banners = useBanners();
  const order = useBannerOrder(banners.data?.[2].data);
  const settings = useBannerSettingsForm();
  const [open, setOpen] = useState<number | null>(null);
  const [removing, setRemoving] = useState<Banner | null>(null);
  const [, opened] = place.path;
  const edited = useItemInPlace(order.items, opened);
  const nameOf = (banner: Banner) =>
    banner.title || banner.category || t('Banner {{number}}', { number: banner.order });
  const { found, search, field } = useListSearch(order.items, nameOf, t('Buscar banner'), 'mb-3');
  useShown(opened ? null : open);
  const focus = useFocusAfterRemoval(order.items.length);
  const create = (
    <NewBanner
      ref={focus.next}
      isFirst={order.items.length === 0}
      onClick={() => place.enter('novo')}
    />
  );

  return (
    <DrawerPanel
      title={t('Banner principal')}
      description={t(
        'Arraste para mudar a ordem. O vídeo toca por 6 segundos, sem som, e espera o play.',
      )}
      footer={settings.bar}
    >
      {banners.isPending && <Skeleton shape="row" count={3} />}
      {banners.isLoadingError && (
        <QueryError query={banners} title={t('Os banners não carregaram')} />
      )}
      {banners.data && order.items.length === 0 && (
        <EmptyState
          icon={<Image />}
          title={t('Você ainda não criou nenhum banner!')}
          text={t('Abra a página inicial com uma imagem grande, um convite e um botão.')}
          action={create}
        />
      )}
      {order.items.length > 0 && (
        <>
          {field}
          <SortableList
            items={order.items}
            found={found}
            getId={({ id }) => id}
            getLabel={nameOf}
            label={t('Banners')}
            onReorder={(ids) => void order.reorder(ids)}
            className="mb-3 overflow-clip rounded-card border border-line empty:hidden"
            rowClassName="border-line not-first:border-t"
            renderRow={(banner, { handle, moveMenuItems }) => (
              <BannerRow
                banner={banner}
                name={nameOf(banner)}
                handle={handle}
                open={open === banner.id}
                onOpen={() => setOpen(open === banner.id ? null : banner.id)}
                onEdit={() => place.enter(String(banner.id))}
                items={[
                  editItem(t('Editar'), () => place.enter(String(banner.id))),
                  'separator',
                  ...moveMenuItems,
                  'separator',
                  removeItem(t('Remover'), () => setRemoving(banner)),
                ]}
              />
            )}
          />
          {found.length === 0 && (
            <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
          )}
          {create}
        </>
      )}
      {settings.fields}
      {(opened === 'novo' || edited) && (
        <BannerDialog
          key={opened}
          banner={edited ?? null}
          onClose={() => {
            setOpen(edited?.id ?? null);
            place.up();
          }}
        />
      )}
      <RemoveBanner
        banner={removing}
        name={removing ? nameOf(removing) : ''}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

/** Shows the opened banner on the page, outlines it and pauses autoplay. */
function useShown(id: number | null) {
  const { t } = useTranslation();
  useEffect(() => {
    if (id === null) return;
    shownBanner.set({ id });
    outline('banner', { name: t('Banner principal'), bring: true });
    return () => {
      shownBanner.set(null);
      outline(null);
    };
  }, [id, t]);
}

interface NewBannerProps {
  ref: Ref<HTMLButtonElement>;
  /** The next step of an empty list. */
  isFirst: boolean;
  onClick: () => void;
}

function NewBanner({ ref, isFirst, onClick }: NewBannerProps) {
  const { t } = useTranslation();
  return (
    <AddButton ref={ref} variant={isFirst ? 'primary' : 'secondary'} onClick={onClick}>
      {t('Novo banner')}
    </AddButton>
  );
}

interface RemoveBannerProps {
  banner: Banner | null;
  name: string;
  onClose: () => void;
  finalFocus: TypeToConfirmProps['finalFocus'];
}

function RemoveBanner({ banner, name, onClose, finalFocus }: RemoveBannerProps) {
  const { t } = useTranslation();
  const remove = useRemoveBanner();
  return (
    <TypeToConfirm
      open={banner !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir {{name}}', { name })}
      onConfirm={() => banner && remove.mutateAsync({ params: { bannerId: banner.id } })}
    >
      {t(
        'O banner sai da página inicial, e as imagens e os vídeos dele vão junto. Não dá para desfazer.',
      )}
    </TypeToConfirm>
  );
}
