import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from './toast.ts';
import { useTranslation } from './translation.ts';

/** A field on the page that takes files. */
interface FileTarget {
  element: HTMLElement;
  accepts: (file: File) => boolean;
  take: (files: readonly File[]) => void;
  /** Says that several fields take such a file. */
  ask: () => void;
}

const targets = new Set<FileTarget>();

/**
 * Takes the files of a paste. The field with the focus takes them, else the field under the pointer,
 * else the only field that accepts such a file. A file that is dropped beside the fields does not
 * replace the page.
 * @returns the ref of the field's element
 */
export function usePastedFiles(
  accepts: (file: File) => boolean,
  take: (files: readonly File[]) => void,
) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const isAccepted = useEffectEvent(accepts);
  const takeFiles = useEffectEvent(take);
  const ask = useEffectEvent(() => toast.info(t('Aponte para o lugar do arquivo e cole de novo.')));
  useEffect(() => {
    const target: FileTarget = {
      element: element.current!,
      accepts: (file) => isAccepted(file),
      take: (files) => takeFiles(files),
      ask: () => ask(),
    };
    if (targets.size === 0) toggleListeners('addEventListener');
    targets.add(target);
    return () => {
      targets.delete(target);
      if (targets.size === 0) toggleListeners('removeEventListener');
    };
  }, []);
  return element;
}

function toggleListeners(verb: 'addEventListener' | 'removeEventListener') {
  document[verb]('paste', onPaste as EventListener);
  document[verb]('dragover', keepPage as EventListener);
  document[verb]('drop', keepPage as EventListener);
}

function onPaste(event: ClipboardEvent) {
  const files = [...(event.clipboardData?.files ?? [])];
  const [file] = files;
  if (!file || event.defaultPrevented || isText(event)) return;
  const reachable = [...targets].filter(isReachable);
  const meant =
    reachable.find(({ element }) => element.contains(event.target as Node)) ??
    reachable.find(({ element }) => element.matches(':hover'));
  const fitting = reachable.filter(({ accepts }) => accepts(file));
  const target = meant ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (!target && fitting.length === 0) return;
  event.preventDefault();
  if (target) target.take(files);
  else fitting[0]!.ask();
}

/** Text that is pasted into a text field stays text: word processors add an image of it. */
const isText = ({ target, clipboardData }: ClipboardEvent) =>
  target instanceof Element &&
  target.closest('input, textarea, [contenteditable]') !== null &&
  (clipboardData?.types.includes('text/plain') ?? false);

/** A closed accordion or a dialog above it makes a field unreachable. */
const isReachable = ({ element }: FileTarget) =>
  element.closest('[inert], [aria-hidden="true"], details:not([open])') === null;

function keepPage(event: DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}
