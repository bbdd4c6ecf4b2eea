import { ChannelInput, limits, messages, type Channel } from '@vitrine/contract/communities';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { CounterField } from '../../ui/counter-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddChannel, useSaveChannel } from './communities.queries.ts';

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
  /** Null for a new channel. */
  channel: Channel | null;
  onClose: () => void;
}

/** Adds a channel, or changes its texts and products. */
export function ChannelDialog({ communityId, channel, onClose }: ChannelDialogProps) {
  const { t } = useTranslation();
  const add = useAddChannel();
  const save = useSaveChannel();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    save.mutateAsync({ params: { id: data.id }, body }),
  );
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
        : addOnce({ params: { id: communityId }, body: values }),
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
