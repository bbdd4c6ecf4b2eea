import { limits, type Profile } from '@vitrine/contract/quizzes';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { newOption, type EditedOption, type EditedQuestion } from './builder-state.ts';
import { OptionRow } from './option-row.tsx';
import { withMark } from './question-kind.ts';

interface OptionsEditorProps {
  question: EditedQuestion;
  scored: boolean;
  profiles: readonly Profile[];
  onChange: (question: EditedQuestion) => void;
  /** As `onChange`, for another order of the options: it rolls back where it cannot be saved. */
  onReorder: (question: EditedQuestion) => void;
}

/** Edits the options of a question, in their order. */
export function OptionsEditor(props: OptionsEditorProps) {
  const { question, scored, profiles, onChange, onReorder } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const { kind, options } = question;
  /** True or false has exactly two options. */
  const isOpen = kind !== 'true_false';
  const canAdd = isOpen && options.length < limits.options;
  const setOptions = (next: EditedOption[]) => onChange({ ...question, options: next });
  const setOption = (key: string, part: Partial<EditedOption>) =>
    setOptions(options.map((option) => (option.key === key ? { ...option, ...part } : option)));

  function addOption() {
    setOptions([...options, newOption()]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus(),
    );
  }

  return (
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
          <OptionRow
            option={option}
            index={index}
            kind={kind}
            scored={scored}
            profiles={profiles}
            handle={handle}
            moveMenuItems={moveMenuItems}
            name={`right-${question.key}`}
            onChange={(part) => setOption(option.key, part)}
            onMark={(correct) =>
              onChange({ ...question, options: withMark(question, option.key, correct) })
            }
            onEnter={canAdd && index === options.length - 1 ? addOption : undefined}
            onRemove={
              isOpen ? () => setOptions(options.filter((one) => one !== option)) : undefined
            }
          />
        )}
      />
      {canAdd && (
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
  );
}
