import { limits, messages, type Profile, type QuestionKind } from '@vitrine/contract/quizzes';
import { useId, type ReactNode } from 'react';
import { CharacterLimit } from '../../../ui/character-limit.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { GrowingArea } from '../../../ui/growing-area.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { numbersOnly } from '../../../ui/numbers-only.ts';
import { Select } from '../../../ui/select.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { optionLetter } from '../option-letter.ts';
import type { EditedOption } from './builder-state.ts';
import './question-editor.css';
import { useTooLong } from './too-long.ts';

interface OptionRowProps {
  option: EditedOption;
  index: number;
  kind: QuestionKind;
  /** The name that the marks of a question share. */
  name: string;
  /** False in a behavioural quiz: an option leads to a profile, and none is right. */
  scored: boolean;
  profiles: readonly Profile[];
  handle: ReactNode;
  moveMenuItems: MenuItem[];
  onChange: (part: Partial<EditedOption>) => void;
  onMark: (correct: boolean) => void;
  /** Enter in the text, where it leads on. */
  onEnter: (() => void) | undefined;
  /** Missing where the kind fixes the options. */
  onRemove: (() => void) | undefined;
}

/** Edits an option: its mark as right, its text, or its profile with the weight. */
export function OptionRow(props: OptionRowProps) {
  const { option, index, kind, name, scored, profiles, handle, moveMenuItems } = props;
  const { onChange, onMark, onEnter, onRemove } = props;
  const { t } = useTranslation();
  return (
    <div className={cx('flex items-center gap-2 py-1', !scored && 'flex-wrap')}>
      {handle}
      {scored && (
        <input
          type={kind === 'multiple' ? 'checkbox' : 'radio'}
          name={name}
          aria-label={t('Resposta {{letter}} certa', { letter: optionLetter(index) })}
          checked={option.correct}
          onChange={({ target }) => onMark(target.checked)}
          className={kind === 'multiple' ? 'right-mark right-box' : 'right-mark'}
        />
      )}
      <OptionText
        option={option}
        index={index}
        scored={scored}
        onChange={onChange}
        onEnter={onEnter}
      />
      {!scored && (
        <OptionProfile option={option} index={index} profiles={profiles} onChange={onChange} />
      )}
      <Menu
        label={t('Opções da resposta {{letter}}', { letter: optionLetter(index) })}
        items={[
          ...moveMenuItems,
          onRemove && 'separator',
          onRemove && removeItem(t('Remover'), onRemove),
        ]}
      />
    </div>
  );
}

/** The letter and the text of an option. Green marks the right one. */
function OptionText({
  option,
  index,
  scored,
  onChange,
  onEnter,
}: Pick<OptionRowProps, 'option' | 'index' | 'scored' | 'onChange' | 'onEnter'>) {
  const { t } = useTranslation();
  const isRight = scored && option.correct;
  const id = useId();
  const error = useTooLong()(option.text, limits.optionText, messages.optionTooLong);
  return (
    <span
      className={cx(
        '@container relative min-w-40 flex-1',
        // On narrow screens the text has its own line, with profile, weight and delete
        // below.
        !scored && 'max-lg:basis-[calc(100%-2.5rem)]',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-s-3.5 top-2.5 text-13 font-semibold',
          isRight ? 'text-ok' : 'text-text-3',
        )}
      >
        {optionLetter(index)}
      </span>
      <GrowingArea
        aria-label={t('Resposta {{letter}}', { letter: optionLetter(index) })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        value={option.text}
        // An answer is one paragraph. Its lines wrap.
        onChange={({ target }) => onChange({ text: target.value.replace(/[\r\n]+/g, ' ') })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          onEnter?.();
        }}
        className={cx(
          controlClass,
          'quiet-scroll block field-sizing-content max-h-48 min-h-10 resize-none py-2 ps-9!',
          isRight && !error && 'border-ok!',
          isRight && 'bg-ok/10! @sm:pe-30!',
        )}
      />
      {isRight && (
        <span className="pointer-events-none mt-1 block text-13 text-ok @sm:absolute @sm:inset-e-3 @sm:top-2.5 @sm:mt-0">
          {t('resposta certa')}
        </span>
      )}
      <span className="flex justify-end gap-3 text-13 text-error">
        {error && (
          <span id={`${id}-error`} role="alert" className="mr-auto">
            {error}
          </span>
        )}
        <CharacterLimit text={option.text} max={limits.optionText} />
      </span>
    </span>
  );
}

/** The profile that an option leads to, and its weight. */
function OptionProfile({
  option,
  index,
  profiles,
  onChange,
}: Pick<OptionRowProps, 'option' | 'index' | 'profiles' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        hideLabel
        className="w-48 shrink-0 max-lg:ms-8 max-lg:w-auto max-lg:min-w-0 max-lg:flex-1"
        label={t('Perfil da resposta {{letter}}', { letter: optionLetter(index) })}
        placeholder={t('Perfil')}
        value={option.profile}
        options={profiles.map(({ key, title }) => ({ value: key, label: title }))}
        onValueChange={(profile) => onChange({ profile })}
      />
      {option.profile && (
        <input
          {...numbersOnly}
          type="number"
          step="any"
          aria-label={t('Peso da resposta {{letter}}', { letter: optionLetter(index) })}
          title={t('Peso')}
          min={limits.weight[0]}
          max={limits.weight[1]}
          value={option.weight}
          onChange={({ target }) =>
            onChange({ weight: Math.min(Math.max(target.valueAsNumber || 0, 0), limits.weight[1]) })
          }
          className={cx(controlClass, 'h-control w-[4.5rem]! shrink-0')}
        />
      )}
    </>
  );
}
