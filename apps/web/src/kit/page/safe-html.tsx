import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { cx } from '../../ui/cx.ts';

interface SafeHtmlProps {
  /** Rich text as the server cleaned it. */
  html: string;
  /** Players of listed providers stay; left out, only words, lists and links do. */
  media?: boolean;
  /** The server rendered formulas in it. */
  formulas?: boolean;
  /** Among words: no block of its own. */
  inline?: boolean;
  className?: string;
}

/** Rich text, cleaned once more where it is shown (safety, Custom HTML 6). */
export function SafeHtml(props: SafeHtmlProps) {
  const { html, media = false, formulas = false, inline = false, className } = props;
  const Tag = inline ? 'span' : 'div';
  const allowed = formulas ? withFormulas : media ? withMedia : wordsOnly;
  const clean = useMemo(() => {
    // The server renders what it has cleaned itself, and has no document to clean it in.
    if (typeof document === 'undefined') return html;
    return DOMPurify.sanitize(html, allowed);
  }, [html, allowed]);
  const breaks = !media || !html.includes('<');
  return (
    <Tag
      className={cx(!inline && 'rich-text', breaks && 'whitespace-pre-line', className)}
      // oxlint-disable-next-line react/no-danger -- cleaned right above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

const wordsOnly = {
  FORBID_TAGS: ['img', 'video', 'audio', 'style', 'form', 'input', 'svg', 'math'],
  ADD_ATTR: ['target'],
};
const withMedia = {
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allow', 'allowfullscreen', 'referrerpolicy', 'loading'],
  FORBID_TAGS: ['style', 'form', 'input', 'svg', 'math'],
};
const withFormulas = { ...withMedia, FORBID_TAGS: ['style', 'form', 'input'] };

/** The words of a text; a document that is parsed here is never run. */
export function plainText(html: string) {
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/p>\s*(?=<p)/gi, '\n'),
    'text/html',
  );
  return page.body.textContent ?? '';
}
