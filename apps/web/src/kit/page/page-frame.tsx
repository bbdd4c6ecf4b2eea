import { themeCss } from '@vitrine/contract/theme';
import { useLayoutEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSite } from '../../platform/site-context.ts';
import { ScaledBox } from '../preview/scaled-box.tsx';

interface PageFrameProps {
  title: string;
  /** The page's own styles, as text: those of the site around it do not reach inside. */
  css: string;
  /** How wide a window the page believes to have, in px; it is scaled to the frame. */
  width: number;
  /** Where the frame is wider than that, the page is as wide as the frame. */
  grows?: boolean;
  /** Gives the frame its size. */
  className?: string;
  children: ReactNode;
}

/**
 * A page of the site in a window of its own, drawn by this page: its widths and styles are true,
 * it answers at once, and nothing in it can be pressed.
 *
 *     <PageFrame title={t('Prévia')} css={css} width={390} className="h-49 w-22"><VisitorPage … /></PageFrame>
 */
export function PageFrame({ title, css, width, grows, className, children }: PageFrameProps) {
  return (
    <ScaledBox {...{ width, grows, className }}>
      {(style) => <Page {...{ title, css, style }}>{children}</Page>}
    </ScaledBox>
  );
}

interface PageProps extends Pick<PageFrameProps, 'title' | 'css' | 'children'> {
  style: CSSProperties;
}

function Page({ title, css, style, children }: PageProps) {
  const { settings } = useSite();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  // Some browsers replace the empty document once more after it has been inserted.
  const open = (from: HTMLIFrameElement | null) => setBody(from?.contentDocument?.body ?? null);
  useLayoutEffect(() => open(frame), [frame]);

  const styles = useMemo(
    () => themeCss(settings) + fontFaces(settings.font_primary) + css,
    [settings, css],
  );

  return (
    <>
      <iframe
        ref={setFrame}
        title={title}
        tabIndex={-1}
        aria-hidden={!title || undefined}
        onLoad={(event) => open(event.currentTarget)}
        className="pointer-events-none block max-w-none border-0"
        style={style}
      />
      {body &&
        createPortal(
          <>
            <style>{styles}</style>
            <div inert>{children}</div>
          </>,
          body,
        )}
    </>
  );
}

/** The school's font as this page has loaded it. */
function fontFaces(family: string) {
  return [...document.styleSheets]
    .flatMap((sheet) => rulesOf(sheet))
    .filter(
      (rule) =>
        rule instanceof CSSFontFaceRule &&
        rule.style.getPropertyValue('font-family').includes(family),
    )
    .map(({ cssText }) => cssText)
    .join('');
}

// The rules of a sheet from elsewhere cannot be read: then the frame shows the fallback.
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
