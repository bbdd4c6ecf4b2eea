import { limits, type ManagedRequest } from '@vitrine/contract/privacy';
import { DraftField } from '../../../kit/forms/draft-field.tsx';
import { useDraft } from '../../../kit/forms/draft.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { CounterField } from '../../../ui/counter-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useAnswerRequest } from '../privacy.queries.ts';

/** Writes the answer that the person reads below the request. */
export function AnswerDialog({
  request,
  onClose,
}: {
  request: ManagedRequest;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const send = useAnswerRequest();
  const draft = useDraft({
    name: `data-answer.${request.id}`,
    saved: { answer: '' },
    failure: 'Não foi possível responder',
    save: (body) => send.mutateAsync({ params: { id: request.id }, body }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Responder ao pedido')}
      description={request.details}
      saveLabel={t('Enviar resposta')}
      draft={draft}
    >
      <DraftField draft={draft} name="answer">
        {(field) => (
          <CounterField
            multiline
            label={t('Resposta')}
            required
            rows={4}
            max={limits.requestText}
            hint={t('A pessoa lê isto em Meus dados.')}
            {...field}
          />
        )}
      </DraftField>
    </FormDialog>
  );
}
