import { limits } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';

/** Facts about the page, sent to its frames. */
export interface FrameFacts {
  page: PageKind;
  course: number | null;
  module: number | null;
  lesson: number | null;
  community: number | null;
  /** Without the query, which may hold a search. */
  url: string;
  language: string;
  /** False where the browser asks for Global Privacy Control. */
  consent: boolean;
  /** The school's colours and font, as CSS variables. */
  theme: Record<string, string>;
}

/** A frame's request: its height in the page, or a corner of the window. In px, capped. */
export type FrameBox =
  | { corner: null; height: number }
  | { corner: 'left' | 'right'; width: number; height: number };

interface FrameChannelOptions {
  /** Called when the frame has loaded. */
  facts: () => FrameFacts;
  onAwake: () => void;
  onBox: (box: FrameBox) => void;
  /** Called when the frame exceeded the limit of requests. Its port is closed. */
  onFlood: () => void;
}

/**
 * Maximum number of requests in a window. An animation sends 60 a second, a loop sends thousands.
 */
const MAX_REQUESTS = 1_000;
const WINDOW_MS = 5_000;
/** A frame's size changes so often at most. */
const MIN_INTERVAL_MS = 50;

/**
 * Waits for a frame's word that its document has been read, and hands over a port, once. Messages
 * of anything else, and of another shape, are not heard. Returns how to stop.
 */
export function openFrameChannel(
  frame: HTMLIFrameElement,
  { facts, onAwake, onBox, onFlood }: FrameChannelOptions,
) {
  let port: MessagePort | null = null;
  const messageCounter = counter();
  const later = latestOf(onBox);
  function onHello({ source, data }: MessageEvent) {
    const { contentWindow } = frame;
    if (!contentWindow || source !== contentWindow || data !== 'vitrine:hello') return;
    removeEventListener('message', onHello);
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port.addEventListener('message', (event) => {
      if (messageCounter.add()) {
        const box = parseBox(event.data);
        if (box) later(box);
      } else {
        stop();
        onFlood();
      }
    });
    port.start();
    // An opaque origin cannot be named as target. The facts are no secret.
    contentWindow.postMessage({ vitrine: facts() }, '*', [port2]);
    onAwake();
  }
  addEventListener('message', onHello);
  const stop = () => {
    removeEventListener('message', onHello);
    later.stop();
    port?.close();
  };
  return stop;
}

/** Counts requests. False for each one over the limit of its window. */
function counter() {
  let lastSentAt = 0;
  let count = 0;
  return {
    add() {
      const now = performance.now();
      if (now - lastSentAt > WINDOW_MS) [lastSentAt, count] = [now, 0];
      return (count += 1) <= MAX_REQUESTS;
    },
  };
}

/** Passes on the first box at once, then the latest of each interval. */
function latestOf(onBox: (box: FrameBox) => void) {
  let pendingBox: FrameBox | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = (box: FrameBox) => {
    if (timer !== undefined) return void (pendingBox = box);
    onBox(box);
    timer = setTimeout(() => {
      timer = undefined;
      const latest = pendingBox;
      pendingBox = null;
      if (latest) pass(latest);
    }, MIN_INTERVAL_MS);
  };
  return Object.assign(pass, { stop: () => clearTimeout(timer) });
}

function parseBox(message: unknown): FrameBox | null {
  const { corner, width, height } = (message ?? {}) as Record<string, unknown>;
  if (!isLength(height)) return null;
  if (corner === undefined) return { corner: null, height: Math.min(height, limits.frame.height) };
  if ((corner !== 'left' && corner !== 'right') || !isLength(width)) return null;
  const max = limits.frame.corner;
  return { corner, width: Math.min(width, max.width), height: Math.min(height, max.height) };
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
