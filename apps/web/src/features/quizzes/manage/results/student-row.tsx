import type { QuizResults } from '@vitrine/contract/quizzes';
import { Check, Minus } from 'lucide-react';
import { relativeTime } from '../../../../platform/relative-time.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { cx } from '../../../../ui/cx.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { durationText } from '../../quiz-facts.ts';

type Student = QuizResults['students']['data'][number];

interface StudentRowProps {
  student: Student;
  result: string;
  onOpen: () => void;
}

/** A student with the time and the result of the attempt that counts. It opens all attempts. */
export function StudentRow({ student, result, onOpen }: StudentRowProps) {
  const { t, i18n } = useTranslation();
  const { member, passed, seconds, timed_out, finished_at } = student;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-15 w-full items-center gap-3 py-2 text-left"
      >
        <Avatar name={member.name} src={member.photo_url} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{member.name}</span>
          <span className="block text-13 text-text-2">
            {relativeTime(finished_at, { t, i18n })} · {durationText(seconds, i18n.language)}
            {timed_out && `, ${t('tempo esgotado')}`}
          </span>
        </span>
        <span
          className={cx(
            'max-w-40 shrink-0 truncate font-semibold tabular-nums',
            passed === false && 'text-text-2',
          )}
        >
          {result}
        </span>
        {passed && <Check size={16} strokeWidth={2} className="text-ok" aria-label={t('passou')} />}
        {passed === false && (
          <Minus size={16} strokeWidth={2} className="text-text-3" aria-label={t('não passou')} />
        )}
      </button>
    </li>
  );
}
