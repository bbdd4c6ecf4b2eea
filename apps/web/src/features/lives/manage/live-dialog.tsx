import { MINUTE_MS } from '@vitrine/contract/durations';
import { LiveInput, lives, type EditableLive } from '@vitrine/contract/lives';
import { useDraft } from '../../../kit/forms/draft.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { ProductPicker } from '../../../kit/forms/product-picker.tsx';
import { VideoAddressField } from '../../../kit/links/video-address-field.tsx';
import { useAddOnce } from '../../../kit/queries/add-once.ts';
import { call } from '../../../platform/api.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useAddLive, useChangeLive } from '../lives.queries.ts';

interface LiveForm {
  title: string;
  url: string;
  starts_at: string;
  ends_at: string | null;
  product_ids: number[];
  recording_url: string;
}

interface LiveDialogProps {
  /** The live to change; null makes a new one. */
  live: EditableLive | null;
  onClose: () => void;
}

/** The form of a live. Without a live it makes a new one. */
export function LiveDialog({ live, onClose }: LiveDialogProps) {
  const { t } = useTranslation();
  const add = useAddLive();
  const change = useChangeLive();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const draft = useDraft<LiveForm>({
    name: `live.${live?.id ?? 'new'}`,
    saved: formOf(live),
    async reread() {
      if (!live) return undefined;
      const now = (await call(lives.editable, {})).find(({ id }) => id === live.id);
      return now && formOf(now);
    },
    schema: LiveInput,
    failure: 'Não foi possível salvar a transmissão',
    save: (body, { changes }) =>
      live ? change.mutateAsync({ params: { id: live.id }, body: changes }) : addOnce({ body }),
  });
  const { form, set, values } = draft;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={live ? t('Editar transmissão') : t('Nova transmissão')}
      width={560}
      draft={draft}
    >
      <TextField
        label={t('Título')}
        required
        autoComplete="off"
        error={draft.errorOf('title')}
        {...form.register('title')}
      />
      <VideoAddressField
        required
        value={values.url}
        error={draft.errorOf('url')}
        onChange={(url) => draft.set('url', url)}
        onDuration={() => {}}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('Começa')}
          required
          type="datetime-local"
          hint={
            live &&
            live.reminders > 0 &&
            t(
              '{{count}} pessoa pediu um lembrete, 15 minutos antes.|{{count}} pessoas pediram um lembrete, 15 minutos antes.',
              { count: live.reminders },
            )
          }
          error={draft.errorOf('starts_at')}
          value={localOf(values.starts_at)}
          onChange={({ target }) => set('starts_at', isoOf(target.value) ?? '')}
        />
        <TextField
          label={t('Termina')}
          type="datetime-local"
          hint={t('Sem fim, encerra depois de 12 horas.')}
          error={draft.errorOf('ends_at')}
          value={localOf(values.ends_at)}
          onChange={({ target }) => set('ends_at', isoOf(target.value))}
        />
      </div>
      <ProductPicker
        label={t('Quem entra')}
        hint={t('Sem produto escolhido, todos os alunos entram.')}
        value={values.product_ids}
        onChange={(ids) => set('product_ids', ids)}
      />
      <TextField
        label={t('Link da gravação')}
        hint={t('Aparece quando a transmissão termina: um vídeo, ou uma página.')}
        inputMode="url"
        autoCapitalize="none"
        error={draft.errorOf('recording_url')}
        {...form.register('recording_url')}
      />
    </FormDialog>
  );
}

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 */
const formOf = (live: EditableLive | null): LiveForm => ({
  title: live?.title ?? '',
  url: live?.url ?? '',
  starts_at: live ? new Date(live.starts_at).toISOString() : '',
  ends_at: live?.ends_at ? new Date(live.ends_at).toISOString() : null,
  product_ids: live?.product_ids ?? [],
  recording_url: live?.recording_url ?? '',
});

/** Local time for a datetime-local field: '2026-11-24T19:00'. */
function localOf(timestamp: string | null) {
  if (!timestamp) return '';
  const date = new Date(timestamp);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Null while the field is empty or incomplete. */
function isoOf(local: string) {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
