import { RequestInput, requestKinds, requestWords } from '@vitrine/contract/privacy';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAskSchool } from './privacy.queries.ts';

const ownKinds = requestKinds.filter((kind) => kind !== 'erasure');

/** The form of a request about personal data. */
export default function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const sendRequest = useAskSchool();
  const draft = useDraft<{ kind: (typeof requestKinds)[number]; details: string }>({
    name: 'data-request',
    saved: { kind: 'correction', details: '' },
    schema: RequestInput,
    failure: 'Não foi possível enviar o pedido',
    save: (body) => sendRequest.mutateAsync({ body }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Pedido à escola')}
      saveLabel={t('Enviar')}
      draft={draft}
    >
      <Select
        label={t('Assunto')}
        options={ownKinds.map((value) => ({ value, label: t(requestWords[value].label) }))}
        value={draft.values.kind}
        onValueChange={(kind) => draft.set('kind', kind, { shouldDirty: true })}
      />
      <TextArea
        label={t('O que você pede')}
        required
        rows={4}
        error={draft.errorOf('details')}
        {...draft.form.register('details')}
      />
    </FormDialog>
  );
}
