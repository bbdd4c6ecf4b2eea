import { useQueryClient } from '@tanstack/react-query';
import {
  ChannelInput,
  communities,
  limits,
  messages,
  type Channel,
} from '@vitrine/contract/communities';
import { messages as common } from '@vitrine/contract/messages';
import { Hash } from 'lucide-react';
import { useRef, useState } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';
import { call } from '../../platform/api.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import {
  useAddChannel,
  useChannelContents,
  useCommunity,
  useRemoveChannel,
  useSaveChannel,
} from './communities.queries.ts';
import { lossText } from './loss-text.ts';

/** The channels of a community: made, renamed, ordered, opened to products, removed. */
export default function ChannelsPanel() {
  const { t } = useTranslation();
  const id = Number(useEditPlace().path[2]);
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
      {community.isPending && <Skeleton shape="row" count={3} />}
      {community.isError && <QueryError query={community} title={t('Os canais não carregaram')} />}
      {community.isSuccess && channels.length === 0 && (
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
                  <p className="truncate text-14 font-medium text-text">{channel.title}</p>
                  <p className="text-13 text-text-3">
                    {whoEnters(t, channel, Boolean(data?.hide_channels_groups))}
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

type Translate = ReturnType<typeof useTranslation>['t'];

function whoEnters(t: Translate, { restricted, products }: Channel, hidden: boolean) {
  if (!restricted) return t('Aberto a quem está na comunidade');
  if (!products.length) return t('Só a equipe entra: o produto que abria este canal foi excluído.');
  const names = products.map(({ title }) => title).join(', ');
  return hidden
    ? t('Só para {{names}}. Alunos sem acesso verão a comunidade sem este canal.', { names })
    : t('Só para {{names}}. Alunos sem acesso verão um cadeado.', { names });
}

/**
 * Optimistic order. The request sends the place of the moved channel. Quick moves are sent one
 * after the other, because a place refers to the order after the move before.
 */
function useChannelOrder(channels: Channel[]) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [newOrder, setNewOrder] = useState<number[] | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const place = new Map(newOrder?.map((id, at) => [id, at]));
  const items = newOrder
    ? channels.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    : channels;
  async function move(ids: number[]) {
    const before = items.map(({ id }) => id);
    const moved = movedOf(before, ids);
    if (moved === undefined) return;
    setNewOrder(ids);
    waiting.current += 1;
    const body = { order: ids.indexOf(moved) + 1 };
    last.current = last.current
      .then(() => call(communities.updateChannel, { params: { id: moved }, body }))
      .catch(() => toast.error(t(common.orderFailed)));
    await last.current;
    waiting.current -= 1;
    // An answer between two moves would briefly undo the second one.
    if (waiting.current > 0) return;
    await refresh(client, [communities.show]);
    if (waiting.current === 0) setNewOrder(null);
  }
  return { items, move };
}

/** The id that moved between two orders of the same ids. */
const movedOf = (before: number[], after: number[]) =>
  before.find((id) => {
    const rest = (ids: number[]) => ids.filter((other) => other !== id).join();
    return before.indexOf(id) !== after.indexOf(id) && rest(before) === rest(after);
  });

interface ChannelForm {
  title: string;
  description: string;
  product_ids: number[];
}

const formOf = (channel: Channel | null): ChannelForm => ({
  title: channel?.title ?? '',
  description: channel?.description ?? '',
  product_ids: channel?.products.map(({ id }) => id) ?? [],
});

interface ChannelDialogProps {
  communityId: number;
  channel: Channel | null;
  onClose: () => void;
}

function ChannelDialog({ communityId, channel, onClose }: ChannelDialogProps) {
  const { t } = useTranslation();
  const add = useAddChannel();
  const save = useSaveChannel();
  const draft = useDraft<ChannelForm>({
    name: `channel.${channel?.id ?? `new-${communityId}`}`,
    saved: formOf(channel),
    schema: ChannelInput,
    asSaved: formOf,
    failure: messages.actionFailed,
    // A new name alone must not touch the products: a closed channel without any would open to all.
    save: (values, { changes, version = channel?.version }) =>
      channel
        ? save.mutateAsync({ params: { id: channel.id }, body: { ...changes, version } })
        : add.mutateAsync({ params: { id: communityId }, body: values }),
  });
  const { set, values } = draft;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={channel ? t('Editar canal') : t('Novo canal')}
      draft={draft}
      besideDrawer
    >
      <div className="grid grid-cols-1 gap-4">
        <DraftField draft={draft} name="title">
          {(field) => (
            <CounterField
              label={t('Nome do canal')}
              required
              max={limits.channelTitle}
              {...field}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="description">
          {(field) => (
            <CounterField label={t('Descrição')} max={limits.channelDescription} {...field} />
          )}
        </DraftField>
        <ProductPicker
          label={t('Aberto só para')}
          hint={
            channel?.restricted && !channel.products.length
              ? t('Só a equipe entra: o produto que abria este canal foi excluído.')
              : t('Sem produtos, o canal é de todos na comunidade.')
          }
          value={values.product_ids}
          error={draft.errorOf('product_ids')}
          onChange={(ids) => set('product_ids', ids)}
        />
      </div>
    </FormDialog>
  );
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
