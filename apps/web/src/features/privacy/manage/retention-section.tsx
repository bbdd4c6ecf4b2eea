import {
  privacy,
  RetentionInput,
  retentionLimits,
  retentionNames,
  type Retention,
  type RetentionName,
} from '@vitrine/contract/privacy';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../../kit/forms/draft.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { call } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useChangeRetention, useRetention } from '../privacy.queries.ts';

const words: Record<RetentionName, { label: string; help: string }> = {
  sign_in_days: {
    label: 'Registros de acesso',
    help: 'Sessões e links vencidos, e tentativas de entrar.',
  },
  mail_days: { label: 'E-mails enviados', help: 'A quem e com que assunto.' },
  import_days: { label: 'Linhas de importações', help: 'Nomes e e-mails que uma planilha trouxe.' },
  view_months: { label: 'Visitas da equipe', help: 'Quem abriu o registro de quem.' },
  audit_months: { label: 'Mudanças da equipe', help: 'O que cada pessoa da equipe mudou.' },
  request_months: { label: 'Pedidos atendidos', help: 'A prova de que a escola respondeu.' },
};

const isMonths = (name: RetentionName) => name.endsWith('_months');

/** The school's retention times. A daily job applies them. */
export function RetentionSection() {
  const { t } = useTranslation();
  const retention = useRetention();
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="retention" className="mt-12 max-w-220">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="retention" className="text-18 font-semibold text-text">
          {t('Por quanto tempo guardamos')}
        </h2>
        {retention.data && (
          <Button
            icon={<Pencil size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('Mudar prazos')}
          </Button>
        )}
      </div>
      <p className="mt-2 text-14 text-text-2">
        {t('Todos os dias, o que passou do prazo é apagado.')}
      </p>
      {retention.isPending && <Skeleton shape="row" count={6} className="mt-4" />}
      {retention.isLoadingError && (
        <QueryError query={retention} className="pt-8" title={t('Os prazos não carregaram')} />
      )}
      {retention.data && (
        <dl className="mt-4 divide-y divide-line border-y border-line">
          {retentionNames.map((name) => (
            <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-3.5">
              <dt className="text-15 font-medium text-text">{t(words[name].label)}</dt>
              <dd className="row-span-2 self-center text-15 text-text tabular-nums">
                <Duration name={name} value={retention.data.data[name]} />
              </dd>
              <dd className="text-13 text-text-2">{t(words[name].help)}</dd>
            </div>
          ))}
        </dl>
      )}
      {editing && retention.data && (
        <RetentionDialog saved={retention.data.data} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}

function Duration({ name, value }: { name: RetentionName; value: number }) {
  const { t } = useTranslation();
  return isMonths(name)
    ? t('{{count}} mês|{{count}} meses', { count: value })
    : t('{{count}} dia|{{count}} dias', { count: value });
}

function RetentionDialog({ saved, onClose }: { saved: Retention; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeRetention();
  const draft = useDraft<Retention>({
    name: 'retention',
    saved,
    reread: async () => (await call(privacy.retention, {})).data,
    schema: RetentionInput,
    failure: 'Não foi possível salvar os prazos',
    save: (_values, { changes }) => change.mutateAsync({ body: changes }),
  });
  return (
    <FormDialog open onClose={onClose} title={t('Por quanto tempo guardamos')} draft={draft}>
      {retentionNames.map((name) => (
        <NumberField
          key={name}
          label={t(words[name].label)}
          inputMode="numeric"
          suffix={isMonths(name) ? t('meses') : t('dias')}
          hint={t('De {{min}} a {{max}}. O normal é {{preset}}.', retentionLimits[name])}
          error={draft.errorOf(name)}
          min={retentionLimits[name].min}
          max={retentionLimits[name].max}
          {...draft.form.register(name, { valueAsNumber: true })}
        />
      ))}
    </FormDialog>
  );
}
