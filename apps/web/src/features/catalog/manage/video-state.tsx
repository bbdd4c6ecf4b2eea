import { uploads } from '@vitrine/contract/uploads';
import { LoaderCircle } from 'lucide-react';
import { useContractQuery } from '../../../kit/queries/contract-query.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useTranslation } from '../../../ui/translation.ts';

const POLL_MS = 3_000;

/** The state of an uploaded video. Some formats are converted before browsers play them. */
export function VideoState({ path }: { path: string }) {
  const { t } = useTranslation();
  const status = useContractQuery(
    uploads.status,
    { query: { path } },
    {
      retry: false,
      refetchInterval: ({ state }) => (state.data?.data.state === 'converting' ? POLL_MS : false),
    },
  );
  const file = status.data?.data;
  if (file?.state === 'refused') return <InlineError>{file.message}</InlineError>;
  if (file?.state !== 'converting') return null;
  return (
    <output className="flex items-start gap-2 text-13 text-text-2">
      <LoaderCircle size={16} strokeWidth={2} className="spin mt-0.5 shrink-0" aria-hidden="true" />
      {t('Convertendo. Você pode salvar e sair: os alunos o veem assim que estiver pronto.')}
    </output>
  );
}
