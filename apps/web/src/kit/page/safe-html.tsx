import DOMPurify from 'dompurify';
import { createContext, type Ref, use, useMemo, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { useScrollFrames, withScrollFrames } from './scroll-frames.ts';

interface SafeHtmlProps {
  /** Rich text that the server sanitised. */
  html: string;
  /** Allows the players of listed providers. Without it, only text, lists and links remain. */
  media?: boolean;
  /** The server rendered formulas in it. */
  formulas?: boolean;
  /** Renders inline, without a block of its own. */
  inline?: boolean;
  className?: string;
}

/** Sanitises rich text while the server renders, where there is no document for DOMPurify. */
export const ServerCleanContext = createContext((html: string) => html);

/** Rich text, sanitised again before rendering (safety, Custom HTML 6). */
export function SafeHtml(props: SafeHtmlProps) {
  const { html, media = false, formulas = false, inline = false, className } = props;
  const Tag = inline ? 'span' : 'div';
  const plainConfig = media ? withMedia : wordsOnly;
  const config = formulas ? withFormulas : plainConfig;
  const cleanOnServer = use(ServerCleanContext);
  const text = useRef<HTMLDivElement>(null);
  const cleanHtml = useMemo(() => {
    if (typeof document === 'undefined') return withScrollFrames(cleanOnServer(html));
    return DOMPurify.sanitize(withScrollFrames(html), config);
  }, [html, config, cleanOnServer]);
  useScrollFrames(text, cleanHtml);
  const breaks = !media || !html.includes('<');
  return (
    <Tag
      ref={text as Ref<HTMLDivElement & HTMLSpanElement>}
      className={cx(!inline && 'rich-text', breaks && 'whitespace-pre-line', className)}
      // oxlint-disable-next-line react/no-danger -- cleaned right above
      dangerouslySetInnerHTML={{ __html: cleanHtml }}
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

/** The plain text of HTML. DOMParser does not run the parsed document. */
export function plainText(html: string) {
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/p>\s*(?=<p)/gi, '\n'),
    'text/html',
  );
  return page.body.textContent ?? '';
}
