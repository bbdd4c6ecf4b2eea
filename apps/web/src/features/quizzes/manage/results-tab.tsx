import { hrefOf } from '@vitrine/contract/pages';
import type { Quiz, QuizResults } from '@vitrine/contract/quizzes';
import { Check, ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { fullTime, relativeTime } from '../../../platform/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { durationText, wholeScore } from '../quiz-facts.ts';
import { QuizText } from '../take/quiz-text.tsx';
import {
  exportAddress,
  useCloseAttempt,
  useGrantAttempt,
  useMemberAttempts,
  useQuestions,
  useResults,
} from '../quizzes.queries.ts';

type Student = QuizResults['students']['data'][number];

/** The results of a quiz: figures, questions by difficulty, and each student's attempts. */
export function ResultsTab({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const query = useResults(quiz.id);
  const { results, students, more } = query;
  const [opened, setOpened] = useState<Student | null>(null);
  const questions = useQuestions(quiz.id);
  const titles = new Map(questions.data?.data.profiles.map(({ key, title }) => [key, title]));

  if (query.isError && !results)
    return <QueryError query={query} className="pt-24" title={t('Os resultados não carregaram')} />;
  if (!results) return <Skeleton shape="row" count={6} className="m-8" />;
  if (!results.attempts)
    return (
      <div className="quiet-scroll h-full overflow-y-auto">
        <EmptyState
          className="pt-24"
          title={t('Ninguém respondeu ainda')}
          text={t('Os resultados aparecem aqui assim que o primeiro aluno entregar.')}
        />
        <div className="mx-auto max-w-120 p-4 md:p-8">
          <OpenAttempts attempts={results.open} />
        </div>
      </div>
    );
  const scored = quiz.type === 'comun';
  return (
    <div className="quiet-scroll h-full overflow-y-auto">
      <div className="mx-auto grid max-w-300 grid-cols-[minmax(0,1fr)] gap-10 p-4 md:p-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <dl className="grid grid-cols-3 gap-x-4 gap-y-6 md:flex md:flex-wrap md:gap-x-12">
            <Fact
              value={String(results.members)}
              label={t('aluno respondeu|alunos responderam', { count: results.members })}
            />
            {scored && (
              <>
                <Fact value={share(results.passed / results.members)} label={t('passaram')} />
                <Fact value={share((results.mean ?? 0) / 100)} label={t('nota média')} />
                <Fact
                  value={t('± {{points}}', { points: Math.round(results.spread ?? 0) })}
                  label={t('desvio')}
                />
              </>
            )}
            <Fact value={durationText(t, results.seconds ?? 0)} label={t('tempo médio')} />
            <Fact
              value={String(results.attempts)}
              label={t('tentativa|tentativas', { count: results.attempts })}
            />
          </dl>
          {scored && <Scores scores={results.scores} goal={quiz.goal} />}
          <h2 className="mt-10 text-16 font-semibold">{t('Perguntas')}</h2>
          <ol className="mt-2 divide-y divide-line border-y border-line">
            {results.questions.map((question, index) => (
              <QuestionResult key={question.id} {...{ question, index, scored }} />
            ))}
          </ol>
        </div>
        <section aria-label={t('Alunos')}>
          <OpenAttempts attempts={results.open} />
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-16 font-semibold">{t('Alunos')}</h2>
            <a href={exportAddress(quiz.id)} download className={buttonClass('secondary', 'sm')}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              {t('Exportar CSV')}
            </a>
          </div>
          <ul className="mt-2 divide-y divide-line">
            {students.map((student) => (
              <StudentRow
                key={student.member.id}
                student={student}
                result={resultText(quiz, titles, student)}
                onOpen={() => setOpened(student)}
              />
            ))}
          </ul>
          <LoadMore {...more} />
        </section>
      </div>
      {opened && (
        <MemberAttempts {...{ quiz, titles }} student={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

/** Lists open attempts. Closing one hands it in with its stored answers. */
function OpenAttempts({ attempts }: { attempts: QuizResults['open'] }) {
  const { t, i18n } = useTranslation();
  const [closing, setClosing] = useState<QuizResults['open'][number] | null>(null);
  const close = useCloseAttempt();
  if (!attempts.length) return null;
  return (
    <section aria-label={t('Em andamento')} className="mb-8">
      <h2 className="text-16 font-semibold">{t('Em andamento')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex min-h-15 items-center gap-3 py-2">
            <Avatar name={attempt.member.name} src={attempt.member.photo_url} size={32} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{attempt.member.name}</span>
              <span className="block truncate text-13 text-text-2">
                {t('Começou {{when}}', { when: relativeTime(attempt.started_at, i18n.language) })}
              </span>
            </span>
            <Button size="sm" onClick={() => setClosing(attempt)}>
              {t('Encerrar')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={t('Encerrar a tentativa de {{name}}', { name: closing?.member.name ?? '' })}
        text={t('As respostas guardadas até agora são entregues e contam.')}
        confirmLabel={t('Encerrar')}
        onConfirm={() => closing && close.mutateAsync({ params: { id: closing.id } })}
      />
    </section>
  );
}

const share = (part: number) => `${Math.round(part * 100)}%`;

function Fact({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-13 text-text-2">{label}</dt>
      <dd className="text-28 font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** Attempts by score in steps of ten, divided by the goal. */
function Scores({ scores, goal }: { scores: number[]; goal: number }) {
  const { t } = useTranslation();
  const most = Math.max(...scores, 1);
  return (
    <figure className="mt-8">
      <figcaption className="text-13 text-text-2">
        {t('Tentativas por nota, mínimo de {{goal}}%', { goal })}
      </figcaption>
      <ul className="mt-3 grid h-40 grid-cols-10 items-end gap-1 border-b border-line-2">
        {scores.map((count, index) => (
          <li key={index} className="flex h-full flex-col justify-end text-center">
            <span className="text-12 text-text-2 tabular-nums">
              <span className="sr-only">
                {t('De {{from}} a {{to}}:', { from: index * 10, to: scoreEnd(index) })}
              </span>
              {count > 0 && count}
            </span>
            <span
              className={cx(
                'rounded-t-[3px]',
                scoreEnd(index) >= goal ? 'bg-accent' : 'bg-text-3/50',
              )}
              style={{ height: `${(count / most) * 80}%` }}
            />
          </li>
        ))}
      </ul>
      <ul
        aria-hidden="true"
        className="grid grid-cols-10 gap-1 pt-1 text-center text-12 text-text-3"
      >
        {scores.map((_, index) => (
          <li key={index}>{index * 10}</li>
        ))}
      </ul>
    </figure>
  );
}

const scoreEnd = (index: number) => (index === 9 ? 100 : index * 10 + 9);

interface QuestionResultProps {
  question: QuizResults['questions'][number];
  index: number;
  scored: boolean;
}

function QuestionResult({ question, index, scored }: QuestionResultProps) {
  const { t } = useTranslation();
  const { text, text_html, right_share, discrimination, options } = question;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-4 py-2 text-left"
      >
        <span className="w-6 shrink-0 text-13 text-text-3 tabular-nums">{index + 1}</span>
        <span className={cx('min-w-0 flex-1', !open && 'truncate')}>
          <QuizText text={text} html={text_html} />
        </span>
        {scored && right_share !== null && (
          <>
            <span className="w-24 shrink-0 max-md:hidden">
              <ProgressBar label={t('Acertos')} value={right_share} />
            </span>
            <span className="w-12 text-right font-semibold tabular-nums">{share(right_share)}</span>
          </>
        )}
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          className={cx('shrink-0 text-text-3', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {open && (
        <div className="mb-4 rounded-card bg-surface-2 p-4 md:ml-10">
          <ul className="grid gap-3">
            {options.map((option) => (
              <li
                key={option.id}
                className="grid grid-cols-[minmax(0,1fr)_4rem] items-center gap-x-4 gap-y-1"
              >
                <span className="flex items-center gap-2">
                  <span className={option.correct ? 'font-semibold' : ''}>
                    <QuizText text={option.text} html={option.text_html} />
                  </span>
                  {scored && option.correct && (
                    <span className="flex shrink-0 items-center gap-1 text-13 text-ok">
                      <Check size={14} strokeWidth={2.5} aria-hidden="true" />
                      {t('certa')}
                    </span>
                  )}
                </span>
                <span className="text-right tabular-nums">{share(option.share ?? 0)}</span>
                <ProgressBar className="col-span-2" label={option.text} value={option.share ?? 0} />
                {scored && option.mean !== null && (
                  <span className="col-span-2 text-13 text-text-2">
                    {t('Quem marcou tirou em média {{score}}%.', {
                      score: Math.round(option.mean),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {scored && discrimination !== null && (
            <p className="mt-4 border-t border-line pt-3 text-13 text-text-2">
              {discrimination >= 0.3
                ? t('Separa bem quem sabe de quem não sabe.')
                : discrimination >= 0.1
                  ? t('Separa pouco quem sabe de quem não sabe.')
                  : t('Quem sabe erra tanto quanto quem não sabe: confira esta pergunta.')}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

type Titles = ReadonlyMap<string, string>;

/** The score, or the profile of a behavioural quiz. A dash for a deleted profile. */
const resultText = (
  { type }: Quiz,
  titles: Titles,
  { score, profile }: { score: number | null; profile: string | null },
) => (type === 'comun' ? `${wholeScore(score ?? 0)}%` : (profile && titles.get(profile)) || '–');

interface StudentRowProps {
  student: Student;
  result: string;
  onOpen: () => void;
}

function StudentRow({ student, result, onOpen }: StudentRowProps) {
  const { t, i18n } = useTranslation();
  const { member, passed, seconds, finished_at } = student;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-15 w-full items-center gap-3 py-2 text-left"
      >
        <Avatar name={member.name} src={member.photo_url} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{member.name}</span>
          <span className="block truncate text-13 text-text-2">
            {relativeTime(finished_at, i18n.language)} · {durationText(t, seconds)}
          </span>
        </span>
        <span className="max-w-40 shrink-0 truncate font-semibold tabular-nums">{result}</span>
        {passed && <Check size={16} strokeWidth={2} className="text-ok" aria-label={t('passou')} />}
      </button>
    </li>
  );
}

interface MemberAttemptsProps {
  quiz: Quiz;
  titles: Titles;
  student: Student;
  onClose: () => void;
}

/** The attempts of a student. Staff can read each, grant another and close an open one. */
function MemberAttempts({ quiz, titles, student: { member }, onClose }: MemberAttemptsProps) {
  const { t, i18n } = useTranslation();
  const attempts = useMemberAttempts(quiz.id, member.id);
  const grant = useGrantAttempt();
  const close = useCloseAttempt();
  return (
    <Dialog
      open
      onClose={onClose}
      title={member.name}
      description={t('Tentativas em {{name}}', { name: quiz.name })}
      actions={
        !quiz.repeat && (
          <Button
            busy={grant.isPending}
            onClick={() => grant.mutate({ params: { id: quiz.id, memberId: member.id } })}
          >
            {grant.isSuccess ? t('Tentativa liberada') : t('Liberar mais uma tentativa')}
          </Button>
        )
      }
    >
      {attempts.isPending && <Skeleton shape="row" count={2} />}
      {attempts.isError && (
        <QueryError query={attempts} title={t('As tentativas não carregaram')} />
      )}
      <ul className="divide-y divide-line">
        {attempts.data?.data.map(({ id, started_at, finished_at, ...attempt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">{fullTime(started_at, i18n.language)}</span>
            {finished_at ? (
              <>
                <span className="font-semibold tabular-nums">
                  {resultText(quiz, titles, attempt)}
                </span>
                <Link
                  to={`${hrefOf('quiz', { id: quiz.id })}?tentativa=${id}`}
                  className="text-accent underline"
                >
                  {t('Ler')}
                </Link>
              </>
            ) : (
              <>
                <Badge tone="brand">{t('Em andamento')}</Badge>
                <Button
                  size="sm"
                  busy={close.isPending}
                  onClick={() => close.mutate({ params: { id } })}
                >
                  {t('Encerrar')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
