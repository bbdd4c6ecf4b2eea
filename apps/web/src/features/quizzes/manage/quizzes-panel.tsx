import { pages } from '@vitrine/contract/pages';
import { messages, type Quiz } from '@vitrine/contract/quizzes';
import { ClipboardCheck, Settings2 } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Link, useNavigate } from 'react-router';
import { useEditPlace } from '../../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../../kit/preview/item-in-place.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { andList } from '../../../platform/list-words.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../../ui/dialog.tsx';
import { DrawerPanel, ListSkeleton } from '../../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus-after-removal.ts';
import { useListSearch } from '../../../ui/list-search.tsx';
import { editItem, removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { quizFacts } from '../quiz-facts.ts';
import { useHandedIn, useQuizzes, useRemoveQuiz } from '../quizzes.queries.ts';
import { QuizDialog } from './quiz-dialog.tsx';

/** The panel of the section Minhas avaliações (A section 2): a list with links to the builder. */
export default function QuizzesPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const quizzes = useQuizzes();
  const [removing, setRemoving] = useState<Quiz | null>(null);
  const rows = quizzes.data?.[2].data ?? [];
  const { found, shown, more, search, field } = useListSearch(
    rows,
    ({ name }) => name,
    t('Buscar avaliação'),
  );
  const focus = useFocusAfterRemoval(rows.length);
  const opened = place.path[1];
  const edited = useItemInPlace(rows, opened);

  return (
    <DrawerPanel
      title={t('Minhas avaliações')}
      description={t('Perguntas para seus alunos, com nota ou com um perfil no fim.')}
    >
      {quizzes.isPending && <ListSkeleton />}
      {quizzes.isLoadingError && (
        <QueryError query={quizzes} title={t('As avaliações não carregaram')} />
      )}
      {quizzes.data && rows.length === 0 && (
        <EmptyState
          icon={<ClipboardCheck />}
          title={t('Você ainda não criou nenhuma avaliação!')}
          text={t('Crie a primeira, escreva as perguntas e publique quando estiver pronta.')}
          action={<NewQuiz ref={focus.next} onClick={() => place.enter('nova')} />}
        />
      )}
      {rows.length > 0 && (
        <>
          <div className="mb-4 grid gap-3">
            <NewQuiz ref={focus.next} onClick={() => place.enter('nova')} />
            {field}
          </div>
          <ul
            aria-label={t('Minhas avaliações')}
            className="overflow-clip rounded-card border border-line empty:hidden"
          >
            {shown.map((quiz) => (
              <QuizRow
                key={quiz.id}
                quiz={quiz}
                onEdit={() => place.enter(String(quiz.id))}
                onRemove={() => setRemoving(quiz)}
              />
            ))}
          </ul>
          {more}
          {found.length === 0 && (
            <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
          )}
        </>
      )}
      {(edited || opened === 'nova') && (
        <QuizDialog key={opened} quiz={edited ?? null} onClose={place.up} />
      )}
      <RemoveQuiz
        quiz={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

function NewQuiz(props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation();
  return <AddButton {...props}>{t('Novo')}</AddButton>;
}

interface QuizRowProps {
  quiz: Quiz;
  onEdit: () => void;
  onRemove: () => void;
}

function QuizRow({ quiz, onEdit, onRemove }: QuizRowProps) {
  const { t, i18n } = useTranslation();
  const go = useNavigate();
  const { id, type, name } = quiz;
  const builder = `${pages.quizBuilder.path}?id=${id}&type=${type}`;
  return (
    <li className="flex min-h-15 items-center gap-2 border-line py-2 pr-2 pl-4 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 text-14 font-medium wrap-anywhere text-text">{name}</p>
        <p className="text-13 text-text-3">{quizFacts({ t, i18n }, quiz)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 not-empty:mt-1">
          {!quiz.published && <Badge>{t('Rascunho')}</Badge>}
          {quiz.questions_count === 0 && (
            <Link
              to={builder}
              className="touch-target text-13 font-medium text-text underline underline-offset-2"
            >
              {t('Escrever perguntas')}
              <span className="sr-only"> {name}</span>
            </Link>
          )}
        </p>
      </div>
      <Menu
        label={t('Opções de {{name}}', { name })}
        items={[
          {
            id: 'configure',
            label: t('Configurar'),
            icon: <Settings2 />,
            onSelect: () => void go(builder),
          },
          editItem(t('Editar'), onEdit),
          'separator',
          removeItem(t('Remover'), onRemove),
        ]}
      />
    </li>
  );
}

interface RemoveQuizProps {
  quiz: Quiz | null;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
}

function RemoveQuiz({ quiz, onClose, finalFocus }: RemoveQuizProps) {
  const { t, i18n } = useTranslation();
  const remove = useRemoveQuiz();
  const handedIn = useHandedIn(quiz?.id ?? null).data?.data;
  const titles = quiz?.lessons.map(({ title }) => title) ?? [];
  return (
    <ConfirmDialog
      open={quiz !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir avaliação')}
      text={
        <>
          {t('{{name}} some com todas as tentativas e resultados. Não dá para desfazer.', {
            name: quiz?.name ?? '',
          })}
          {Boolean(handedIn?.attempts) && (
            <p className="mt-2">
              {t('Vão junto {{attempts}}, de {{students}}.', {
                attempts: t('{{count}} tentativa entregue|{{count}} tentativas entregues', {
                  count: handedIn!.attempts,
                }),
                students: t('{{count}} aluno|{{count}} alunos', { count: handedIn!.members }),
              })}
            </p>
          )}
          {titles.length > 0 && (
            <p className="mt-2">
              {t(
                'A aula {{titles}} fica sem avaliação.|{{count}} aulas ficam sem avaliação: {{titles}}.',
                { count: titles.length, titles: andList(titles, i18n.language) },
              )}
            </p>
          )}
        </>
      }
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() => quiz && remove.mutateAsync({ params: { id: quiz.id } })}
      failure={t(messages.removeFailed)}
    />
  );
}
