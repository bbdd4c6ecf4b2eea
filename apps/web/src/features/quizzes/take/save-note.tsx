import { Check } from 'lucide-react';
import { clockTime } from '../../../platform/clock-time.ts';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import type { AnswerSaveState } from './saved-answers.ts';

interface SaveNoteProps {
  state: AnswerSaveState | null;
  /** The time has ended: what still waits does not count. */
  isLate: boolean;
  /** Shows a lost connection only. Screen readers hear everything. */
  quiet?: boolean;
  className: string;
}

/** Tells whether the server has stored all answers. */
export function SaveNote({ state, isLate, quiet = false, className }: SaveNoteProps) {
  const text = useNoteText(state, isLate);
  return (
    <output
      className={cx(
        'flex min-h-6 items-center gap-2 text-14',
        state?.kind === 'waiting' ? 'text-warn' : 'text-text-2',
        className,
      )}
    >
      {state?.kind === 'saved' && !quiet && (
        <Check size={16} strokeWidth={2} className="text-ok" aria-hidden="true" />
      )}
      <span className={quiet && state?.kind !== 'waiting' ? 'sr-only' : ''}>{text}</span>
    </output>
  );
}

function useNoteText(state: AnswerSaveState | null, isLate: boolean) {
  const { t, i18n } = useTranslation();
  switch (state?.kind) {
    case 'saving':
      return t('Guardando…');
    case 'waiting':
      if (isLate) return t('O tempo terminou sem conexão. Contam as respostas que já chegaram.');
      return state.for === 'school'
        ? t('A escola não responde agora. Guardamos a resposta assim que ela voltar.')
        : t('Sem conexão. Guardamos a resposta assim que ela voltar.');
    case 'saved':
      return t('Respostas guardadas às {{time}}', {
        time: clockTime(state.at, i18n.language),
      });
    default:
      return null;
  }
}
