import type { PlottedStudent } from '@vitrine/contract/quizzes';
import { useRef, useState, type KeyboardEvent } from 'react';
import { relativeTime } from '../../../../platform/relative-time.ts';
import { cx } from '../../../../ui/cx.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { scoreText } from '../../quiz-facts.ts';
import './score-dots.css';

interface ScoreDotsProps {
  /** The lowest score first. */
  students: readonly PlottedStudent[];
  goal: number;
  onOpen: (student: PlottedStudent) => void;
}

/** Points of a column. A full score has a column of its own. */
const STEP = 5;
const COLUMNS = 100 / STEP + 1;

/** Each student as a dot over their score, divided by the goal. One tab stop; arrows move. */
export function ScoreDots({ students, goal, onOpen }: ScoreDotsProps) {
  const { t, i18n } = useTranslation();
  const plot = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState<number | null>(null);
  const student = shown === null ? undefined : students[shown];
  const current = Math.min(at, students.length - 1);

  function move(event: KeyboardEvent) {
    const next = keys(current, students.length)[event.key];
    if (event.key === 'Escape') setShown(null);
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.min(Math.max(next, 0), students.length - 1);
    setAt(index);
    plot.current?.querySelector<HTMLElement>(`[data-dot="${index}"]`)?.focus();
  }

  return (
    <figure className="mt-8">
      <figcaption className="text-13 text-text-2">{t('Cada ponto é um aluno')}</figcaption>
      <div ref={plot} role="group" aria-label={t('Alunos por nota')} className="score-dots">
        <div
          aria-hidden="true"
          className="score-goal"
          data-end={goal > 50 || undefined}
          style={{ left: `${(goal / STEP / COLUMNS) * 100}%` }}
        >
          <span>{t('mínimo de {{goal}}%', { goal })}</span>
        </div>
        {columnsOf(students).map((indexes, column) => (
          <div key={column} className="score-column">
            {indexes.map((index) => {
              const { member, score, passed } = students[index]!;
              return (
                <button
                  key={member.id}
                  type="button"
                  data-dot={index}
                  tabIndex={index === current ? 0 : -1}
                  aria-label={`${member.name}, ${scoreText(t, score)}, ${passed ? t('passou') : t('não passou')}`}
                  className={cx('score-dot', passed && 'score-passed')}
                  onKeyDown={move}
                  onPointerEnter={() => setShown(index)}
                  onPointerLeave={() => setShown(null)}
                  onFocus={() => {
                    setAt(index);
                    setShown(index);
                  }}
                  onBlur={() => setShown(null)}
                  onClick={() => onOpen(students[index]!)}
                />
              );
            })}
          </div>
        ))}
        {student && (
          <p
            aria-hidden="true"
            className="score-tip"
            style={{
              left: `clamp(0px, calc(${((columnOf(student) + 0.5) / COLUMNS) * 100}% - 7rem), calc(100% - 14rem))`,
            }}
          >
            <b className="block truncate font-semibold text-text">{student.member.name}</b>
            {scoreText(t, student.score)}, {relativeTime(student.finished_at, { t, i18n })}
          </p>
        )}
      </div>
      <ol aria-hidden="true" className="score-axis">
        {Array.from({ length: COLUMNS }, (_, column) => (
          <li key={column}>{column % 2 === 0 && column * STEP}</li>
        ))}
      </ol>
    </figure>
  );
}

const columnOf = ({ score }: PlottedStudent) => Math.min(Math.floor(score / STEP), COLUMNS - 1);

/** The indexes of the students of each column. */
function columnsOf(students: readonly PlottedStudent[]) {
  const columns = Array.from({ length: COLUMNS }, (): number[] => []);
  for (const [index, student] of students.entries()) columns[columnOf(student)]!.push(index);
  return columns;
}

const keys = (at: number, count: number): Partial<Record<string, number>> => ({
  ArrowLeft: at - 1,
  ArrowDown: at - 1,
  ArrowRight: at + 1,
  ArrowUp: at + 1,
  Home: 0,
  End: count - 1,
});
