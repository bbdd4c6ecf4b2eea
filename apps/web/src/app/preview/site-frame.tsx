import { viewAsStudent, writeHeld } from '@vitrine/contract/view-as-student';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { phoneFrameClass, PHONE_WIDTH_PX } from '../../kit/preview/phone-frame.ts';
import { ScaledBox } from '../../kit/preview/scaled-box.tsx';
import { frameName } from '../../platform/preview.ts';
import { connectPreviewFrame } from '../preview-bridge/host.ts';
import { goToPlace, holdPlace, placeIn } from './page-place.ts';
import type { FrameMessage } from '../preview-bridge/messages.ts';

interface SiteFrameProps {
  title: string;
  /** The products of the student who looks; null where it is the editor. */
  student: readonly number[] | null;
  /** On a phone; else as large as there is room. */
  phone: boolean;
  /** The page to show; the one of this window if left out. */
  path?: string;
  /** As wide as this at least, in px, and made smaller where there is less room. */
  least?: number;
  onEscape?: () => void;
}

/**
 * The page of this window once more, in a window of its own: the same application, which follows
 * what is edited here. It opens where one stands, and leaving it comes back to where one stood in it.
 */
export function SiteFrame(props: SiteFrameProps) {
  const { title, student, phone, path = location.pathname, least = 0, onEscape } = props;
  const queries = useQueryClient();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [place] = useState(() => placeIn(window));
  const held = student && writeHeld(student);

  /** Where the frame is by now: links in it lead on. */
  useEffect(() => {
    const inside = frame && insideOf(frame);
    if (!inside) return;
    const isNew = inside.location.protocol === 'about:';
    inside.location.replace(frameUrl(isNew ? path : inside.location.pathname, held));
  }, [frame, held, path]);

  const onSaid = useEffectEvent((said: FrameMessage) => {
    const inside = frame && insideOf(frame);
    if (said.kind === 'escape') return onEscape?.();
    if (!inside) return;
    const { pathname, search } = inside.location;
    // A link that is no route of the application loaded a page anew, as whoever edits.
    if (held && !said.asStudent && !search.includes(viewAsStudent))
      inside.location.replace(frameUrl(pathname, held));
    else if (pathname === location.pathname) holdPlace(inside, place);
  });
  const editing = held === null;
  useEffect(() => {
    if (!frame) return;
    return connectPreviewFrame({ frame, queries: editing ? queries : undefined, onSaid });
  }, [frame, queries, editing]);

  // Before the frame is taken from the page, where nothing could be asked of it any more.
  useLayoutEffect(() => {
    if (!frame || !editing) return;
    return () => {
      const inside = insideOf(frame);
      if (inside?.location.pathname === location.pathname) goToPlace(window, placeIn(inside));
    };
  }, [frame, editing]);

  return (
    <ScaledBox
      width={phone ? PHONE_WIDTH_PX : least}
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

/** Its window, as long as it shows a page of this school. */
const insideOf = ({ contentWindow, contentDocument }: HTMLIFrameElement) =>
  contentDocument && contentWindow;

const frameUrl = (pathname: string, held: string | null) =>
  held === null ? pathname : `${pathname}?${viewAsStudent}=${held}`;
