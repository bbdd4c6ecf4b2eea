import { limits, type Profile, type QuestionKind, type Quiz } from '@vitrine/contract/quizzes';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FormulaArea } from '../../../ui/formula-area.tsx';
import { controlClass } from '../../../ui/field.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import './question-editor.css';
import { newOption, type EditedOption, type EditedQuestion } from './builder-state.ts';

interface QuestionEditorProps {
  question: EditedQuestion;
  number: number;
  type: Quiz['type'];
  profiles: readonly Profile[];
  onChange: (question: EditedQuestion) => void;
  /** As `onChange`, for another order of the options: it rolls back where it cannot be saved. */
  onReorder: (question: EditedQuestion) => void;
}

/** Edits a question: kind, text, picture, options, explanation and weight. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { question, number, type, profiles, onChange, onReorder } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const { kind, options } = question;
  const scored = type === 'comun';
  const set = (part: Partial<EditedQuestion>) => onChange({ ...question, ...part });
  const setOption = (key: string, part: Partial<EditedOption>) =>
    set({
      options: options.map((option) => (option.key === key ? { ...option, ...part } : option)),
    });

  /** Keeps one right answer where the new kind allows one only. */
  function changeKind(next: QuestionKind) {
    const first = options.find(({ correct }) => correct)?.key;
    const kept =
      next === 'multiple'
        ? options
        : options.map((one) => ({ ...one, correct: one.key === first }));
    const words = [t('Verdadeiro'), t('Falso')];
    set({
      kind: next,
      options:
        next === 'true_false'
          ? words.map((word, index) => ({
              ...(kept[index] ?? newOption()),
              text: kept[index]?.text.trim() && kept.length === 2 ? kept[index].text : word,
            }))
          : kept,
    });
  }

  function mark(key: string, correct: boolean) {
    set({
      options: options.map((option) =>
        option.key === key
          ? { ...option, correct }
          : { ...option, correct: kind === 'multiple' ? option.correct : false },
      ),
    });
  }

  function addOption() {
    set({ options: [...options, newOption()] });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input[type=text]')?.focus(),
    );
  }

  return (
    <div className="mx-auto grid max-w-160 grid-cols-1 gap-6 p-4 pb-16 md:p-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Segmented
          hideLabel
          className="max-w-full"
          label={t('Tipo da pergunta')}
          value={kind}
          onValueChange={changeKind}
          options={[
            { value: 'single', label: scored ? t('Uma certa') : t('Uma resposta') },
            { value: 'multiple', label: scored ? t('Várias certas') : t('Várias respostas') },
            { value: 'true_false', label: t('Verdadeiro ou falso') },
          ]}
        />
        {scored && (
          <TextField
            className="w-24"
            label={t('Peso')}
            type="number"
            min={limits.weight[0]}
            max={limits.weight[1]}
            value={question.weight}
            onChange={({ target }) =>
              set({ weight: Math.min(Math.max(target.valueAsNumber || 0, 0), limits.weight[1]) })
            }
          />
        )}
      </div>
      <FormulaArea
        label={t('Pergunta {{number}}', { number })}
        rows={3}
        maxLength={limits.text}
        value={question.text}
        onText={(text) => set({ text })}
      />
      <div className="max-w-80">
        <ImageField
          label={t('Imagem')}
          use="lesson_image"
          value={question.image}
          onChange={(image) => set({ image })}
        />
      </div>
      {question.image && (
        <TextField
          label={t('O que se vê na imagem, para quem não a vê')}
          maxLength={limits.imageAlt}
          value={question.image_alt}
          onChange={({ target }) => set({ image_alt: target.value })}
        />
      )}
      <div ref={list}>
        <p className="mb-2 flex justify-between gap-4 text-13 text-text-2">
          <span>{t('Respostas')}</span>
          {scored && <span>{t('toque no círculo da certa')}</span>}
        </p>
        <SortableList
          items={options}
          getId={({ key }) => key}
          getLabel={({ text }) => text || t('Nova resposta')}
          label={t('Respostas')}
          onReorder={(keys) =>
            onReorder({
              ...question,
              options: keys.map((key) => options.find((one) => one.key === key)!),
            })
          }
          renderRow={(option, { handle, index, moveMenuItems }) => (
            <div className={cx('flex items-center gap-2 py-1', !scored && 'flex-wrap')}>
              {handle}
              {scored && (
                <input
                  type={kind === 'multiple' ? 'checkbox' : 'radio'}
                  name={`right-${question.key}`}
                  aria-label={t('Resposta {{letter}} certa', { letter: letter(index) })}
                  checked={option.correct}
                  onChange={({ target }) => mark(option.key, target.checked)}
                  className={kind === 'multiple' ? 'right-mark right-box' : 'right-mark'}
                />
              )}
              <span
                className={cx(
                  'relative min-w-40 flex-1',
                  // On narrow screens the text has its own line, with profile, weight and delete
                  // below.
                  !scored && 'max-lg:basis-[calc(100%-2.5rem)]',
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'pointer-events-none absolute inset-s-3.5 top-2.5 text-13 font-semibold',
                    scored && option.correct ? 'text-ok' : 'text-text-3',
                  )}
                >
                  {letter(index)}
                </span>
                <input
                  type="text"
                  aria-label={t('Resposta {{letter}}', { letter: letter(index) })}
                  maxLength={limits.optionText}
                  value={option.text}
                  onChange={({ target }) => setOption(option.key, { text: target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || index !== options.length - 1) return;
                    event.preventDefault();
                    if (kind !== 'true_false') addOption();
                  }}
                  className={cx(
                    controlClass,
                    'h-10 ps-9!',
                    scored && option.correct && 'border-ok! bg-ok/10! pe-30!',
                  )}
                />
                {scored && option.correct && (
                  <span className="pointer-events-none absolute inset-e-3 top-2.5 text-13 text-ok">
                    {t('resposta certa')}
                  </span>
                )}
              </span>
              {!scored && (
                <Select
                  hideLabel
                  className="w-40 shrink-0 max-lg:ms-8 max-lg:w-auto max-lg:min-w-0 max-lg:flex-1"
                  label={t('Perfil da resposta {{letter}}', { letter: letter(index) })}
                  placeholder={t('Perfil')}
                  value={option.profile}
                  options={profiles.map(({ key, title }) => ({ value: key, label: title }))}
                  onValueChange={(profile) => setOption(option.key, { profile })}
                />
              )}
              {!scored && option.profile && (
                <input
                  type="number"
                  aria-label={t('Peso da resposta {{letter}}', { letter: letter(index) })}
                  title={t('Peso')}
                  min={limits.weight[0]}
                  max={limits.weight[1]}
                  value={option.weight}
                  onChange={({ target }) =>
                    setOption(option.key, {
                      weight: Math.min(Math.max(target.valueAsNumber || 0, 0), limits.weight[1]),
                    })
                  }
                  className={cx(controlClass, 'h-10 w-18! shrink-0')}
                />
              )}
              <Menu
                label={t('Opções da resposta {{letter}}', { letter: letter(index) })}
                items={[
                  ...moveMenuItems,
                  ...(kind === 'true_false'
                    ? []
                    : [
                        'separator' as const,
                        removeItem(t('Remover'), () =>
                          set({ options: options.filter((one) => one !== option) }),
                        ),
                      ]),
                ]}
              />
            </div>
          )}
        />
        {kind !== 'true_false' && options.length < limits.options && (
          <Button
            variant="ghost"
            className="mt-2"
            icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={addOption}
          >
            {t('Nova resposta')}
          </Button>
        )}
      </div>
      {scored && (
        <FormulaArea
          label={t('Explicação')}
          hint={t('aparece depois da entrega')}
          rows={2}
          maxLength={limits.explanation}
          value={question.explanation}
          onText={(explanation) => set({ explanation })}
        />
      )}
    </div>
  );
}

const letter = (index: number) => String.fromCharCode(65 + index);
