import { DAY_MS } from '@vitrine/contract/durations';
import { requestWords, type ManagedRequest } from '@vitrine/contract/privacy';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { fullTime } from '../../../platform/relative-time.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useRequests } from '../privacy.queries.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { RetentionSection } from './retention-section.tsx';

/** Lists the requests about personal data with their deadlines, and the retention times. */
export default function DataRequestsPage() {
  const { t } = useTranslation();
  const [state, setState] = useState<'open' | 'done'>('open');
  const [answered, setAnswered] = useState<ManagedRequest | null>(null);
  const requests = useRequests(state);
  return (
    <>
      <PageHead
        title={t('Dados pessoais')}
        text={t('O que as pessoas pedem sobre os próprios dados. A lei dá 15 dias para responder.')}
      />
      <Segmented
        label={t('Pedidos')}
        hideLabel
        className="mb-4 max-w-80"
        wide
        value={state}
        onValueChange={setState}
        options={[
          { value: 'open', label: t('Abertos') },
          { value: 'done', label: t('Atendidos') },
        ]}
      />
      {requests.isPending && <Skeleton shape="row" count={3} />}
      {requests.isError && requests.items.length === 0 && (
        <QueryError query={requests} title={t('Os pedidos não carregaram')} />
      )}
      {requests.isSuccess && requests.items.length === 0 && (
        <EmptyState
          icon={<ShieldCheck size={22} strokeWidth={1.75} />}
          title={state === 'open' ? t('Nenhum pedido aberto') : t('Nenhum pedido atendido')}
          text={t('Para registrar um pedido que chegou por e-mail, abra a pessoa em Pessoas.')}
        />
      )}
      <ul aria-label={t('Pedidos')} className="max-w-220 divide-y divide-line">
        {requests.items.map((request) => (
          <Request key={request.id} request={request} onAnswer={() => setAnswered(request)} />
        ))}
      </ul>
      <LoadMore {...requests.more} />
      <RetentionSection />
      {answered && <AnswerDialog request={answered} onClose={() => setAnswered(null)} />}
    </>
  );
}

/** The deadline turns amber from this many days on. */
const SOON_DAYS = 5;

function Request({ request, onAnswer }: { request: ManagedRequest; onAnswer: () => void }) {
  const { t, i18n } = useTranslation();
  const { kind, details, answer, member, created_at, due_at, done_at, erase_at } = request;
  const running = kind === 'erasure' && erase_at !== null && done_at === null;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-15 font-medium text-text">
          {t(requestWords[kind].label)}
          {done_at === null && <Deadline at={due_at} />}
        </p>
        <p className="mt-0.5 text-13 wrap-anywhere text-text-2">
          {member ? `${member.name} · ${member.email}` : t('Membro removido')}
        </p>
        {details && (
          <p className="mt-2 text-14 wrap-anywhere whitespace-pre-line text-text">{details}</p>
        )}
        {answer && (
          <p className="mt-2 border-l-2 border-line-2 pl-3 text-14 wrap-anywhere whitespace-pre-line text-text-2">
            {answer}
          </p>
        )}
        <p className="mt-2 text-13 text-text-2">
          {done_at
            ? t('Pedido em {{asked}}, atendido em {{done}}', {
                asked: fullTime(created_at, i18n.language),
                done: fullTime(done_at, i18n.language),
              })
            : t('Pedido em {{asked}}, resposta até {{due}}', {
                asked: fullTime(created_at, i18n.language),
                due: fullTime(due_at, i18n.language),
              })}
        </p>
        {running && (
          <p className="mt-1 text-13 text-text-2">
            {t('Tudo é apagado em {{date}}, sem mais nada a fazer.', {
              date: fullTime(erase_at, i18n.language),
            })}
          </p>
        )}
      </div>
      {done_at === null && !running && <Button onClick={onAnswer}>{t('Responder')}</Button>}
    </li>
  );
}

function Deadline({ at }: { at: Date | string }) {
  const { t } = useTranslation();
  const [now] = useState(Date.now);
  const days = Math.ceil((new Date(at).getTime() - now) / DAY_MS);
  if (days <= 0) return <Badge tone="error">{t('Prazo vencido')}</Badge>;
  return (
    <Badge tone={days <= SOON_DAYS ? 'warn' : 'quiet'}>
      {t('Falta {{count}} dia|Faltam {{count}} dias', { count: days })}
    </Badge>
  );
}
