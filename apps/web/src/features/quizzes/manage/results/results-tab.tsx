import {
  type PlottedStudent,
  type Quiz,
  type QuizResults,
  quizType,
} from '@vitrine/contract/quizzes';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { Select } from '../../../../ui/select.tsx';
import { EmptyState, Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { useQuestions, useResults } from '../../quizzes.queries.ts';
import { useCountedChoice } from './counted-choice.ts';
import { MemberAttempts } from './member-attempts.tsx';
import { OpenAttempts } from './open-attempts.tsx';
import { ProfileResults } from './profile-results.tsx';
import { QuestionResult } from './question-result.tsx';
import { ResultFacts } from './result-facts.tsx';
import { ScoreDots } from './score-dots.tsx';
import { ScorePlot } from './score-plot.tsx';
import { StudentsList } from './students-list.tsx';

/** Fewer students are read one by one. */
const MIN_PLOTTED = 8;

/** The results of a quiz: figures, questions by difficulty, and each student's attempts. */
export function ResultsTab({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const { counted } = useCountedChoice(quiz);
  const query = useResults(quiz.id, counted);
  const results = query.data?.data;
  const [opened, setOpened] = useState<Pick<PlottedStudent, 'member'> | null>(null);
  const questions = useQuestions(quiz.id);
  const [address, setAddress] = useSearchParams();
  const studentsRef = useRef<HTMLElement>(null);
  const titles = new Map(questions.data?.data.profiles.map(({ key, title }) => [key, title]));

  if (query.isError && !results)
    return <QueryError query={query} className="pt-24" title={t('Os resultados não carregaram')} />;
  if (!results) return <Skeleton shape="row" count={6} className="m-8" />;
  if (!results.attempts) return <NoResults results={results} />;
  const scored = quiz.type === quizType.scored;
  const profile = scored ? null : address.get('perfil');

  function setProfile(key: string | null) {
    if (key === null) address.delete('perfil');
    else address.set('perfil', key);
    setAddress(address, { replace: true });
    // On narrow windows the students stand below the fold.
    if (key !== null) studentsRef.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    // On paper all rows stand below each other.
    <div
      aria-busy={query.isPlaceholderData}
      className="quiet-scroll h-full overflow-y-auto print:h-auto print:overflow-visible"
    >
      <div className="mx-auto grid max-w-350 grid-cols-[minmax(0,1fr)] gap-10 p-4 md:p-8 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-16">
        <div className="min-w-0">
          {results.handing_in ? (
            <p role="status" className="mb-6 text-14 text-text-2">
              {t('Ainda contamos tentativas cujo tempo acabou. Os números mudam em instantes.')}
            </p>
          ) : null}
          <ResultFacts results={results} scored={scored} />
          {scored &&
            results.members >= MIN_PLOTTED &&
            (results.plotted ? (
              <ScoreDots students={results.plotted} goal={quiz.goal} onOpen={setOpened} />
            ) : (
              <ScorePlot scores={results.scores} goal={quiz.goal} />
            ))}
          {!scored && <ProfileResults results={results} chosen={profile} onChoose={setProfile} />}
          <QuestionResults quizId={quiz.id} counted={counted} results={results} scored={scored} />
        </div>
        <section ref={studentsRef} aria-label={t('Alunos')}>
          <OpenAttempts attempts={results.open} />
          <StudentsList
            quiz={quiz}
            titles={titles}
            counted={counted}
            scored={scored}
            profile={profile}
            onClearProfile={() => setProfile(null)}
            onOpen={setOpened}
          />
        </section>
      </div>
      {opened && (
        <MemberAttempts
          quiz={quiz}
          titles={titles}
          student={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Shown while nobody has handed in. */
function NoResults({ results }: { results: QuizResults }) {
  const { t } = useTranslation();
  return (
    <div className="quiet-scroll h-full overflow-y-auto">
      <EmptyState
        className="pt-24"
        title={t('Ninguém respondeu ainda')}
        text={
          results.abandoned
            ? t('{{count}} aluno parou no caminho.|{{count}} alunos pararam no caminho.', {
                count: results.abandoned,
              })
            : t('Os resultados aparecem aqui assim que o primeiro aluno entregar.')
        }
      />
      <div className="mx-auto max-w-120 p-4 md:p-8">
        <OpenAttempts attempts={results.open} />
      </div>
    </div>
  );
}

interface QuestionResultsProps {
  quizId: number;
  counted: ReturnType<typeof useCountedChoice>['counted'];
  results: QuizResults;
  scored: boolean;
}

/** The result of each question. */
function QuestionResults({ quizId, counted, results, scored }: QuestionResultsProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<QuestionOrder>('hardest');
  return (
    <>
      <div className="mt-10 flex items-end justify-between gap-4">
        <h2 className="text-16 font-semibold">{t('Perguntas')}</h2>
        {scored && results.questions.length > 1 && (
          <Select<QuestionOrder>
            quiet
            hideLabel
            label={t('Ordem das perguntas')}
            value={order}
            onValueChange={setOrder}
            options={[
              { value: 'hardest', label: t('Mais difíceis primeiro') },
              { value: 'quiz', label: t('Na ordem da avaliação') },
            ]}
          />
        )}
      </div>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {(scored && order === 'hardest' ? hardestFirst : inOrder)(results.questions).map(
          ({ question, index }) => (
            <QuestionResult
              key={question.id}
              quizId={quizId}
              counted={counted}
              question={question}
              index={index}
              scored={scored}
            />
          ),
        )}
      </ol>
    </>
  );
}

type QuestionOrder = 'hardest' | 'quiz';
type ReadQuestion = QuizResults['questions'][number];

/** Each question with its place in the quiz. */
const inOrder = (questions: ReadQuestion[]) =>
  questions.map((question, index) => ({ question, index }));

const hardestFirst = (questions: ReadQuestion[]) =>
  inOrder(questions).toSorted(
    (one, other) => (one.question.right_share ?? 1) - (other.question.right_share ?? 1),
  );
