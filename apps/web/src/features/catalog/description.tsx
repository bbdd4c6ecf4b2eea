import { useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';

/** Longer ones show their beginning first. */
const LONG_TEXT_CHARACTERS = 320;

export function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  if (!text.trim()) return null;
  const folds = text.length > LONG_TEXT_CHARACTERS;
  return (
    <>
      <p
        className={`mt-4 max-w-[62ch] text-16 whitespace-pre-line text-text-2 wrap-anywhere ${folds && !whole ? 'line-clamp-4' : ''}`}
      >
        {text}
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={whole}
          className="touch-target mt-1 text-15 font-semibold"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('Ler menos') : t('Ler mais')}
        </button>
      )}
    </>
  );
}
