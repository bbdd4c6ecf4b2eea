import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, hasStatus } from '../../platform/api.ts';
import { runningPercent } from '../../ui/running-percent.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { UploadState } from '../../ui/upload-progress.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useLeaveGuard } from '../forms/leave-guard.tsx';
import type { SendOptions } from './file-upload.ts';

/**
 * Called with 0 to 1 while an upload runs. Called with null after its end, and when its field is
 * removed.
 */
export type ReportProgress = (progress: number | null) => void;

interface SentFile<T> {
  answer: T;
  file: File;
}

interface UploadOptions<T> {
  send: (file: File, options: SendOptions) => Promise<T>;
  onDone: (answer: T, file: File) => void;
  onUploadProgress?: ReportProgress | undefined;
  /** No person chose the file. Leaving cancels the upload without asking. */
  automatic?: boolean;
}

/**
 * One upload at a time with progress, cancel, and a retry that keeps the file. Leaving the page
 * during an upload asks first.
 *
 * ```tsx
 * const upload = useUpload({ send: (file, options) => sendImage(file, 'image', options), onDone })
 * <UploadBox state={upload.state} onFile={upload.start} onCancel={upload.cancel} onRetry={upload.retry} … />
 * ```
 */
export function useUpload<T>(options: UploadOptions<T>) {
  const { send, onUploadProgress, automatic = false } = options;
  const { t } = useTranslation();
  // The form may have changed since the upload began.
  const onDone = useLatest(options.onDone);
  const [state, setState] = useState<UploadState>({ kind: 'empty' });
  const [sent, setSent] = useState<SentFile<T> | null>(null);
  const retryFile = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    retryFile.current = file;
    const startedAt = Date.now();
    const onProgress = (loaded: number, total: number) => {
      if (!controller.signal.aborted) setState(inFlight(loaded, total, Date.now() - startedAt));
    };
    setState({ kind: 'uploading', loaded: 0, total: file.size });
    try {
      const answer = await send(file, { signal: controller.signal, onProgress });
      if (controller.signal.aborted) return;
      retryFile.current = null;
      // Synchronous, so that a navigation right afterwards does not ask about a finished upload.
      flushSync(() => {
        setSent({ answer, file });
        setState({ kind: 'empty' });
      });
      onDone(answer, file);
    } catch (error) {
      if (!controller.signal.aborted)
        setState({ kind: 'error', text: t(uploadFailure(error)), refused: isFileRefused(error) });
    }
  }

  function cancel() {
    running.current?.abort();
    retryFile.current = null;
    setState({ kind: 'empty' });
  }

  const progress = progressOf(state);
  useReportProgress(progress, onUploadProgress);
  useLeaveGuard({
    dirty: progress !== null && !automatic,
    discard: cancel,
    text: t('Envio em andamento {{percent}} %', { percent: runningPercent(progress ?? 0) }),
  });

  return {
    state,
    /** The last file that was uploaded, with the server's answer. */
    sent,
    /** 0 to 1 while an upload runs, which blocks the save bar. */
    progress,
    start: (file: File) => void start(file),
    cancel,
    retry: () => retryFile.current && void start(retryFile.current),
  };
}

/** The state of a box whose form holds `file` since its upload; null if it holds another one. */
export const stateWith = (state: UploadState, file: File | null | undefined): UploadState =>
  state.kind === 'empty' && file ? { kind: 'chosen', name: file.name, bytes: file.size } : state;

/** Once all bytes are sent, the server is processing the file. */
function inFlight(loaded: number, total: number, ms: number): UploadState {
  if (loaded >= total) return { kind: 'processing' };
  const secondsLeft = ((total - loaded) / loaded) * (ms / 1000);
  // In the first two seconds an estimate would jump.
  return {
    kind: 'uploading',
    loaded,
    total,
    ...(ms > 2000 && loaded > 0 && { secondsLeft }),
  };
}

function progressOf(state: UploadState): number | null {
  if (state.kind === 'processing') return 1;
  return state.kind === 'uploading' ? state.loaded / Math.max(state.total, 1) : null;
}

/** Another try would be refused as well: the file is too large, broken or of another type. */
const isFileRefused = (error: unknown) =>
  hasStatus(error, 413, 415, 422) && (error as ApiError).code !== 'incomplete';

/** The reason of a failed upload, for the viewer. The caller translates it. */
export const uploadFailure = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Algo deu errado. Tente de novo.';

/**
 * The mean progress of several uploads, for the save bar. Pass `onProgressOf('cover')` to each field's
 * `onUploadProgress`.
 */
export function useCombinedProgress(onUploadProgress?: ReportProgress) {
  const [byName, setByName] = useState<Record<string, number | null>>({});
  const running = Object.values(byName).filter((one) => one !== null);
  const sum = running.reduce((total, one) => total + one, 0);
  const progress = running.length ? sum / running.length : null;
  useReportProgress(progress, onUploadProgress);
  return {
    progress,
    onProgressOf:
      (name: string): ReportProgress =>
      (one) =>
        setByName((before) => (before[name] === one ? before : { ...before, [name]: one })),
  };
}

function useReportProgress(progress: number | null, onUploadProgress?: ReportProgress) {
  const report = useEffectEvent((value: number | null) => onUploadProgress?.(value));
  useEffect(() => report(progress), [progress]);
  useEffect(() => () => report(null), []);
}
