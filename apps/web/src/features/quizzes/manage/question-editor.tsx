import {
  limits,
  messages,
  type Profile,
  type QuestionKind,
  type Quiz,
  quizType,
} from '@vitrine/contract/quizzes';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { CounterField } from '../../../ui/counter-field.tsx';
import { cx } from '../../../ui/cx.ts';
import { FormulaArea } from '../../../ui/formula-area.tsx';
import { numbersOnly } from '../../../ui/numbers-only.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { EditedQuestion } from './builder-state.ts';
import { kindIcons } from './kind-icons.ts';
import { OptionsEditor } from './options-editor.tsx';
import { withKind } from './question-kind.ts';
import { useTooLong } from './too-long.ts';

interface QuestionEditorProps {
  question: EditedQuestion;
  number: number;
  type: Quiz['type'];
  profiles: readonly Profile[];
  onChange: (question: EditedQuestion) => void;
  /** As `onChange`, for another order of the options: it rolls back where it cannot be saved. */
  onReorder: (question: EditedQuestion) => void;
  /** Called while the image is being uploaded. */
  onUpload: () => void;
}

/** Edits a question: kind, text, image, options, explanation and weight. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { question, number, type, profiles, onChange, onReorder, onUpload } = props;
  const { t } = useTranslation();
  const scored = type === quizType.scored;
  const set = (part: Partial<EditedQuestion>) => onChange({ ...question, ...part });
  const tooLong = useTooLong();
  const imageAltError = tooLong(question.image_alt, limits.imageAlt, messages.imageAltTooLong);
  const explanationError = tooLong(
    question.explanation,
    limits.explanation,
    messages.explanationTooLong,
  );
  return (
    <div className="mx-auto grid max-w-160 grid-cols-1 gap-5 p-4 pb-16 md:px-5 md:pt-6 lg:px-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <KindChoice question={question} scored={scored} onChange={set} />
        {scored && <WeightField value={question.weight} onChange={(weight) => set({ weight })} />}
      </div>
      <FormulaArea
        label={t('Pergunta {{number}}', { number })}
        rows={3}
        max={limits.text}
        error={tooLong(question.text, limits.text, messages.questionTooLong)}
        value={question.text}
        onText={(text) => set({ text })}
      />
      {/* An empty box is flat: a question and its answers fit on one screen. */}
      <div className={cx(question.image && 'max-w-80')}>
        <ImageField
          label={t('Imagem')}
          use="lesson_image"
          ratio={question.image ? 16 / 9 : 4.5}
          value={question.image}
          onChange={(image) => set({ image })}
          onUploadProgress={(progress) => {
            if (progress !== null) onUpload();
          }}
        />
      </div>
      {(question.image || imageAltError) && (
        <CounterField
          label={t('O que se vê na imagem, para quem não a vê')}
          max={limits.imageAlt}
          error={imageAltError}
          value={question.image_alt}
          onChange={({ target }) => set({ image_alt: target.value })}
        />
      )}
      <OptionsEditor
        question={question}
        scored={scored}
        profiles={profiles}
        onChange={onChange}
        onReorder={onReorder}
      />
      {(scored || explanationError) && (
        <FormulaArea
          label={t('Explicação')}
          hint={t('aparece depois da entrega')}
          rows={2}
          max={limits.explanation}
          error={explanationError}
          value={question.explanation}
          onText={(explanation) => set({ explanation })}
        />
      )}
    </div>
  );
}

interface KindChoiceProps {
  question: EditedQuestion;
  scored: boolean;
  onChange: (part: Pick<EditedQuestion, 'kind' | 'options'>) => void;
}

/** Chooses the kind. The options follow it. */
function KindChoice({ question, scored, onChange }: KindChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segmented
      hideLabel
      className="max-w-full"
      label={t('Tipo da pergunta')}
      value={question.kind}
      onValueChange={(kind) => onChange(withKind(question, kind, [t('Verdadeiro'), t('Falso')]))}
      options={[
        {
          value: 'single',
          label: scored ? t('Uma certa') : t('Uma resposta'),
          icon: <Icon kind="single" />,
        },
        {
          value: 'multiple',
          label: scored ? t('Várias certas') : t('Várias respostas'),
          icon: <Icon kind="multiple" />,
        },
        {
          value: 'true_false',
          label: t('Verdadeiro ou falso'),
          icon: <Icon kind="true_false" />,
        },
      ]}
    />
  );
}

function Icon({ kind }: { kind: QuestionKind }) {
  const Drawn = kindIcons[kind];
  return (
    <Drawn
      size={16}
      strokeWidth={2}
      className="max-sm:hidden md:max-lg:hidden"
      aria-hidden="true"
    />
  );
}

interface WeightFieldProps {
  value: number;
  onChange: (weight: number) => void;
}

function WeightField({ value, onChange }: WeightFieldProps) {
  const { t } = useTranslation();
  const [min, max] = limits.weight;
  return (
    <TextField
      className="w-[7rem]"
      label={t('Peso')}
      hideLabel
      prefix={t('Peso')}
      {...numbersOnly}
      type="number"
      step="any"
      min={min}
      max={max}
      value={value}
      onChange={({ target }) => onChange(Math.min(Math.max(target.valueAsNumber || 0, min), max))}
    />
  );
}
