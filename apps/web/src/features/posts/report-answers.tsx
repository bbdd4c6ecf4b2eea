import { characterCount } from '@vitrine/contract/core';
import { limits, messages, type Report } from '@vitrine/contract/posts';
import { Check, History, Trash2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import {
  useKeep,
  useRemoveAsStaff,
  useRemoveReportedComment,
  useRestorePost,
  useSilence,
} from './posts.queries.ts';
import { maySilence } from './silence-dialog.tsx';
import { silenceFor, SilenceTime, useSilencePeriods, type SilencePeriod } from './silence-time.tsx';

/** The answers are radio buttons themselves: the keys go on after one was clicked. */
const typingFields = 'input:not([type=radio]), textarea, select, [role=dialog], dialog';

type ReportAnswer = 'keep' | 'remove' | 'silence';

/** Three answers with keys 1 to 3. Each tells its consequences. */
export function Answers({ report, onSkip }: { report: Report; onSkip: (() => void) | null }) {
  const { t } = useTranslation();
  const hasVoice = maySilence(report.thing.author);
  const [answer, setAnswer] = useState<ReportAnswer>('remove');
  const [period, setPeriod] = useState<SilencePeriod>('7');
  // Not the words of a report: they may tell who reported.
  const [reason, setReason] = useState(() => t(messages.defaultReason));
  const comment = report.comment_id !== null;
  const attempt = useAnswerReport(report, { answer, period, reason });
  const choose = (next: ReportAnswer) => {
    attempt.forget();
    setAnswer(next);
  };
  /** The author of a removed comment reads no reason, except with a silence. */
  const says = answer === 'silence' || (answer === 'remove' && !comment);
  const length = characterCount(reason.trim());
  const inactive = says && (length === 0 || length > limits.reason);

  useAnswerKeys((next) => {
    if (next !== 'silence' || hasVoice) choose(next);
  });

  const periods = useSilencePeriods();
  const silenceAction =
    period === 'never'
      ? t('Remover e silenciar')
      : t('Remover e silenciar por {{time}}', { time: periods[period] });
  const actions = { keep: t('Manter'), remove: t('Remover'), silence: silenceAction };
  const action = actions[answer];

  return (
    <>
      <AnswerChoice report={report} answer={answer} onChoose={choose} />
      {answer !== 'keep' && (
        <div className="moderation-hung">
          {answer === 'silence' && <SilenceTime value={period} onChange={setPeriod} />}
          {says && (
            <CounterField
              multiline
              label={t('O que a pessoa vai ler')}
              rows={2}
              max={limits.reason}
              value={reason}
              onChange={({ currentTarget }) => {
                attempt.forget();
                setReason(currentTarget.value);
              }}
            />
          )}
        </div>
      )}
      <AttemptError error={attempt.error} className="mt-4" />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <p className="flex min-w-50 flex-1 items-center gap-2 text-13 text-text-2">
          <History size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
          {answer === 'keep' || comment
            ? t('Fica no registro com seu nome.')
            : t('Fica no registro com seu nome. Pode ser desfeito.')}
        </p>
        {onSkip && (
          <Button disabled={attempt.busy} onClick={onSkip}>
            {t('Pular')}
          </Button>
        )}
        <Button
          variant="primary"
          busy={attempt.busy}
          aria-disabled={inactive || undefined}
          onClick={() => !inactive && void attempt.run()}
        >
          {action}
        </Button>
      </div>
    </>
  );
}

interface AnswerChoiceProps {
  report: Report;
  answer: ReportAnswer;
  onChoose: (answer: ReportAnswer) => void;
}

/** The answers with their consequences. Staff cannot be silenced. */
function AnswerChoice({ report, answer, onChoose }: AnswerChoiceProps) {
  const { t } = useTranslation();
  const { thing } = report;
  const answers: { value: ReportAnswer; icon: typeof Check; label: string; text: string }[] = [
    {
      value: 'keep',
      icon: Check,
      label: t('Manter'),
      text: t(
        'Fecha {{count}} denúncia. Nada muda para a pessoa.|Fecha {{count}} denúncias. Nada muda para a pessoa.',
        {
          count: report.count,
        },
      ),
    },
    {
      value: 'remove',
      icon: Trash2,
      label: t('Remover'),
      text:
        report.comment_id !== null
          ? t('O texto some para todos e não volta.')
          : removedPostText(t, thing.comments),
    },
    ...(maySilence(thing.author)
      ? [
          {
            value: 'silence' as const,
            icon: VolumeX,
            label: t('Remover e silenciar'),
            text: t('Além disso, a pessoa lê e não escreve por um tempo.'),
          },
        ]
      : []),
  ];
  return (
    <fieldset className="mt-8">
      <legend className="text-14 font-semibold">{t('Sua resposta')}</legend>
      <div className="moderation-answers">
        {answers.map(({ value, icon: Icon, label, text }, index) => (
          <label key={value} className="moderation-answer">
            <input
              type="radio"
              name="answer"
              value={value}
              checked={answer === value}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            <span className="flex items-center gap-2 text-14 font-semibold">
              <Icon size={16} strokeWidth={2} aria-hidden="true" />
              <span className="flex-1">{label}</span>
              <kbd aria-hidden="true">{index + 1}</kbd>
            </span>
            <span className="mt-1 block text-13 text-text-2">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AnswerOptions {
  answer: ReportAnswer;
  period: SilencePeriod;
  reason: string;
}

/** Sends the answer. A removed post can be restored from the toast. */
function useAnswerReport(report: Report, { answer, period, reason }: AnswerOptions) {
  const { t } = useTranslation();
  const keep = useKeep();
  const removePost = useRemoveAsStaff();
  const removeComment = useRemoveReportedComment();
  const restore = useRestorePost();
  const silence = useSilence();

  return useAttempt(async () => {
    if (answer === 'keep') return keep.mutateAsync({ params: { id: report.id } });
    if (answer === 'silence') {
      await silence.mutateAsync({
        params: { id: report.community_id, memberId: report.thing.author!.id },
        body: { ...silenceFor(period), reason: reason.trim() },
      });
    }
    if (report.comment_id !== null)
      await removeComment.mutateAsync({ params: { id: report.comment_id } });
    else {
      const params = { params: { id: report.post_id } };
      await removePost.mutateAsync({ ...params, body: { reason: reason.trim() } });
      toast.undo(t('Publicação removida'), () => restore.mutate(params));
    }
    return undefined;
  });
}

/** The keys 1 to 3 choose an answer, except where somebody types. */
function useAnswerKeys(onAnswer: (answer: ReportAnswer) => void) {
  const onKey = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const typing = (target as Element).closest?.(typingFields);
    const answer = ({ 1: 'keep', 2: 'remove', 3: 'silence' } as const)[key];
    if (!answer || typing || ctrlKey || metaKey || altKey) return;
    onAnswer(answer);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const removedPostText = (t: TFunction, comments: number) =>
  comments === 0
    ? t('Sai a publicação. Volta em até 30 dias.')
    : t(
        'Sai a publicação com {{count}} comentário. Volta em até 30 dias.|Sai a publicação com {{count}} comentários. Volta em até 30 dias.',
        { count: comments },
      );
