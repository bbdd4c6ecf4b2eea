import { hrefOf, pages } from '@vitrine/contract/pages';
import type { MyQuiz } from '@vitrine/contract/quizzes';
import { ArrowRight, Check, ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router';
import { SitePage } from '../../../kit/page/site-page.tsx';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { useIsAdmin } from '../../../platform/site-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { useListSearch } from '../../../ui/list-search.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { isPassed, quizFacts, scoreText } from '../quiz-facts.ts';
import { useMyQuizzes } from '../quizzes.queries.ts';

/** Every quiz that the reader may take: to do, passed, tried (contract, decision 6). */
export default function MyQuizzesPage() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const quizzes = useMyQuizzes();
  const { found, shown, more, search, field } = useListSearch(
    groupsOf(quizzes.data ?? []).flatMap(({ list }) => list),
    ({ name }) => name,
    t('Buscar avaliação'),
    'mt-6 sm:max-w-80',
  );
  return (
    <SitePage title={t('Avaliações')}>
      {quizzes.isPending && <Skeleton shape="row" count={4} className="mt-8" />}
      {quizzes.isError && !quizzes.data && (
        <QueryError query={quizzes} className="pt-20" title={t('As avaliações não carregaram')} />
      )}
      {quizzes.data?.length === 0 && (
        <EmptyState
          className="pt-20"
          icon={<ClipboardCheck />}
          title={t('Nenhuma avaliação por aqui')}
          text={t('Quando sua escola publicar uma avaliação para você, ela aparece aqui.')}
          action={
            isAdmin ? (
              <Link to="?editar=avaliacoes" className={buttonClass('primary')}>
                {t('Nova avaliação')}
              </Link>
            ) : (
              <Link to={pages.homepage.path} className={buttonClass('primary')}>
                {t('Ver o que há para assistir')}
              </Link>
            )
          }
        />
      )}
      {field}
      {groupsOf(shown).map(({ title, list }) => (
        <section key={title} className="mt-10">
          <h2 className="text-18 font-semibold text-text">{t(title)}</h2>
          <ul className="mt-4 grid grid-cols-1 gap-3">
            {list.map((quiz) => (
              <QuizCard key={quiz.id} quiz={quiz} />
            ))}
          </ul>
        </section>
      ))}
      {more}
      {search !== '' && found.length === 0 && (
        <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
      )}
    </SitePage>
  );
}

const groupsOf = (quizzes: MyQuiz[]) =>
  [
    { title: 'Para fazer', list: quizzes.filter(({ result }) => !result) },
    { title: 'Tente de novo', list: quizzes.filter((quiz) => quiz.result && !isPassed(quiz)) },
    { title: 'Concluídas', list: quizzes.filter(isPassed) },
  ].filter(({ list }) => list.length > 0);

/** With large text, a badge is wider than the card of a phone. */
const wrappingBadge = 'h-auto! min-h-6 max-w-full shrink! whitespace-normal!';

function QuizCard({ quiz }: { quiz: MyQuiz }) {
  const { t, i18n } = useTranslation();
  const { result, attempts_left, open_attempt } = quiz;
  return (
    <li className="relative flex items-center gap-4 rounded-card border border-line bg-surface-1 p-5 transition-colors hover:bg-surface-2">
      <div className="min-w-0 flex-1">
        <p className="text-16 font-semibold text-balance wrap-anywhere hyphens-auto text-text">
          <Link
            to={hrefOf('quiz', { id: quiz.id })}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {quiz.name}
          </Link>
        </p>
        <p className="mt-1 text-14 text-text-2">{quizFacts({ t, i18n }, quiz)}</p>
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {open_attempt && (
            <Badge tone="brand" className={wrappingBadge}>
              {t('Em andamento')}
            </Badge>
          )}
          {result && (
            <Badge
              className={wrappingBadge}
              tone={isPassed(quiz) ? 'ok' : 'warn'}
              icon={isPassed(quiz) && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
            >
              {result.profile ?? scoreText(t, result.score)}
            </Badge>
          )}
          {attempts_left !== null && (
            <Badge className={wrappingBadge}>
              {t('Sem mais tentativas|{{count}} tentativa|{{count}} tentativas', {
                count: attempts_left + (open_attempt ? 1 : 0),
              })}
            </Badge>
          )}
        </p>
      </div>
      <ArrowRight
        size={20}
        strokeWidth={1.75}
        className="shrink-0 text-text-3"
        aria-hidden="true"
      />
    </li>
  );
}
