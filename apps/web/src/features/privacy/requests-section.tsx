import { requestWords, type DataRequest } from '@vitrine/contract/privacy';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { fullTime } from '../../platform/relative-time.ts';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The viewer's requests about personal data, and the school's answers. */
export function RequestsSection({ requests }: { requests: DataRequest[] }) {
  const { t, i18n } = useTranslation();
  const [asking, setAsking] = useState(false);
  const stopAsking = () => setAsking(false);
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
        onClick={() => setAsking(true)}
      >
        {t('Fazer um pedido')}
      </Button>
      {asking && (
        <LatePart load={() => import('./request-dialog.tsx')} onFail={stopAsking}>
          {(RequestDialog) => <RequestDialog onClose={stopAsking} />}
        </LatePart>
      )}
    </section>
  );
}
