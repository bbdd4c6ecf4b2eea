import { communities, type Channel } from '@vitrine/contract/communities';
import { Hash } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';
import { orList } from '../../platform/list-words.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation, type Translation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { useChannelOrder } from './channel-order.ts';
import { useChannelContents, useCommunity, useRemoveChannel } from './communities.queries.ts';
import { lossText } from './loss-text.ts';
import { OfCommunity } from './of-community.tsx';

/** Adds, renames, orders and removes the channels of a community, and chooses their products. */
export default function ChannelsPanel() {
  const { t } = useTranslation();
  return <OfCommunity title={t('Canais')}>{(id) => <Channels key={id} id={id} />}</OfCommunity>;
}

function Channels({ id }: { id: number }) {
  const translation = useTranslation();
  const { t } = translation;
  const community = useCommunity(id);
  const data = community.data?.data;
  const channels = data?.channels ?? [];
  const [edited, setEdited] = useState<Channel | 'new' | null>(null);
  const [removing, setRemoving] = useState<Channel | null>(null);
  useRefreshOnChange('communities', [communities.show]);
  const order = useChannelOrder(channels);
  const focus = useFocusAfterRemoval(order.items.length);
  const create = (
    <AddButton ref={focus.next} onClick={() => setEdited('new')}>
      {t('Novo canal')}
    </AddButton>
  );
  return (
    <DrawerPanel
      title={t('Canais')}
      description={data && t('As conversas de {{title}}, cada uma no seu lugar.', data)}
    >
      {community.isPending && <ListSkeleton lead="handle" />}
      {community.isLoadingError && (
        <QueryError query={community} title={t('Os canais não carregaram')} />
      )}
      {community.data && channels.length === 0 && (
        <EmptyState
          icon={<Hash />}
          title={t('Crie o primeiro canal')}
          text={t('As conversas moram em canais: avisos, dúvidas, a foto da semana.')}
          action={create}
        />
      )}
      {channels.length > 0 && (
        <>
          <div className="mb-4">{create}</div>
          <SortableList
            items={order.items}
            getId={(channel) => channel.id}
            getLabel={({ title }) => title}
            label={t('Canais')}
            onReorder={(ids) => void order.move(ids.map(Number))}
            className="overflow-clip rounded-card border border-line"
            rowClassName="border-line not-first:border-t"
            renderRow={(channel, { handle, moveMenuItems }) => (
              <div className="flex min-h-16 items-center gap-2 p-2">
                {handle}
                <div className="min-w-0 flex-1">
                  <p className="line-clamp-3 text-14 font-medium wrap-anywhere text-text">
                    {channel.title}
                  </p>
                  <p className="text-13 text-text-3">
                    {whoEnters(translation, channel, Boolean(data?.hide_channels_groups))}
                  </p>
                </div>
                <Menu
                  label={t('Opções de {{name}}', { name: channel.title })}
                  items={[
                    editItem(t('Editar'), () => setEdited(channel)),
                    'separator',
                    ...moveMenuItems,
                    'separator',
                    removeItem(t('Remover'), () => setRemoving(channel)),
                  ]}
                />
              </div>
            )}
          />
        </>
      )}
      {edited && (
        <ChannelDialog
          key={edited === 'new' ? 'new' : edited.id}
          communityId={id}
          channel={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <RemoveChannel
        channel={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

function whoEnters({ t, i18n }: Translation, { restricted, products }: Channel, hidden: boolean) {
  if (!restricted) return t('Aberto a quem está na comunidade');
  if (!products.length) return t('Só a equipe entra: o produto que abria este canal foi excluído.');
  const names = orList(
    products.map(({ title }) => title),
    i18n.language,
  );
  return hidden
    ? t('Só para {{names}}. Alunos sem acesso verão a comunidade sem este canal.', { names })
    : t('Só para {{names}}. Alunos sem acesso verão um cadeado.', { names });
}

interface RemoveChannelProps {
  channel: Channel | null;
  onClose: () => void;
  finalFocus: TypeToConfirmProps['finalFocus'];
}

function RemoveChannel({ channel, onClose, finalFocus }: RemoveChannelProps) {
  const { t } = useTranslation();
  const remove = useRemoveChannel();
  const contents = useChannelContents(channel?.id ?? null).data?.data;
  return (
    <TypeToConfirm
      open={channel !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir {{name}}', { name: channel?.title ?? '' })}
      onConfirm={() => remove.mutateAsync({ params: { id: channel!.id } })}
    >
      {contents
        ? lossText(t, contents)
        : t('Tudo o que foi escrito nele vai junto. Esta ação não poderá ser desfeita.')}
    </TypeToConfirm>
  );
}
