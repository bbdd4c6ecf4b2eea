import { limits, messages, type CustomLink } from '@vitrine/contract/custom-links';
import { Info, Link, Users } from 'lucide-react';
import { useEffect, useState, type ReactNode, type Ref } from 'react';
import { useMissingPlace } from '../../kit/links/missing-place.ts';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { outline } from '../../kit/preview/outline.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CustomLinkDialog } from './custom-link-dialog.tsx';
import { useLinks, useRemoveLink } from './custom-links.queries.ts';
import { isCommunityPath } from './link-address.ts';
import { useLinkOrder } from './link-order.ts';

/**
 * The panel of the section Header (A section 2): up to three links of the students' menu, in their
 * order.
 */
export default function CustomLinksPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const links = useLinks();
  const order = useLinkOrder(links.data?.data);
  const [removing, setRemoving] = useState<CustomLink | null>(null);
  const count = order.items.length;
  const focus = useFocusAfterRemoval(count);
  const isFull = count >= limits.perSchool;
  const opened = place.path[1];
  const edited = useItemInPlace(order.items, opened);
  const hasLinks = count > 0;
  const name = t('Links personalizados');
  useEffect(() => {
    if (!hasLinks) return;
    outline('header', { name });
    return () => outline(null);
  }, [hasLinks, name]);

  return (
    <DrawerPanel
      title={t('Header')}
      description={t('O que aparece no menu dos alunos, depois de Comunidades.')}
    >
      {links.isPending && <ListSkeleton lead="handle" />}
      {links.isLoadingError && <QueryError query={links} title={t('Os links não carregaram')} />}
      {links.data && count === 0 && (
        <EmptyState
          icon={<Link />}
          title={t('Você ainda não criou nenhum link personalizado!')}
          text={t('Leve seus alunos à loja, à agenda ou a uma comunidade com um toque.')}
          action={<NewLink ref={focus.next} onClick={() => place.enter('novo')} full={false} />}
        />
      )}
      {links.data && count > 0 && (
        <>
          <NewLink ref={focus.next} onClick={() => place.enter('novo')} full={isFull} />
          <SortableList
            items={order.items}
            getId={({ id }) => id}
            getLabel={({ title }) => title}
            label={name}
            onReorder={(ids) => void order.reorder(ids)}
            className="overflow-clip rounded-card border border-line"
            rowClassName="border-line not-first:border-t"
            renderRow={(link, { handle, moveMenuItems }) => (
              <LinkRow
                link={link}
                handle={handle}
                items={[
                  editItem(t('Editar'), () => place.enter(String(link.id))),
                  'separator',
                  ...moveMenuItems,
                  'separator',
                  removeItem(t('Remover'), () => setRemoving(link)),
                ]}
              />
            )}
          />
        </>
      )}
      {(opened === 'novo' || edited) && (
        <CustomLinkDialog key={opened} link={edited ?? null} onClose={place.up} />
      )}
      <RemoveLink
        link={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

interface NewLinkProps {
  full: boolean;
  onClick: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** With three links the button stays focusable and explains why it does nothing. */
function NewLink({ full, onClick, ref }: NewLinkProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-4">
      <AddButton
        ref={ref}
        variant={full ? 'secondary' : 'primary'}
        aria-disabled={full || undefined}
        aria-describedby={full ? 'links-full' : undefined}
        onClick={() => !full && onClick()}
      >
        {t('Novo link')}
      </AddButton>
      {full && (
        <p id="links-full" className="mt-3 flex items-center gap-2 text-13 text-text-2">
          <Info size={16} strokeWidth={2} aria-hidden="true" />
          {t(messages.limit)}
        </p>
      )}
    </div>
  );
}

interface LinkRowProps {
  link: CustomLink;
  handle: ReactNode;
  items: MenuItem[];
}

function LinkRow({ link, handle, items }: LinkRowProps) {
  const { t } = useTranslation();
  const community = isCommunityPath(link.url);
  const missing = useMissingPlace(link.url);
  const target = community ? t('Comunidade') : link.url;
  return (
    <div className="flex min-h-15 items-center gap-2 p-2">
      {handle}
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-medium text-text">{link.title}</p>
        <p className="flex items-center gap-1.5 text-13 text-text-3">
          {community && <Users size={14} strokeWidth={2} className="shrink-0" aria-hidden="true" />}
          <span className={missing ? 'text-warn' : 'truncate'}>
            {missing ? t(missing) : target}
          </span>
        </p>
      </div>
      <Menu label={t('Opções de {{name}}', { name: link.title })} items={items} />
    </div>
  );
}

interface RemoveLinkProps {
  link: CustomLink | null;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
}

function RemoveLink({ link, onClose, finalFocus }: RemoveLinkProps) {
  const { t } = useTranslation();
  const remove = useRemoveLink();
  return (
    <ConfirmDialog
      open={link !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir link')}
      text={t(
        'Tem certeza que deseja excluir o link {{title}}? Esta ação não poderá ser desfeita.',
        { title: link?.title ?? '' },
      )}
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() => link && remove.mutateAsync({ params: { id: link.id } })}
    />
  );
}
