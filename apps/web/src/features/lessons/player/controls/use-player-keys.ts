import { MediaActionTypes, useMediaDispatch } from 'media-chrome/dist/react/media-store.js';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { LONG_STEP_SECONDS, seekBy, seekTo } from '../seek.ts';
import { useFullScreen } from '../use-full-screen.ts';

const STEP_SECONDS = 5;
const MOVING_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'j', 'l']);

interface KeyActions {
  next: (() => void) | undefined;
  captions: () => void;
  showControls: () => void;
}

/**
 * The usual player keys, on the whole page: space and k, arrows, j and l, f, m, c, digits, Shift+N.
 * Keys in fields and on other controls are not taken.
 */
export function usePlayerKeys(
  video: RefObject<HTMLVideoElement | null>,
  { next, captions, showControls }: KeyActions,
) {
  const dispatch = useMediaDispatch();
  const toggleFullScreen = useFullScreen();

  const press = useEffectEvent((event: KeyboardEvent) => {
    const element = video.current;
    if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (isTaken(event)) return;
    // A key held down moves on, and does nothing else: Shift+N would skip lesson after lesson.
    if (event.repeat && !MOVING_KEYS.has(event.key)) return;
    const seek = (seconds: number) => () => seekBy(element, seconds);
    const request = (type: string) => dispatch({ type } as Parameters<typeof dispatch>[0]);
    const play = () =>
      request(
        element.paused ? MediaActionTypes.MEDIA_PLAY_REQUEST : MediaActionTypes.MEDIA_PAUSE_REQUEST,
      );
    const actions: Record<string, () => void> = {
      ' ': play,
      k: play,
      ArrowLeft: seek(-STEP_SECONDS),
      ArrowRight: seek(STEP_SECONDS),
      j: seek(-LONG_STEP_SECONDS),
      l: seek(LONG_STEP_SECONDS),
      m: () =>
        request(
          element.muted
            ? MediaActionTypes.MEDIA_UNMUTE_REQUEST
            : MediaActionTypes.MEDIA_MUTE_REQUEST,
        ),
      f: toggleFullScreen,
      c: captions,
      ...(event.shiftKey && next && { n: next }),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = /^\d$/.test(key)
      ? () => seekTo(element, (element.duration * Number(key)) / 10)
      : actions[key];
    if (!action) return;
    event.preventDefault();
    action();
    showControls();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** True where the target uses the key itself: fields, lists, open layers, and buttons for space. */
function isTaken({ target, key }: KeyboardEvent) {
  const element = target instanceof Element ? target : null;
  if (!element) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  if (element.matches('input[type="range"]')) return !key.startsWith('Arrow') && key !== ' ';
  if (element.closest('input, textarea, select, [contenteditable="true"], [role="tablist"]'))
    return true;
  return key === ' ' && element.closest('button, a, summary') !== null;
}
