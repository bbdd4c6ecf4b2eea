import { Check, Info, Trash2, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { receiveToasts, type ToastMessage } from './toast.ts';
import { useTranslation } from './translation.ts';

interface ToasterViewProps {
  first: ToastMessage[];
  onReady: () => void;
  /** Whether toasts use the edit tool's colours. */
  inEditChrome: boolean;
}

/** The time that a toast without its own shows for. */
const TOAST_MS = 4_000;
const MAX_IN_SIGHT = 3;
/** Screen readers notice a new live region within this time. */
const LIVE_REGION_MS = 60;

/** The lazily loaded part of `Toaster`. */
export default function ToasterView({ first, onReady, inEditChrome }: ToasterViewProps) {
  const { t } = useTranslation();
  // The live region must exist before the first message, or screen readers ignore it. Until then
  // `first` queues the messages.
  const begin = useEffectEvent(() => {
    for (const message of first) show(message);
    onReady();
    return receiveToasts(show);
  });
  useEffect(() => {
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => (stop = begin()), LIVE_REGION_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
      forgetAll();
    };
  }, []);

  // A modal dialog hides the page from screen readers, but nothing that joins the body after it.
  return createPortal(
    <div
      onFocus={pause}
      onBlur={resume}
      className={cx('contents font-sans', inEditChrome && 'edit-chrome')}
    >
      <Sonner
        position="bottom-center"
        expand
        visibleToasts={MAX_IN_SIGHT}
        gap={8}
        offset={{ bottom: 24, left: 24 }}
        mobileOffset={{ bottom: 88, left: 12, right: 12 }}
        containerAriaLabel={t('Avisos')}
        hotkey={['altKey', 'KeyT']}
        style={{ '--width': '400px', fontFamily: 'inherit', zIndex: 'var(--z-index-toast)' }}
        toastOptions={{ unstyled: true, className: 'w-full' }}
      />
    </div>,
    document.body,
  );
}

/** The visible messages, with their id and number of repetitions. */
const visibleToasts = new Map<string, { id: string | number; times: number }>();
/** The ids of the newest toasts. Older ones are out of sight behind them. */
const newestIds: (string | number)[] = [];

/**
 * A repeated message renews the one in sight, or takes the place of one out of sight. Each 'Desfazer'
 * gets a toast of its own, because each undoes something else.
 */
function show(message: ToastMessage) {
  if (message.signal?.aborted) return;
  const duration = message.duration ?? TOAST_MS;
  const key = JSON.stringify([message.kind, message.text, message.description]);
  const earlier = message.onUndo ? undefined : visibleToasts.get(key);
  const visibleToast = earlier && newestIds.includes(earlier.id) ? earlier : undefined;
  if (earlier && !visibleToast) sonner.dismiss(earlier.id);
  const times = (earlier?.times ?? 0) + 1;
  const forget = () => visibleToasts.get(key)?.id === id && visibleToasts.delete(key);
  const id = sonner.custom(
    // A new key makes a new element, which screen readers announce again.
    (toastId) => <Card key={times} message={message} onUse={() => sonner.dismiss(toastId)} />,
    {
      duration,
      onAutoClose: forget,
      onDismiss: forget,
      ...(visibleToast && { id: visibleToast.id }),
    },
  );
  if (!visibleToast) newestIds.push(id);
  newestIds.splice(0, newestIds.length - MAX_IN_SIGHT);
  if (!message.onUndo) visibleToasts.set(key, { id, times });
  message.signal?.addEventListener('abort', () => sonner.dismiss(id));
}

/** The next list begins empty. */
function forgetAll() {
  sonner.dismiss();
  visibleToasts.clear();
  newestIds.length = 0;
}

const icons: Record<ToastMessage['kind'], ReactNode> = {
  success: <Check size={18} strokeWidth={1.75} className="text-ok" />,
  error: <TriangleAlert size={18} strokeWidth={1.75} className="text-error" />,
  info: <Info size={18} strokeWidth={1.75} className="text-text-2" />,
  undo: <Trash2 size={18} strokeWidth={1.75} />,
};

function Card({ message, onUse }: { message: ToastMessage; onUse: () => void }) {
  const { t } = useTranslation();
  // The button stays while the toast leaves: a second press must not restore a second thing.
  const isUndone = useRef(false);
  return (
    <div
      className="flex min-h-12 w-full items-center gap-3 rounded-card bg-(--toast) px-4 py-2.5 text-14 text-text shadow-raised ring-1 ring-line-2 ring-inset"
      style={{ '--undo-time': `${message.duration ?? TOAST_MS}ms` }}
    >
      <span className="shrink-0" aria-hidden="true">
        {icons[message.kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('font-medium', message.description && 'font-semibold')}>{message.text}</p>
        {message.description && <p className="text-13 text-text-2">{message.description}</p>}
      </div>
      {message.onUndo && (
        <>
          <button
            type="button"
            className="touch-target shrink-0 rounded-control px-2 py-1 font-semibold text-brand-ink hover:bg-hover"
            onClick={(event) => {
              if (isUndone.current) return;
              isUndone.current = true;
              // The list gives the focus back to where it came from. It hears of no removal.
              event.currentTarget.blur();
              onUse();
              message.onUndo?.();
            }}
          >
            {t('Desfazer')}
          </button>
          <svg
            className="undo-ring -rotate-90"
            width="18"
            height="18"
            viewBox="0 0 18 18"
            fill="none"
            strokeWidth="2"
            aria-hidden="true"
          >
            <circle cx="9" cy="9" r="7" className="stroke-line-2" />
            <circle cx="9" cy="9" r="7" stroke="currentColor" strokeDasharray="44" />
          </svg>
        </>
      )}
      {message.closable && (
        <IconButton label={t('Fechar')} size="sm" className="-mr-2" onClick={onUse}>
          <X size={16} strokeWidth={2} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

// The library pauses the timer only under the pointer. This pauses it on keyboard focus too.
function pause(event: FocusEvent) {
  listOf(event)?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
}

function resume(event: FocusEvent) {
  const list = listOf(event);
  if (list && !list.contains(event.relatedTarget)) {
    list.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
  }
}

function listOf(event: FocusEvent): Element | null {
  return event.target.closest('[data-sonner-toaster]');
}
