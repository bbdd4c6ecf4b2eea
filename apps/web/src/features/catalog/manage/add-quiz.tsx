import type { Module } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/catalog-limits';
import { pages } from '@vitrine/contract/pages';
import type { Quiz } from '@vitrine/contract/quizzes';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useQuizzes } from '../../quizzes/quizzes.queries.ts';
import { useAddLesson } from './courses.queries.ts';

interface AddQuizProps {
  module: Module;
  onClose: () => void;
}

/** Adds a quiz at the end of the module, as a lesson that passing finishes. */
export function AddQuiz({ module, onClose }: AddQuizProps) {
  const { t } = useTranslation();
  const quizzes = useQuizzes();
  const add = useAddLesson();
  const createdQuiz = quizzes.data?.[2].data;

  async function put({ id, name }: Quiz) {
    onClose();
    try {
      await add.mutateAsync({
        params: { id: module.id },
        body: { title: name.slice(0, limits.title), quiz_id: id, quiz_required: 1 },
      });
      toast.success(t('Avaliação adicionada a {{name}}.', { name: module.title }));
    } catch (error) {
      toast.error((error as Error).message);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Adicionar avaliação')}
      description={module.title}
      width={420}
    >
      {quizzes.isPending && <Skeleton shape="row" count={3} />}
      {quizzes.isLoadingError && (
        <QueryError query={quizzes} title={t('As avaliações não carregaram')} />
      )}
      {createdQuiz?.length === 0 && (
        <EmptyState
          icon={<ClipboardCheck />}
          title={t('Você ainda não criou nenhuma avaliação!')}
          action={
            <Link
              to={`${pages.homepage.path}?editar=avaliacoes`}
              className={buttonClass('primary')}
            >
              {t('Criar avaliação')}
            </Link>
          }
        />
      )}
      <ul className="-mx-3 grid gap-0.5">
        {createdQuiz?.map((quiz) => (
          <li key={quiz.id}>
            <button
              type="button"
              onClick={() => void put(quiz)}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-14 font-medium hover:bg-hover"
            >
              <ClipboardCheck
                size={18}
                strokeWidth={1.75}
                className="shrink-0 text-text-3"
                aria-hidden="true"
              />
              <span className="min-w-0 flex-1 truncate">{quiz.name}</span>
              {!quiz.published && <Badge>{t('Rascunho')}</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
