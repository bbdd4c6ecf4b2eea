import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cx } from '../ui/cx.ts';

interface SafeHtmlProps {
  /** Rich text as the server cleaned it. */
  html: string;
  /** Players of listed providers stay; left out, only words, lists and links do. */
  media?: boolean;
  className?: string;
}

/**
 * Rich text, cleaned once more where it is shown (safety, Custom HTML 6). Until the cleaner has
 * arrived, and where there is nothing to clean, it is plain words.
 */
export function SafeHtml({ html, media = false, className }: SafeHtmlProps) {
  const plain = !html.includes('<');
  const cleaner = useQuery({
    queryKey: ['dompurify'],
    queryFn: async () => (await import('dompurify')).default,
    staleTime: Infinity,
    enabled: !plain,
  });
  const purify = cleaner.data;
  const clean = useMemo(
    () => (purify && !plain ? purify.sanitize(html, media ? withMedia : wordsOnly) : null),
    [purify, html, media, plain],
  );
  const classes = cx('rich-text', className);
  if (clean === null)
    return <div className={cx(classes, 'whitespace-pre-line')}>{plainText(html)}</div>;
  return (
    <div
      className={cx(classes, !media && 'whitespace-pre-line')}
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

/** The words of a text; a document that is parsed here is never run. */
export function plainText(html: string) {
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/p>\s*(?=<p)/gi, '\n'),
    'text/html',
  );
  return page.body.textContent ?? '';
}
