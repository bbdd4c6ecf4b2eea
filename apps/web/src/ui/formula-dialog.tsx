import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import { containsDelimiter } from './formula-source.ts';
import { drawFormula } from './katex.ts';
import type { EditedFormula } from './rich-text-formula.ts';
import { TextArea } from './text-area.tsx';
import { useTranslation } from './translation.ts';

interface FormulaDialogProps {
  formula: EditedFormula;
  /** Empty LaTeX deletes the formula. */
  onSave: (formula: EditedFormula) => void;
  onClose: () => void;
}

/** The toolbar's snippets: the label, the LaTeX, and the cursor's position in it. */
const snippets = [
  ['a⁄b', '\\frac{a}{b}'],
  ['√', '\\sqrt{x}'],
  ['x²', 'x^{2}'],
  ['xₙ', 'x_{n}'],
  ['∑', '\\sum_{i=1}^{n}'],
  ['∫', '\\int_{a}^{b}'],
  ['π', '\\pi'],
  ['≤', '\\leq'],
  ['→', '\\to'],
] as const;

/** A LaTeX editor with a preview of the student's view. */
export default function FormulaDialog({ formula, onSave, onClose }: FormulaDialogProps) {
  const { t } = useTranslation();
  const [tex, setTex] = useState(formula.tex);
  const [display, setDisplay] = useState(formula.display);
  const text = useRef<HTMLTextAreaElement>(null);
  const source = tex.trim();
  const { error, previewRef } = useFormulaPreview(source, display);

  function write(snippet: string) {
    const field = text.current!;
    const { selectionStart: start, selectionEnd: end } = field;
    setTex(`${tex.slice(0, start)}${snippet}${tex.slice(end)}`);
    field.focus();
    requestAnimationFrame(() =>
      field.setSelectionRange(start + snippet.length, start + snippet.length),
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Fórmula')}
      width={560}
      actions={
        <>
          {formula.at !== null && (
            <Button variant="ghost" onClick={() => onSave({ ...formula, tex: '' })}>
              {t('Remover')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button
            variant="primary"
            disabled={!source || error !== null}
            onClick={() => onSave({ ...formula, tex: source, display })}
          >
            {formula.at === null ? t('Inserir') : t('Aplicar')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap gap-1.5">
          {snippets.map(([symbol, piece]) => (
            <Button key={piece} size="sm" aria-label={piece} onClick={() => write(piece)}>
              {symbol}
            </Button>
          ))}
        </div>
        <TextArea
          ref={text}
          label="LaTeX"
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono"
          value={tex}
          error={error ?? undefined}
          onChange={(event) => setTex(event.target.value)}
        />
        <Checkbox
          checked={display}
          onChange={(event) => setDisplay(event.target.checked)}
          label={t('Em uma linha própria, no centro')}
        />
        <div>
          <p className="mb-1.5 text-13 font-medium text-text-2">{t('Como fica')}</p>
          <div
            ref={previewRef}
            className="grid min-h-20 place-items-center overflow-x-auto rounded-control bg-surface-2 px-4 py-3 text-18"
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Draws the formula into the element of `previewRef`. `error` says why it cannot be drawn. */
function useFormulaPreview(source: string, display: boolean) {
  const { t } = useTranslation();
  const [error, setError] = useState<string | null>(null);
  // State instead of a ref, because the dialog's content mounts later.
  const [preview, setPreview] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!source) {
      preview?.replaceChildren();
      return setError(null);
    }
    const rendered = document.createElement('div');
    const problem = containsDelimiter(source)
      ? t('Escreva a fórmula sem os delimitadores.')
      : drawFormula(rendered, source, display);
    setError(problem);
    if (problem === null) preview?.replaceChildren(rendered);
  }, [preview, source, display, t]);
  return { error, previewRef: setPreview };
}
