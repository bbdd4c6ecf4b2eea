import { pages } from '@vitrine/contract/pages';
import { consentWords, viewWords, type MyData } from '@vitrine/contract/privacy';
import { Check, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackLink } from '../../kit/page/back-link.tsx';
import { SitePage } from '../../kit/page/site-page.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { fullTime } from '../../platform/relative-time.ts';
import { useSite } from '../../platform/site-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { EraseSection } from './erase-section.tsx';
import { exportAddress, useAcceptTerms, useMyData } from './privacy.queries.ts';
import { RequestsSection } from './requests-section.tsx';
import { consentAnswers, groupWords } from './wording.ts';

/** Shows the viewer's stored data and every right over it (LGPD). */
export default function MyDataPage() {
  const { t } = useTranslation();
  const { tenant } = useSite();
  const data = useMyData();
  return (
    <SitePage
      before={<BackLink to={pages.profile.path}>{t('Meu perfil')}</BackLink>}
      title={t('Meus dados')}
    >
      <p className="mt-3 max-w-160 text-16 text-text-2">
        {t('O que {{school}} guarda sobre você, para quê, e o que você pode fazer com isso.', {
          school: tenant.name,
        })}
      </p>
      <a href={exportAddress()} download className={`${buttonClass('primary')} mt-6`}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Baixar tudo (.zip)')}
      </a>
      <p className="mt-3 max-w-160 text-14 text-text-2">
        {t('Vêm páginas para ler, os mesmos dados em JSON e os arquivos que você enviou.')}
      </p>
      {data.isPending && <Skeleton shape="row" count={6} className="mt-12" />}
      {data.isLoadingError && (
        <QueryError query={data} className="pt-20" title={t('Seus dados não carregaram')} />
      )}
      {data.data && <Sections data={data.data.data} />}
    </SitePage>
  );
}

function Sections({ data }: { data: MyData }) {
  return (
    <div className="mt-12 grid gap-14">
      <StoredData data={data} />
      <Consents data={data} />
      <Views data={data} />
      <RequestsSection requests={data.requests} />
      <EraseSection hasPassword={Boolean(data.password)} />
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-18 font-semibold text-text">
        {title}
      </h2>
      {children}
    </section>
  );
}

function StoredData({ data: { groups, retention } }: { data: MyData }) {
  const { t } = useTranslation();
  return (
    <Section id="kept" title={t('O que guardamos e para quê')}>
      <dl className="mt-5 divide-y divide-line border-y border-line">
        {groups.map(({ group, records }) => (
          <div key={group} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
            <dt className="text-16 font-semibold text-text">{t(groupWords[group].label)}</dt>
            <dd className="text-14 text-text-2 tabular-nums sm:col-start-2 sm:row-start-1">
              {t('Nenhum registro|{{count}} registro|{{count}} registros', { count: records })}
            </dd>
            <dd className="max-w-160 text-14 text-text-2 sm:col-span-2">
              {t(groupWords[group].help)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-160 text-14 text-text-2">
        {t(
          'Guardamos tudo isso enquanto sua conta existir. Registros de acesso são apagados {{access}} dias depois de vencer, e-mails depois de {{mails}} dias e mudanças da equipe depois de {{audit}} meses.',
          {
            access: retention.sign_in_days,
            mails: retention.mail_days,
            audit: retention.audit_months,
          },
        )}
      </p>
    </Section>
  );
}

function Consents({ data: { consents } }: { data: MyData }) {
  const { t, i18n } = useTranslation();
  const accept = useAcceptTerms();
  const {
    footer: { use_terms, privacy_terms },
  } = useSite();
  const hasTerms = use_terms !== '' || privacy_terms !== '';
  const asksForTerms = hasTerms && !consents.some(({ kind }) => kind === 'terms');
  if (consents.length === 0 && !asksForTerms) return null;
  return (
    <Section id="consents" title={t('O que você permitiu')}>
      <ul className="mt-5 divide-y divide-line border-y border-line empty:hidden">
        {consents.map(({ kind, granted, at }) => (
          <li key={kind} className="py-4">
            <p className="text-16 font-semibold text-text">{t(consentWords[kind].label)}</p>
            <p className="mt-0.5 text-14 text-text-2">
              {t((granted ? consentAnswers[kind].yes : consentAnswers[kind].no).label, {
                date: fullTime(at, i18n.language),
              })}
            </p>
          </li>
        ))}
      </ul>
      {asksForTerms && (
        <div className="mt-4 text-14 text-text-2">
          <p className="max-w-160">{t('Você ainda não confirmou os termos desta escola.')}</p>
          <p className="flex flex-wrap gap-x-6">
            {use_terms && (
              <a
                className="py-2.5 underline underline-offset-4 hover:text-text"
                href={pages.terms.path}
              >
                {t('Termos de uso')}
              </a>
            )}
            {privacy_terms && (
              <a
                className="py-2.5 underline underline-offset-4 hover:text-text"
                href={pages.privacy.path}
              >
                {t('Políticas de privacidade')}
              </a>
            )}
          </p>
          <Button
            className="mt-2"
            busy={accept.isPending}
            icon={<Check size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => accept.mutate({})}
          >
            {t('Li e aceito os termos')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Views({ data: { views, retention } }: { data: MyData }) {
  const { t, i18n } = useTranslation();
  return (
    <Section id="views" title={t('Quem da equipe viu o seu registro')}>
      {views.length === 0 && (
        <p className="mt-3 text-14 text-text-2">{t('Ninguém abriu o seu registro.')}</p>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line empty:hidden">
        {views.map(({ viewer, what, at }) => (
          <li key={`${what}-${viewer ?? ''}-${String(at)}`} className="py-4">
            <p className="text-16 font-semibold wrap-anywhere text-text">
              {viewer ?? t('Membro removido')}
            </p>
            <p className="mt-0.5 text-14 text-text-2">
              {t(viewWords[what].label)}
              {' · '}
              {fullTime(at, i18n.language)}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-14 text-text-2">
        {t('Guardamos estas visitas por {{months}} meses.', {
          months: retention.view_months,
        })}
      </p>
    </Section>
  );
}
