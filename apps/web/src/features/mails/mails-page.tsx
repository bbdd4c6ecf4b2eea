import { mailStates, type ListedMail, type MailState } from '@vitrine/contract/mails';
import { Mail, RotateCw, Send } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { foundIn, type Found } from '../../kit/queries/found-in.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { fullTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RowSkeleton } from '../../ui/row-skeleton.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMails, useRetryAddress, useTestMail, type MailFilters } from './mails.queries.ts';
import { kindWords, reasonWords, stateWords } from './wording.ts';

/** Lists the school's mails and their outcome. The address holds search and filter. */
export default function MailsPage() {
  const { t } = useTranslation();
  const [filters, setFilters] = useFilters();
  const mails = useMails(filters);
  const test = useTestMail();
  const isFiltered = filters.search !== '' || filters.state !== null;
  const delivers = mails.data?.pages[0]?.delivers ?? 1;
  return (
    <>
      <PageHead
        title={t('E-mails')}
        text={t('O que a escola enviou, a quem, e por que algo não saiu.')}
        action={
          <Button
            busy={test.isPending}
            icon={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => test.mutate({})}
          >
            {t('Enviar e-mail de teste')}
          </Button>
        }
      />
      {!delivers && (
        <div className="mb-4">
          <InlineWarning>
            {t('Este servidor não tem envio de e-mail configurado: nada sai da fila.')}
          </InlineWarning>
        </div>
      )}
      <MailFilterFields
        filters={filters}
        found={filters.search && mails.isSuccess ? foundIn(mails) : null}
        onChange={setFilters}
      />
      {mails.isPending && <RowSkeleton rows={6} avatar />}
      {mails.isError && mails.items.length === 0 && (
        <QueryError query={mails} title={t('Os e-mails não carregaram')} />
      )}
      {mails.isSuccess && mails.items.length === 0 && (
        <NoMails isFiltered={isFiltered} onClear={() => setFilters({ search: '', state: null })} />
      )}
      <ul aria-label={t('E-mails')} className="divide-y divide-line">
        {mails.items.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <LoadMore {...mails.more} />
      <p className="mt-6 max-w-160 text-13 text-text-2">
        {t(
          'Avisos que a pessoa não pediu por e-mail não viram e-mail e não aparecem aqui. O texto é apagado depois do envio.',
        )}
      </p>
    </>
  );
}

interface MailFilterFieldsProps {
  filters: MailFilters;
  found: Found | null;
  onChange: (change: Partial<MailFilters>) => void;
}

function MailFilterFields({ filters, found, onChange }: MailFilterFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 grid gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SearchField
        label={t('Buscar por nome ou e-mail')}
        query={filters.search}
        found={found}
        onSearch={(search) => onChange({ search })}
      />
      <Select<MailState | 'all'>
        label={t('Situação')}
        hideLabel
        value={filters.state ?? 'all'}
        options={[
          { value: 'all', label: t('Todas as situações') },
          ...mailStates.map((value) => ({ value, label: t(stateWords[value].label) })),
        ]}
        onValueChange={(state) => onChange({ state: state === 'all' ? null : state })}
      />
    </div>
  );
}

function NoMails({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  const icon = <Mail size={22} strokeWidth={1.75} />;
  if (isFiltered)
    return (
      <EmptyState
        icon={icon}
        title={t('Nenhum e-mail com estes filtros')}
        action={<Button onClick={onClear}>{t('Limpar filtros')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={t('Ainda não saiu nenhum e-mail')}
      text={t('Convites, senhas, lembretes e avisos aparecem aqui. Comece por um teste.')}
    />
  );
}

function MailRow({ mail }: { mail: ListedMail }) {
  const { t, i18n } = useTranslation();
  const retry = useRetryAddress();
  const { kind, state, member, recipient, notices, refused, created_at, sent_at } = mail;
  const recipientName = member?.name ?? (recipient || t('Membro removido'));
  const why = explanation(mail, t);
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)] items-start gap-x-4 gap-y-2 py-4 lg:grid-cols-[40px_minmax(0,5fr)_minmax(0,6fr)_auto]">
      <Avatar name={recipientName} src={member?.photo_url} size={40} />
      <div className="min-w-0">
        <p className="truncate text-15 font-medium text-text">{recipientName}</p>
        <p className="truncate text-13 text-text-2">{recipient}</p>
      </div>
      <div className="col-start-2 min-w-0 lg:col-start-auto">
        <p className="flex flex-wrap items-center gap-2 text-14 text-text">
          {t(kindWords[kind].label)}
          {notices > 1 && (
            <span className="text-text-2">
              {t('{{count}} aviso|{{count}} avisos', { count: notices })}
            </span>
          )}
          <Badge tone={stateWords[state].tone}>{t(stateWords[state].label)}</Badge>
        </p>
        {why && <p className="mt-1 text-13 wrap-anywhere text-text-2">{why}</p>}
        {member && refused === 1 && state !== 'sent' && (
          <Button
            size="sm"
            className="mt-2"
            busy={retry.isPending}
            icon={<RotateCw size={16} strokeWidth={2} aria-hidden="true" />}
            aria-label={t('Tentar de novo: {{email}}', { email: recipient })}
            onClick={() => retry.mutate({ params: { id: member.id } })}
          >
            {t('Tentar de novo')}
          </Button>
        )}
      </div>
      <p className="col-start-2 text-13 text-text-2 tabular-nums lg:col-start-auto lg:text-right">
        {fullTime(sent_at ?? created_at, i18n.language)}
      </p>
    </li>
  );
}

/** The reason why a mail has not arrived. A mail server's own words are not translated. */
function explanation(
  { state, reason, error }: ListedMail,
  t: (text: string, values?: Record<string, string>) => string,
) {
  if (reason) return t(reasonWords[reason].label);
  if (state === 'held') return t('A pessoa não recebe avisos entre 22h e 8h, no horário dela.');
  if (state === 'waiting')
    return error ? t('Tentamos de novo. O servidor disse: {{error}}', { error }) : '';
  if (error) return t('O servidor disse: {{error}}', { error });
  // A mail of notifications that the school could not write, so no mail server saw it.
  return state === 'failed'
    ? t(
        'O e-mail não pôde ser escrito, depois de várias tentativas. A pessoa vê os avisos na escola.',
      )
    : '';
}

function useFilters() {
  const [address, setAddress] = useSearchParams();
  const filters: MailFilters = {
    search: address.get('busca') ?? '',
    state: mailStates.find((state) => state === address.get('situacao')) ?? null,
  };

  function setFilters(change: Partial<MailFilters>) {
    const { search, state } = { ...filters, ...change };
    setAddress(
      { ...(search && { busca: search }), ...(state && { situacao: state }) },
      { replace: true },
    );
  }

  return [filters, setFilters] as const;
}
