import type { AskedQuestion } from '@vitrine/contract/quizzes';
import { ArrowLeft, ArrowRight, Monitor, Smartphone, X } from 'lucide-react';
import { useState } from 'react';
import { ScaledBox } from '../../../kit/preview/scaled-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { optionLetter } from '../option-letter.ts';
import { clockText } from '../quiz-facts.ts';
import { JumpGrid } from '../take/jump-grid.tsx';
import { QuestionView } from '../take/question-view.tsx';
import { AsideClock, HeadClock } from '../take/quiz-clock.tsx';
import { QuizHead } from '../take/quiz-head.tsx';
import { toggleOption } from '../take/toggle-option.ts';
import '../take/quiz-taking.css';
import './question-preview.css';

/** The window that the preview stands for. */
export type PreviewDevice = 'phone' | 'desktop';

/** In px. The taking page has its column beside the question from 1024 px on. */
const DESKTOP_WIDTH = 1120;

interface QuestionPreviewProps {
  /** The name of the quiz. */
  name: string;
  question: AskedQuestion;
  /** The ids of the right options. */
  right: readonly number[];
  explanation: string;
  at: number;
  total: number;
  scored: boolean;
  /** The time limit; null without one. */
  seconds: number | null;
  device: PreviewDevice;
  setDevice: (device: PreviewDevice) => void;
  /** Opens the question at this place. */
  onShow: (index: number) => void;
}

/**
 * The question as a student gets it on a phone or a wide screen, in the school's own colours. The
 * owner can answer it.
 */
export function QuestionPreview(props: QuestionPreviewProps) {
  const { name, question, right, explanation, at, total, scored, seconds } = props;
  const { device, setDevice, onShow } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number[]>([]);
  // The clock of the preview stands.
  const [endsAt] = useState(() => new Date(Date.now() + (seconds ?? 0) * 1_000));
  const clock = { spent: 0, left: seconds, isShort: false, total: seconds, endsAt };
  const isDesktop = device === 'desktop';
  const numbered = Array.from({ length: total }, (_, id) => ({ ...question, id }));
  const screen = (
    <>
      <QuizHead
        name={name}
        questions={numbered}
        at={at}
        answered={({ id }) => id < at}
        scored={scored}
        exit={<X size={22} strokeWidth={1.75} className="mx-2 shrink-0" aria-hidden="true" />}
      >
        {seconds !== null && <HeadClock text={clockText(seconds)} isShort={false} />}
      </QuizHead>
      <div className="quiz-body quiet-scroll">
        <div>
          <QuestionView
            preview
            question={question}
            number={at + 1}
            total={total}
            scored={scored}
            chosen={chosen}
            onChoose={(option) => setChosen(toggleOption(question.kind, chosen, option))}
          />
          {scored && chosen.length > 0 && (
            <Feedback right={right} chosen={chosen} explanation={explanation} />
          )}
        </div>
        {isDesktop && (
          <div className="quiz-aside">
            {seconds !== null && <AsideClock clock={clock} />}
            <JumpGrid
              questions={numbered}
              at={at}
              flags={noFlags}
              answered={({ id }) => id < at}
              onJump={onShow}
            />
          </div>
        )}
      </div>
      {(isDesktop || at < total - 1) && (
        <PreviewFoot at={at} total={total} hasBack={isDesktop} onShow={onShow} />
      )}
    </>
  );
  return (
    <section aria-label={t('Como o aluno vê')} className="question-preview" data-device={device}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden="true" className="text-13 font-semibold text-text">
          {t('Como o aluno vê')}
        </p>
        <DeviceChoice device={device} setDevice={setDevice} />
      </div>
      {isDesktop ? (
        <ScaledBox width={DESKTOP_WIDTH} className="preview-desktop">
          {(style) => (
            <div className="preview-screen" style={style}>
              {screen}
            </div>
          )}
        </ScaledBox>
      ) : (
        <div className="preview-screen preview-phone">{screen}</div>
      )}
      {scored && (
        <p className="text-13 text-text-2">{t('Toque numa resposta para ver a correção.')}</p>
      )}
    </section>
  );
}

interface FeedbackProps extends Pick<QuestionPreviewProps, 'right' | 'explanation'> {
  chosen: readonly number[];
}

/** Says whether the chosen options are right, and why. */
function Feedback({ right, chosen, explanation }: FeedbackProps) {
  const { t } = useTranslation();
  const isRight =
    right.length > 0 && chosen.length === right.length && chosen.every((id) => right.includes(id));
  return (
    <output className="mt-4 block text-14 text-text-2">
      <b className={isRight ? 'font-semibold text-ok' : 'font-semibold text-text'}>
        {isRight
          ? t('Resposta certa.')
          : t('Sem resposta certa.|A certa é {{letters}}.|As certas são {{letters}}.', {
              count: right.length,
              letters: right.map(optionLetter).join(', '),
            })}
      </b>
      {explanation && (
        <span className="mt-2 block border-l-2 border-line-2 pl-3 whitespace-pre-line">
          {explanation}
        </span>
      )}
    </output>
  );
}

interface PreviewFootProps extends Pick<QuestionPreviewProps, 'at' | 'total' | 'onShow'> {
  hasBack: boolean;
}

function PreviewFoot({ at, total, hasBack, onShow }: PreviewFootProps) {
  const { t } = useTranslation();
  return (
    <footer className="quiz-foot">
      {hasBack && (
        <Button
          size="lg"
          icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
          disabled={at === 0}
          onClick={() => onShow(at - 1)}
        >
          {t('Anterior')}
        </Button>
      )}
      {at < total - 1 && (
        <Button
          variant="primary"
          size="lg"
          className="quiz-next"
          iconAfter={<ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onShow(at + 1)}
        >
          {t('Próxima')}
        </Button>
      )}
    </footer>
  );
}

function DeviceChoice({ device, setDevice }: Pick<QuestionPreviewProps, 'device' | 'setDevice'>) {
  const { t } = useTranslation();
  return (
    <Segmented<PreviewDevice>
      hideLabel
      label={t('Tamanho da prévia')}
      value={device}
      onValueChange={setDevice}
      options={[
        {
          value: 'phone',
          label: t('Celular'),
          icon: <Smartphone size={16} strokeWidth={2} aria-hidden="true" />,
        },
        {
          value: 'desktop',
          label: t('Desktop'),
          icon: <Monitor size={16} strokeWidth={2} aria-hidden="true" />,
        },
      ]}
    />
  );
}

const noFlags: ReadonlySet<number> = new Set();
