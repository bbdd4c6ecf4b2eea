import { useEffect } from 'react';
import { SafeHtml } from '../../../kit/page/safe-html.tsx';

interface QuizTextProps {
  text: string;
  /** With its formulas rendered, where it has any. */
  html?: string | null | undefined;
}

/** Words of a quiz, with the formulas among them. */
export function QuizText({ text, html }: QuizTextProps) {
  useEffect(() => {
    // Without them formulas stay MathML, which browsers draw themselves.
    if (html) void import('../../../ui/formula-styles.ts');
  }, [html]);
  return html ? <SafeHtml inline formulas html={html} /> : text;
}
