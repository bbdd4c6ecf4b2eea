import { themeCss } from '@vitrine/contract/theme';
import { useLayoutEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSite } from '../../platform/site-context.ts';
import { ScaledBox } from '../preview/scaled-box.tsx';

interface PageFrameProps {
  title: string;
  /** The page's stylesheet as text. The surrounding styles do not reach into the frame. */
  css: string;
  /** The width of the page inside, in px. The frame scales it. */
  width: number;
  /** Widens the page if the frame is wider than `width`. */
  grows?: boolean;
  /** Sets the size of the frame. */
  className?: string;
  children: ReactNode;
}

/**
 * Renders a page of the site inside an iframe with React. Its media queries and styles are real, it
 * updates at once, and nothing inside is clickable.
 *
 * ```tsx
 * <PageFrame title={t('Prévia')} css={css} width={390} className="h-49 w-22"><VisitorPage … /></PageFrame>
 * ```
 */
export function PageFrame({ title, css, width, grows, className, children }: PageFrameProps) {
  return (
    <ScaledBox width={width} grows={grows} className={className}>
      {(style) => (
        <Page title={title} css={css} style={style}>
          {children}
        </Page>
      )}
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
  // Some browsers replace the empty document once more after its insertion.
  const open = (from: HTMLIFrameElement | null) => setBody(from?.contentDocument?.body ?? null);
  useLayoutEffect(() => open(frame), [frame]);

  const styles = useMemo(
    () => ownColors + themeCss(settings) + fontFaces(settings.font_primary) + css,
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

/** High contrast would make all pages look alike. Others see the school's colours. */
const ownColors = ':root{forced-color-adjust:none}';

/** The @font-face rules of the school's font in this page. */
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

// A cross-origin stylesheet cannot be read. The frame then shows the fallback font.
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
