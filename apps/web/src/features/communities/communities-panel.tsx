import { messages, type CommunitySummary } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { Check, Hash, Link2, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SwitchSetting, useSavedSwitch } from '../../kit/forms/switch-setting.tsx';
import { useCopyLink } from '../../kit/links/copy-link.tsx';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { DrawerPanel, ListSkeleton, SwitchSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useListSearch } from '../../ui/list-search.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Saved, Switch } from '../../ui/switch.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunityIndex, useCommunitySettings, useToggleStatus } from './communities.queries.ts';
import { useCommunityOrder } from './community-order.ts';
import { RemoveCommunity } from './remove-community.tsx';
import { useToggleCommunities, useTogglePage } from './switches.queries.ts';

/**
 * The panel of the section Comunidade (A section 2): the communities in their order, and two
 * switches.
 */
export default function CommunitiesPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const index = useCommunityIndex();
  const order = useCommunityOrder(index.data);
  const [removing, setRemoving] = useState<CommunitySummary | null>(null);
  const { found, search, field } = useListSearch(
    order.items,
    ({ title }) => title,
    t('Buscar comunidade'),
  );
  const focus = useFocusAfterRemoval(order.items.length);
  const create = (
    <AddButton ref={focus.next} onClick={() => place.enter('nova')}>
      {t('Criar')}
    </AddButton>
  );
  const enter = (panel: 'editar' | 'canais', community: CommunitySummary) =>
    place.enter(`${panel}/${community.id}`, pageOf(community));
  return (
    <DrawerPanel
      title={t('Comunidade')}
      description={t(
        'Onde seus alunos conversam: cada comunidade tem canais, e cada canal, publicações.',
      )}
    >
      <div className={panelSections}>
        <PanelSection title={t('Ordenação')}>
          {index.isPending && <ListSkeleton lead="handle" />}
          {index.isLoadingError && (
            <QueryError query={index} title={t('As comunidades não carregaram')} />
          )}
          {index.data && order.items.length === 0 && (
            <EmptyState
              icon={<Users />}
              title={t('Você não possui comunidades criadas.')}
              action={create}
            />
          )}
          {order.items.length > 0 && (
            <>
              <div className="mb-4 grid gap-3">
                {create}
                {field}
              </div>
              <SortableList
                items={order.items}
                found={found}
                getId={({ id }) => id}
                getLabel={({ title }) => title}
                label={t('Comunidades')}
                onReorder={(ids) => void order.reorder(ids)}
                className="overflow-clip rounded-card border border-line empty:hidden"
                rowClassName="border-line not-first:border-t"
                renderRow={(community, { handle, moveMenuItems }) => (
                  <CommunityRow
                    community={community}
                    handle={handle}
                    onAddChannel={() => enter('canais', community)}
                    items={[
                      editItem(t('Editar'), () => enter('editar', community)),
                      {
                        id: 'channels',
                        label: t('Canais'),
                        icon: <Hash />,
                        onSelect: () => enter('canais', community),
                      },
                      'separator',
                      ...moveMenuItems,
                      'separator',
                      removeItem(t('Remover'), () => setRemoving(community)),
                    ]}
                  />
                )}
              />
              {found.length === 0 && (
                <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
              )}
            </>
          )}
        </PanelSection>
        <GeneralSettings />
      </div>
      <RemoveCommunity
        community={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

function GeneralSettings() {
  const { t } = useTranslation();
  const settings = useCommunitySettings();
  const all = useToggleCommunities();
  const page = useTogglePage();
  const data = settings.data?.data;
  return (
    <PanelSection title={t('Configurações gerais')}>
      {settings.isPending && <SwitchSkeleton hint count={2} />}
      {settings.isLoadingError && (
        <QueryError query={settings} title={t('As configurações não carregaram')} />
      )}
      {data && (
        <div className="grid grid-cols-1 gap-5">
          <SwitchSetting
            label={t('Comunidades')}
            hint={t('Desligadas, nenhum aluno entra em nenhuma comunidade.')}
            value={Boolean(data.active)}
            save={(on) => all.mutateAsync({ params: { status: on } })}
            failure={messages.changeFailed}
          />
          <SwitchSetting
            label={t('Página de comunidades')}
            hint={t('Mostra Comunidades no menu dos alunos.')}
            value={Boolean(data.show_communities_page)}
            save={(on) => page.mutateAsync({ params: { status: on } })}
            failure={messages.changeFailed}
          />
        </div>
      )}
    </PanelSection>
  );
}

interface CommunityRowProps {
  community: CommunitySummary;
  handle: ReactNode;
  items: MenuItem[];
  onAddChannel: () => void;
}

const pageOf = ({ tenant_id, id }: CommunitySummary) => communityHref(tenant_id, id);

function CommunityRow({ community, handle, items, onAddChannel }: CommunityRowProps) {
  const { t } = useTranslation();
  const { id, title, active, principal, is_private, channels } = community;
  const save = useToggleStatus();
  const { savedAt, ...state } = useSavedSwitch({
    value: Boolean(active),
    save: (on) => save.mutateAsync({ params: { communityId: id, status: on } }),
    failure: active ? messages.deactivateFailed : messages.activateFailed,
  });
  const facts = [
    // The words of the switch (A section 2).
    state.checked ? t('Ativa') : t('Ativar comunidade'),
    principal ? t('Principal') : null,
    is_private ? t('Privada') : t('Aberta a todos'),
  ].filter(Boolean);
  return (
    <div className="flex min-h-16 items-center gap-2 p-2">
      {handle}
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <p title={title} className="max-w-[300px] flex-1 truncate text-14 font-medium text-text">
            {title}
          </p>
          <CopyLink community={community} />
          <Menu label={t('Opções de {{name}}', { name: title })} items={items} />
        </div>
        {/* Not below the menu: a finger that misses it would switch the community off. */}
        <div className="flex items-center gap-3">
          <Switch aria-label={t('Ativar comunidade {{title}}', { title })} {...state} />
          <p className="min-w-0 flex-1 text-13 text-text-3">{facts.join(' · ')}</p>
          <Saved at={savedAt} />
        </div>
        {channels === 0 && (
          <p className="flex flex-wrap items-center gap-x-2 text-13 text-warn">
            {t('Sem canais')}
            <button
              type="button"
              className="touch-target font-medium text-text underline underline-offset-2"
              onClick={onAddChannel}
            >
              {t('Criar canal')}
              <span className="sr-only"> {title}</span>
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

const TICK_MS = 2000;

/** Copies the link of a community. Its icon says so for a while. */
function CopyLink({ community }: { community: CommunitySummary }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const { copy, linkDialog } = useCopyLink();

  async function copyAndTick() {
    if (!(await copy(pageOf(community)))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), TICK_MS);
  }
  return (
    <>
      {/* No plain text: it would repeat the label to screen readers. */}
      <Tooltip text={<>{t('Copiar link')}</>}>
        <IconButton
          label={t('Copiar link de {{name}}', { name: community.title })}
          onClick={() => void copyAndTick()}
        >
          {copied ? (
            <Check size={18} strokeWidth={1.75} className="text-ok" aria-hidden="true" />
          ) : (
            <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
          )}
        </IconButton>
      </Tooltip>
      {linkDialog}
    </>
  );
}
