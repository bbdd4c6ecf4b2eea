import type { Lesson } from '@vitrine/contract/catalog';
import { useEffect } from 'react';
import { SafeHtml } from '../../kit/page/safe-html.tsx';

/** The words of a lesson, in lines that can be read. */
export function LessonContent({ lesson }: { lesson: Pick<Lesson, 'content' | 'content_html'> }) {
  const { content, content_html } = lesson;
  const formulas = content_html !== null;
  useEffect(() => {
    // Without them formulas stay MathML, which browsers draw themselves.
    if (formulas) void import('../../ui/formula-styles.ts');
  }, [formulas]);
  return (
    <SafeHtml html={content_html ?? content} media formulas={formulas} className="lesson-content" />
  );
}
