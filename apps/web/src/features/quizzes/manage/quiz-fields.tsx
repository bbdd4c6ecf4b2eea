import { limits, quizType } from '@vitrine/contract/quizzes';
import { DraftField } from '../../../kit/forms/draft-field.tsx';
import { ProductPicker } from '../../../kit/forms/product-picker.tsx';
import { CounterField } from '../../../ui/counter-field.tsx';
import { InlineWarning } from '../../../ui/inline-warning.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { QuizDraft } from './quiz-form.ts';
import { TimeFields } from './time-fields.tsx';

interface QuizFieldsProps {
  draft: QuizDraft;
  /** A quiz of a course opens with the course, so it has no products of its own. */
  inCourse?: boolean;
  /** Says what is missing where the quiz cannot be published yet. */
  mayPublish?: () => boolean;
  /** The quiz has no questions yet, and these fields do not refuse to publish it. */
  isEmpty?: boolean;
}

/** The settings of a quiz (A section 2): name, kind, goal, attempts, time and products. */
export function QuizFields(props: QuizFieldsProps) {
  const { draft, inCourse = false, mayPublish, isEmpty = false } = props;
  const { t } = useTranslation();
  const { form, values, set } = draft;
  return (
    <>
      <DraftField draft={draft} name="name">
        {(field) => <CounterField label={t('Nome')} required max={limits.name} {...field} />}
      </DraftField>
      <Segmented
        wide
        label={t('Tipo')}
        value={values.type}
        onValueChange={(type) => set('type', type)}
        options={[
          { value: quizType.scored, label: t('Com nota') },
          { value: quizType.behavioural, label: t('Comportamental') },
        ]}
      />
      {values.type === quizType.scored && (
        <NumberField
          label={t('Nota mínima para passar')}
          min={0}
          max={100}
          inputMode="numeric"
          suffix="%"
          hint={
            isGoal(values.goal) &&
            t('{{goal}}% são {{points}} de 10 pontos.', {
              goal: Number(values.goal),
              points: Number(values.goal) / 10,
            })
          }
          error={draft.errorOf('goal')}
          {...form.register('goal')}
        />
      )}
      <SwitchField
        label={t('Publicada')}
        hint={t('Alunos só veem avaliações publicadas.')}
        checked={values.published}
        onCheckedChange={(on) => {
          if (!on || !mayPublish || mayPublish()) set('published', on);
        }}
      />
      {isEmpty && values.published && (
        <InlineWarning>{t('Sem perguntas, nenhum aluno a vê.')}</InlineWarning>
      )}
      <SwitchField
        label={t('Permitir refazer')}
        hint={t('Sem isto, cada aluno tem uma tentativa.')}
        checked={values.repeat}
        onCheckedChange={(on) => set('repeat', on)}
      />
      <ClockFields draft={draft} />
      <Select
        label={t('Respostas certas')}
        value={values.review}
        onValueChange={(review) => set('review', review)}
        options={[
          { value: 'finished', label: t('Mostrar depois da entrega') },
          { value: 'last', label: t('Mostrar depois da última tentativa') },
          { value: 'never', label: t('Nunca mostrar') },
        ]}
      />
      {inCourse ? (
        <p className="text-13 text-text-2">
          {t('Esta avaliação está em uma aula. Quem abre o curso pode responder.')}
        </p>
      ) : (
        <ProductPicker
          label={t('Produtos que abrem')}
          hint={t('Sem produto, todos os alunos podem responder.')}
          value={values.product_ids}
          onChange={(ids) => set('product_ids', ids)}
          error={draft.errorOf('product_ids')}
        />
      )}
    </>
  );
}

/** A field that holds no goal yet tells no points. */
const isGoal = (text: number | string) => /^(?:\d{1,2}|100)$/.test(String(text));

/** The stopwatch, and below it the time limit. */
function ClockFields({ draft }: { draft: QuizDraft }) {
  const { t } = useTranslation();
  const { values, set } = draft;
  return (
    <>
      <SwitchField
        label={t('Cronômetro')}
        hint={t('Mostra o tempo enquanto o aluno responde.')}
        checked={values.stopwatch}
        onCheckedChange={(on) => set('stopwatch', on)}
      />
      {values.stopwatch && (
        <SwitchField
          label={t('Limite de tempo')}
          hint={t('No fim do tempo, as respostas são entregues como estão.')}
          checked={values.limited}
          onCheckedChange={(on) => set('limited', on)}
        />
      )}
      {values.stopwatch && values.limited && <TimeFields draft={draft} />}
    </>
  );
}
