import type { Member } from '@vitrine/contract/members';
import { limits, requestKinds, requestWords } from '@vitrine/contract/privacy';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddRequest } from '../privacy/privacy.queries.ts';

/** Records a request that arrived by mail or phone. Its deadline starts now. */
export function RecordRequest({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation();
  const add = useAddRequest();
  const draft = useDraft<{ kind: (typeof requestKinds)[number]; details: string }>({
    name: `noted-request.${member.id}`,
    saved: { kind: 'access', details: '' },
    failure: 'Não foi possível registrar o pedido',
    save: (body) => add.mutateAsync({ body: { member_id: member.id, ...body } }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Registrar pedido')}
      description={member.name}
      draft={draft}
    >
      <Select
        label={t('Assunto')}
        options={requestKinds.map((value) => ({ value, label: t(requestWords[value].label) }))}
        value={draft.values.kind}
        onValueChange={(kind) => draft.set('kind', kind)}
      />
      <DraftField draft={draft} name="details">
        {(field) => (
          <CounterField
            multiline
            label={t('O que a pessoa pede')}
            rows={4}
            max={limits.requestText}
            {...field}
          />
        )}
      </DraftField>
    </FormDialog>
  );
}
