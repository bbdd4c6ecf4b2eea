import { useEffect } from 'react';
import { SafeHtml } from '../../../kit/page/safe-html.tsx';

interface QuizTextProps {
  text: string;
  /** The text with rendered formulas, where it has any. */
  html?: string | null | undefined;
}

/** Words of a quiz, with the formulas among them. */
export function QuizText({ text, html }: QuizTextProps) {
  useEffect(() => {
    // Without these styles, browsers draw the formulas as MathML.
    if (html) void import('../../../ui/formula-styles.ts');
  }, [html]);
  return html ? <SafeHtml inline formulas html={html} /> : text;
}
