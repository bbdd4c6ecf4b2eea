import type { AskedQuestion } from '@vitrine/contract/quizzes';
import { Check } from 'lucide-react';
import { useId, type Ref } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { optionLetter } from '../option-letter.ts';
import { QuizImage } from './quiz-image.tsx';
import { QuizText } from './quiz-text.tsx';

interface QuestionViewProps {
  question: AskedQuestion;
  number: number;
  total: number;
  chosen: readonly number[];
  onChoose: (option: number) => void;
  /** The server has stored the chosen answer. */
  stored?: boolean;
  /** True where the quiz ends with a score. A behavioural quiz ends with a profile. */
  scored: boolean;
  heading?: Ref<HTMLHeadingElement>;
  /** Beside the builder, which has a title of its own. */
  preview?: boolean;
}

/** In characters. If all options are shorter, wide screens show two columns. */
const SHORT_OPTION = 24;

/** A question with its options: one of them, or as many as one likes. */
export function QuestionView(props: QuestionViewProps) {
  const { question, number, total, chosen, onChoose, scored, heading } = props;
  const { stored = false, preview = false } = props;
  const Title = preview ? 'p' : 'h1';
  const { t } = useTranslation();
  const name = useId();
  const { kind, text, text_html, image, image_alt, weight, options } = question;
  const several = kind === 'multiple';
  const howMany = scored ? t('marque todas as certas') : t('marque quantas quiser');
  return (
    <>
      <p className="text-14 text-text-2 @max-5xl:hidden">
        <b className="font-semibold text-text">
          {t('Pergunta {{at}} de {{total}}', { at: number, total })}
        </b>
        {' · '}
        {scored && `${t('vale {{count}} ponto|vale {{count}} pontos', { count: weight })} · `}
        {several ? howMany : t('uma resposta')}
      </p>
      <Title ref={heading} tabIndex={-1} id={`${name}-text`} className="quiz-text">
        <QuizText text={text} html={text_html} />
      </Title>
      {several && (
        <p
          id={`${name}-how-many`}
          className="mt-1 text-14 text-text-2 first-letter:uppercase @5xl:hidden"
        >
          {howMany}
        </p>
      )}
      {image && (
        <QuizImage
          className="mt-5"
          image={image}
          alt={image_alt}
          sizes="(width >= 64rem) 720px, 100vw"
        />
      )}
      <div
        role={several ? 'group' : 'radiogroup'}
        aria-labelledby={`${name}-text`}
        aria-describedby={several ? `${name}-how-many` : undefined}
        className="quiz-options"
        data-short={options.every((option) => option.text.length < SHORT_OPTION) || undefined}
      >
        {options.map((option, index) => {
          const isChosen = chosen.includes(option.id);
          return (
            <label key={option.id} className="quiz-option" data-chosen={isChosen || undefined}>
              <input
                type={several ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen}
                onChange={() => onChoose(option.id)}
                className="sr-only"
              />
              <span className="quiz-letter" aria-hidden="true">
                {optionLetter(index)}
              </span>
              <span className="quiz-option-text">
                <QuizText text={option.text} html={option.text_html} />
              </span>
              {isChosen && (
                <Check
                  size={20}
                  strokeWidth={2}
                  className={cx('shrink-0', stored && 'text-ok')}
                  aria-hidden="true"
                />
              )}
              {/* The note above or below tells it to screen readers. */}
              {stored && option.id === chosen.at(-1) && (
                <span className="quiz-stored" aria-hidden="true">
                  {t('guardada')}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </>
  );
}
