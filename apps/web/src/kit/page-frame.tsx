import { isLight, themeCss } from '@vitrine/contract/theme';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSite } from '../platform/boot.ts';

interface PageFrameProps {
  title: string;
  /** The page's own styles, as text: those of the site around it do not reach inside. */
  css: string;
  /** The window that the page believes to have, in px. */
  width: number;
  height: number;
  /** How large it is shown. */
  scale?: number;
  className?: string;
  children: ReactNode;
}

/**
 * A page of the site in a window of its own, drawn by this page: its widths and styles are true,
 * it answers at once, and nothing in it can be pressed.
 *
 *     <PageFrame title={t('Prévia')} css={css} width={390} height={844} scale={0.5}><VisitorPage … /></PageFrame>
 */
export function PageFrame({ title, css, width, height, scale = 1, className, children }: PageFrameProps) {
  const { settings } = useSite();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  // Some browsers replace the empty document once more after it has been inserted.
  const open = (from: HTMLIFrameElement | null) => setBody(from?.contentDocument?.body ?? null);
  useLayoutEffect(() => open(frame), [frame]);

  const light = isLight(settings);
  useLayoutEffect(() => {
    const root = body?.ownerDocument.documentElement;
    if (root) root.dataset['ground'] = light ? 'light' : 'dark';
  }, [body, light]);

  return (
    <div
      className={className}
      style={{ width: width * scale, height: height * scale, overflow: 'hidden' }}
    >
      <iframe
        ref={setFrame}
        title={title}
        tabIndex={-1}
        onLoad={(event) => open(event.currentTarget)}
        style={{
          display: 'block',
          width,
          height,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
      {body &&
        createPortal(
          <>
            <style>{`${themeCss(settings)}${fontFaces(settings.font_primary)}${css}`}</style>
            <div inert>{children}</div>
          </>,
          body,
        )}
    </div>
  );
}

/** The school's font as this page has loaded it. */
function fontFaces(family: string) {
  return [...document.styleSheets]
    .flatMap((sheet) => rulesOf(sheet))
    .filter(
      (rule) =>
        rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-family').includes(family),
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
