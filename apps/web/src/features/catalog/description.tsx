import { useState } from 'react';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Longer texts are folded at first. */
const LONG_TEXT_CHARACTERS = 320;

/** The description of a course, as rich or plain text. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const words = text.replace(/<[^<>]*>/g, '').trim();
  if (!words) return null;
  const folds = words.length > LONG_TEXT_CHARACTERS;
  return (
    <>
      <SafeHtml
        html={text}
        className={`mt-4 max-w-[62ch] text-16 wrap-anywhere text-text-2 ${folds && !isOpen ? 'line-clamp-4' : ''}`}
      />
      {folds && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="touch-target mt-1 text-15 font-semibold"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('Ler menos') : t('Ler mais')}
        </button>
      )}
    </>
  );
}
