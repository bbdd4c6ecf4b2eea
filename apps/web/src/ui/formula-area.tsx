import { Sigma } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { CharacterLimit } from './character-limit.tsx';
import { formulaAt, sourceOf } from './formula-source.ts';
import { LatePart } from './late-part.tsx';
import type { EditedFormula } from './rich-text-formula.ts';
import { TextArea, type TextAreaProps } from './text-area.tsx';
import { useTranslation } from './translation.ts';

type FormulaAreaProps = Omit<
  TextAreaProps,
  'value' | 'onChange' | 'aside' | 'ref' | 'maxLength'
> & {
  value: string;
  onText: (text: string) => void;
  /** Maximum number of characters. A longer text stays, and its counter says by how much. */
  max: number;
};

/** A formula, and the range of the text that it replaces. */
interface FormulaRange extends EditedFormula {
  start: number;
  end: number;
}

/**
 * A plain text with formulas, `\(…\)` and `$$…$$`. The button edits the formula at the cursor, or
 * inserts one.
 *
 * ```tsx
 * <FormulaArea label={t('Explicação')} max={limits.explanation} value={text} onText={setText} />
 * ```
 */
export function FormulaArea({ value, onText, max, ...area }: FormulaAreaProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState<FormulaRange | null>(null);

  function open() {
    const { selectionStart, selectionEnd } = field.current!;
    const found = formulaAt(value, selectionStart);
    setOpened(
      found
        ? { ...found, at: found.start }
        : { tex: '', display: false, at: null, start: selectionStart, end: selectionEnd },
    );
  }

  function write({ start, end }: FormulaRange, formula: EditedFormula) {
    const source = formula.tex ? sourceOf(formula) : '';
    onText(value.slice(0, start) + source + value.slice(end));
    setOpened(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start + source.length, start + source.length);
    });
  }

  return (
    <>
      <TextArea
        {...area}
        ref={field}
        value={value}
        onChange={({ target }) => onText(target.value)}
        aside={
          <>
            <CharacterLimit text={value} max={max} />
            <Button
              variant="ghost"
              size="sm"
              className="-my-2"
              icon={<Sigma size={16} strokeWidth={2} aria-hidden="true" />}
              onClick={open}
            >
              {t('Fórmula')}
            </Button>
          </>
        }
      />
      {opened && (
        <LatePart load={() => import('./formula-dialog.tsx')} onFail={() => setOpened(null)}>
          {(FormulaDialog) => (
            <FormulaDialog
              formula={opened}
              onSave={(formula) => write(opened, formula)}
              onClose={() => setOpened(null)}
            />
          )}
        </LatePart>
      )}
    </>
  );
}
