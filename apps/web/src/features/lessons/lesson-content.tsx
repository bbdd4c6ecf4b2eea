import { SafeHtml } from '../../kit/page/safe-html.tsx';

/** The words of a lesson, in lines that can be read. */
export const LessonContent = ({ html }: { html: string }) => (
  <SafeHtml html={html} media className="lesson-content" />
);
