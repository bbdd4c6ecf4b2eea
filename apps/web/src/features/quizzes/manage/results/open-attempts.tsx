import type { QuizResults } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { relativeTime } from '../../../../platform/relative-time.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfterRemoval } from '../../../../ui/focus-after-removal.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { CloseAttempt } from './close-attempt.tsx';

/** Lists open attempts. Closing one hands it in with its stored answers. */
export function OpenAttempts({ attempts }: { attempts: QuizResults['open'] }) {
  const { t, i18n } = useTranslation();
  const [closing, setClosing] = useState<QuizResults['open'][number] | null>(null);
  const focus = useFocusAfterRemoval<HTMLElement>(attempts.length);
  if (!attempts.length) return null;
  return (
    <section
      ref={focus.next}
      tabIndex={-1}
      aria-label={t('Em andamento')}
      className="mb-8 outline-none"
    >
      <h2 className="text-16 font-semibold">{t('Em andamento')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex min-h-15 items-center gap-3 py-2">
            <Avatar name={attempt.member.name} src={attempt.member.photo_url} size={32} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{attempt.member.name}</span>
              <span className="block truncate text-13 text-text-2">
                {t('Começou {{when}}', { when: relativeTime(attempt.started_at, { t, i18n }) })}
              </span>
            </span>
            <Button size="sm" onClick={() => setClosing(attempt)}>
              {t('Encerrar')}
            </Button>
          </li>
        ))}
      </ul>
      <CloseAttempt
        attemptId={closing?.id ?? null}
        name={closing?.member.name ?? ''}
        onClose={() => setClosing(null)}
        finalFocus={focus.afterDialog}
      />
    </section>
  );
}
