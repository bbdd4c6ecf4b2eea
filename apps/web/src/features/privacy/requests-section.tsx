import {
  RequestInput,
  requestKinds,
  requestWords,
  type DataRequest,
} from '@vitrine/contract/privacy';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { fullTime } from '../../platform/relative-time.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAskSchool } from './privacy.queries.ts';

/** The viewer's requests about personal data, and the school's answers. */
export function RequestsSection({ requests }: { requests: DataRequest[] }) {
  const { t, i18n } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const timeText = (time: Date | string) => fullTime(time, i18n.language);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="text-18 font-semibold text-text">
        {t('Pedidos à escola')}
      </h2>
      <p className="mt-2 max-w-160 text-14 text-text-2">
        {t('Peça uma correção ou uma explicação. A escola tem 15 dias para responder.')}
      </p>
      <ul className="mt-5 divide-y divide-line border-y border-line empty:hidden">
        {requests.map(({ id, kind, details, answer, created_at, due_at, done_at }) => (
          <li key={id} className="py-4">
            <p className="text-16 font-semibold text-text">{t(requestWords[kind].label)}</p>
            {details && (
              <p className="mt-1 text-16 wrap-anywhere whitespace-pre-line text-text">{details}</p>
            )}
            <p className="mt-1 text-14 text-text-2">
              {done_at
                ? t('Pedido em {{asked}}, atendido em {{done}}', {
                    asked: timeText(created_at),
                    done: timeText(done_at),
                  })
                : t('Pedido em {{asked}}, resposta até {{due}}', {
                    asked: timeText(created_at),
                    due: timeText(due_at),
                  })}
            </p>
            {answer && (
              <p className="mt-3 border-l-2 border-line-2 pl-4 text-16 wrap-anywhere whitespace-pre-line text-text">
                {answer}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Button
        className="mt-5"
        icon={<MessageSquarePlus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setConfirming(true)}
      >
        {t('Fazer um pedido')}
      </Button>
      {confirming && <RequestDialog onClose={() => setConfirming(false)} />}
    </section>
  );
}

const ownKinds = requestKinds.filter((kind) => kind !== 'erasure');

function RequestDialog({ onClose }: { onClose: () => void }) {
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
