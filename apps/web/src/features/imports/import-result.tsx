import { useQueryClient } from '@tanstack/react-query';
import { imports, type Import } from '@vitrine/contract/imports';
import { members } from '@vitrine/contract/members';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { products } from '@vitrine/contract/products';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { hasStatus } from '../../platform/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { courseRefreshes } from '../catalog/manage/courses.queries.ts';
import { quizReads } from '../quizzes/quizzes.queries.ts';
import { ImportReport } from './import-report.tsx';
import { ImportedCourse } from './imported-course.tsx';
import { isOver, useImport } from './imports.queries.ts';
import { MembersOutcome } from './members-outcome.tsx';

interface ImportResultProps {
  id: number;
  onAgain: () => void;
}

/** An import: its progress and its result. */
export function ImportResult({ id, onAgain }: ImportResultProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const job = useImport(id);
  const courseId = job.data?.data.course_id;
  const status = job.data?.data.status;
  const hasEnded = isOver(status);
  const undoing = job.data?.data.undoing;
  // The list of earlier imports names this one with its state.
  useEffect(() => void refresh(client, [imports.list]), [status, undoing, client]);
  useEffect(() => {
    if (courseId) void refresh(client, [...courseRefreshes, ...quizReads]);
  }, [courseId, hasEnded, client]);
  const hasImportedPeople = job.data?.data.kind === 'members' && hasEnded;
  useEffect(() => {
    if (hasImportedPeople) void refresh(client, [members.list, products.list]);
  }, [hasImportedPeople, undoing, client]);

  if (job.isPending) return <Skeleton shape="text" count={4} className="max-w-160" />;
  if (!job.data)
    return hasStatus(job.error, 404) ? (
      <EmptyState
        title={t('Esta importação não existe')}
        action={<Button onClick={onAgain}>{t('Nova importação')}</Button>}
      />
    ) : (
      <QueryError query={job} title={t('A importação não carregou')} />
    );
  const { data } = job.data;
  return (
    <div className="grid max-w-176 gap-6">
      <Headline job={data} />
      {!hasEnded && (
        <div className="grid grid-cols-1 gap-2">
          <ProgressBar
            label={t('Progresso da importação')}
            value={data.total ? data.done / data.total : 0}
            height={6}
          />
          <p className="text-13 text-text-2 tabular-nums">
            {data.total > 0
              ? t('{{done}} de {{total}} itens', { done: data.done, total: data.total })
              : t('Lendo o arquivo')}
            {' · '}
            {t('Você pode sair desta página: a importação continua.')}
          </p>
        </div>
      )}
      {data.status === 'done' && courseId && <ImportedCourse id={courseId} />}
      {hasImportedPeople && <MembersOutcome job={data} />}
      {hasEnded && (
        <div className="flex flex-wrap gap-2">
          {courseId && (
            <Link to={hrefOf('manageCourse', { id: courseId })} className={buttonClass('primary')}>
              {t('Abrir o curso')}
            </Link>
          )}
          {data.kind === 'members' && data.status === 'done' && (
            <Link to={pages.manageMembers.path} className={buttonClass('primary')}>
              {t('Ver pessoas')}
            </Link>
          )}
          <Button onClick={onAgain}>{t('Nova importação')}</Button>
        </div>
      )}
      {data.report.length > 0 && <ImportReport lines={data.report} />}
    </div>
  );
}

const looks = {
  queued: { icon: LoaderCircle, tone: 'spin text-text-2', title: 'Na fila' },
  running: { icon: LoaderCircle, tone: 'spin text-text-2', title: 'Importando' },
  done: { icon: CircleCheck, tone: 'text-ok', title: 'Importação concluída' },
  failed: { icon: CircleAlert, tone: 'text-error', title: 'A importação não deu certo' },
} as const;

function Headline({ job }: { job: Import }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, title } = looks[job.status];
  return (
    <output className="flex items-start gap-3">
      <Icon size={22} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <span className="min-w-0">
        <span className="block text-18 font-semibold text-text">{t(title)}</span>
        <span className="block truncate text-14 text-text-2">{job.filename}</span>
        {job.status === 'done' && job.report.length === 0 && (
          <span className="block text-14 text-text-2">{t('Tudo veio como estava.')}</span>
        )}
        {job.status === 'failed' && (
          <span className="block text-14 text-text-2">
            {job.kind === 'course'
              ? t('Nada ficou pela metade. Confira o motivo abaixo e tente de novo.')
              : t('Confira o motivo abaixo e tente de novo.')}
          </span>
        )}
      </span>
    </output>
  );
}
