import { limits, type StorageUse } from '@vitrine/contract/uploads';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { formatBytes } from '../../ui/bytes.ts';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useStorage } from './uploads.queries.ts';

/** Shows the school's storage, its quota, and the consequence of a full quota. */
export default function StoragePage() {
  const { t } = useTranslation();
  const storage = useStorage();
  return (
    <>
      <PageHead
        title={t('Espaço')}
        text={t('Quanto as imagens, os vídeos e os arquivos da sua escola ocupam.')}
      />
      {storage.isPending && <Skeleton shape="text" count={4} className="max-w-176" />}
      {storage.isLoadingError && <QueryError query={storage} title={t('O espaço não carregou')} />}
      {storage.data && <Storage {...storage.data.data} />}
    </>
  );
}

function Storage({ files, used_bytes, limit_bytes, student_limit_bytes }: StorageUse) {
  const { t, i18n } = useTranslation();
  const [used, limit] = [used_bytes, limit_bytes].map((bytes) =>
    formatBytes(bytes, i18n.language),
  ) as [string, string];
  const percent = limit_bytes > 0 ? (used_bytes / limit_bytes) * 100 : 100;
  return (
    <div className="max-w-176">
      <p className="text-22 font-semibold text-text">
        {t('{{used}} de {{limit}} usados', { used, limit })}
      </p>
      <ProgressBar
        label={t('Espaço usado')}
        value={percent / 100}
        height={8}
        className="mt-3 mb-2"
      />
      <p className="text-14 text-text-2">
        {t('{{count}} arquivo|{{count}} arquivos', { count: files })}
      </p>
      <div className="mt-4">
        {percent >= 100 ? (
          <InlineWarning>{t('O espaço acabou: novos envios são recusados.')}</InlineWarning>
        ) : (
          percent >= limits.storageWarningPercent && (
            <InlineWarning>{t('O espaço está quase no fim.')}</InlineWarning>
          )
        )}
      </div>
      <h2 className="mt-8 text-16 font-semibold text-text">{t('Quando o espaço acaba')}</h2>
      <ul className="mt-2 list-disc space-y-2 pl-5 text-14 text-text-2">
        <li>{t('Novos envios são recusados. O que já está na escola continua no ar.')}</li>
        <li>
          {t(
            'Apague aulas, banners ou arquivos que não usa: o espaço deles volta depois de um dia.',
          )}
        </li>
        <li>{t('Um arquivo enviado que nada usa é apagado depois de um dia.')}</li>
        <li>
          {t('Cada aluno pode guardar até {{limit}}.', {
            limit: formatBytes(student_limit_bytes, i18n.language),
          })}
        </li>
        <li>{t('Quem administra a plataforma pode dar mais espaço à escola.')}</li>
      </ul>
    </div>
  );
}
