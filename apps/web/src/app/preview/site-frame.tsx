import { useQueryClient } from '@tanstack/react-query';
import { viewAsStudent, writeHeld } from '@vitrine/contract/view-as-student';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { phoneFrameClass, PHONE_WIDTH_PX } from '../../kit/preview/phone-frame.ts';
import { ScaledBox } from '../../kit/preview/scaled-box.tsx';
import { frameName } from '../../platform/preview.ts';
import { connectPreviewFrame } from '../preview-bridge/host.ts';
import type { FrameMessage } from '../preview-bridge/messages.ts';
import { scrollToPosition, holdPosition, scrollPositionOf } from './scroll-position.ts';

interface SiteFrameProps {
  title: string;
  /** The products of the simulated student; null for the admin's own view. */
  student: readonly number[] | null;
  /** Phone size; otherwise as large as possible. */
  phone: boolean;
  /** The page to show. The default is the current page. */
  path?: string;
  /** Minimum width of the page inside, in px. The frame scales it down if there is less room. */
  minWidth?: number;
  onEscape?: () => void;
}

/**
 * The current page again in an iframe. It runs the same app and follows the edits. It opens at the
 * same scroll position, and on closing this page scrolls to the iframe's position.
 */
export function SiteFrame(props: SiteFrameProps) {
  const { title, student, phone, path = location.pathname, minWidth = 0, onEscape } = props;
  const queries = useQueryClient();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [startPosition] = useState(() => scrollPositionOf(window));
  const studentParam = student && writeHeld(student);

  /** Uses the iframe's current path, because the viewer may have followed links. */
  useEffect(() => {
    const frameWindow = frame && frameWindowOf(frame);
    if (!frameWindow) return;
    const isNew = frameWindow.location.protocol === 'about:';
    frameWindow.location.replace(
      frameUrl(isNew ? path : frameWindow.location.pathname, studentParam),
    );
  }, [frame, studentParam, path]);

  const onMessage = useEffectEvent((message: FrameMessage) => {
    const frameWindow = frame && frameWindowOf(frame);
    if (message.kind === 'escape') return onEscape?.();
    if (!frameWindow) return;
    const { pathname, search } = frameWindow.location;
    // A link outside the router reloaded the page without the student view. Restores the student
    // view.
    if (studentParam && !message.asStudent && !search.includes(viewAsStudent))
      frameWindow.location.replace(frameUrl(pathname, studentParam));
    else if (pathname === location.pathname) holdPosition(frameWindow, startPosition);
  });
  const editing = studentParam === null;
  useEffect(() => {
    if (!frame) return;
    return connectPreviewFrame({ frame, queries: editing ? queries : undefined, onMessage });
  }, [frame, queries, editing]);

  // A layout effect runs before React removes the iframe, which could not be read afterwards.
  useLayoutEffect(() => {
    if (!frame || !editing) return;
    return () => {
      const frameWindow = frameWindowOf(frame);
      if (frameWindow?.location.pathname === location.pathname)
        scrollToPosition(window, scrollPositionOf(frameWindow));
    };
  }, [frame, editing]);

  return (
    <ScaledBox
      width={phone ? PHONE_WIDTH_PX : minWidth}
      grows={!phone}
      className={phone ? phoneFrameClass : 'size-full'}
    >
      {(style) => (
        <iframe
          ref={setFrame}
          name={frameName}
          title={title}
          className="block max-w-none bg-ground"
          style={style}
        />
      )}
    </ScaledBox>
  );
}

/** The iframe's window, while it shows a page of this school. */
const frameWindowOf = ({ contentWindow, contentDocument }: HTMLIFrameElement) =>
  contentDocument && contentWindow;

const frameUrl = (pathname: string, studentParam: string | null) =>
  studentParam === null ? pathname : `${pathname}?${viewAsStudent}=${studentParam}`;
