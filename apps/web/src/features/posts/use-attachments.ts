import type { AttachmentKind } from '@vitrine/contract/posts';
import { limits, messages } from '@vitrine/contract/posts';
import {
  messages as uploadMessages,
  ruleOf,
  uploads,
  type FileUse,
} from '@vitrine/contract/uploads';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLeaveGuard } from '../../kit/forms/leave-guard.tsx';
import { sendFile, sendImage, type SendOptions } from '../../kit/uploads/file-upload.ts';
import { uploadFailure } from '../../kit/uploads/upload.ts';
import { call, hasStatus } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

/** A file of a post that is being written: on its way, there, or failed. */
export interface WrittenAttachment {
  key: string;
  kind: AttachmentKind;
  name: string;
  /** 0 to 1 during the upload. Null afterwards. */
  progress: number | null;
  path: string | null;
  error: string | null;
  /** Local preview of an image during its upload. */
  preview: string | null;
  file: File | null;
}

/** An uploaded file as a draft keeps it: nothing holds the file until the post is published. */
export type StoredAttachment = Pick<WrittenAttachment, 'kind' | 'name'> & { path: string };

/** A file of a stored draft: it is uploaded, and has no local preview any more. */
export const restoredAttachment = ({ kind, name, path }: StoredAttachment): WrittenAttachment => ({
  key: path,
  kind,
  name,
  path,
  progress: null,
  error: null,
  preview: null,
  file: null,
});

const useOf = {
  image: 'post_image',
  video: 'post_video',
  file: 'post_file',
} as const satisfies Record<AttachmentKind, FileUse>;

function kindOf({ type, name }: File): AttachmentKind {
  if (type.startsWith('image/') || /\.hei[cf]$/i.test(name)) return 'image';
  return type.startsWith('video/') ? 'video' : 'file';
}

const send = (kind: AttachmentKind, file: File, options: SendOptions) =>
  kind === 'image'
    ? sendImage(file, 'post_image', options).then(({ path }) => path)
    : sendFile(file, useOf[kind], options);

let count = 0;

interface AttachmentOptions {
  allowed: (kind: AttachmentKind) => boolean;
  initial: WrittenAttachment[];
  /** Called when the uploaded files have changed. */
  onChange: (files: StoredAttachment[]) => void;
}

/** The attachments of a draft. Each upload starts when its file is chosen. */
export function useAttachments({ allowed, initial, onChange }: AttachmentOptions) {
  const { t } = useTranslation();
  const [items, setItems] = useState(initial);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);
  const change: ChangeAttachment = (key, patch) =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));

  const sent = items.flatMap(({ kind, path, name }) => (path ? [{ kind, path, name }] : []));
  useSentChange(sent, onChange);
  useReleasedPreviews(items);
  useStoredCheck(initial, change);

  async function start(key: string, kind: AttachmentKind, file: File) {
    const controller = new AbortController();
    running.current.set(key, controller);
    change(key, { progress: 0, error: null });
    try {
      const onProgress = (loaded: number, total: number) =>
        change(key, { progress: loaded / Math.max(total, 1) });
      const path = await send(kind, file, { signal: controller.signal, onProgress });
      change(key, { path, progress: null });
    } catch (error) {
      if (controller.signal.aborted) return;
      change(key, { progress: null, error: t(uploadFailure(error)) });
    }
  }

  function add(files: File[]) {
    let room = limits.attachments - items.length;
    for (const file of files) {
      const kind = kindOf(file);
      if (!allowed(kind)) toast.error(t(messages.contentOff));
      else if (file.size === 0) toast.error(t(messages.emptyFile));
      else if (room <= 0) toast.error(t(messages.tooManyAttachments));
      else if (file.size > ruleOf(useOf[kind]).bytes) toast.error(t(uploadMessages.tooLarge));
      else {
        room -= 1;
        const key = `file-${(count += 1)}`;
        const preview = kind === 'image' ? URL.createObjectURL(file) : null;
        const attachment = {
          key,
          kind,
          name: file.name,
          progress: 0,
          path: null,
          error: null,
          preview,
          file,
        };
        setItems((all) => [...all, attachment]);
        void start(key, kind, file);
      }
    }
  }

  function remove(key: string) {
    running.current.get(key)?.abort();
    setItems((all) => all.filter((one) => one.key !== key));
  }

  const busy = items.some(({ progress }) => progress !== null);
  useLeaveGuard({
    dirty: busy,
    discard: () => setItems([]),
    text: t('O envio dos arquivos ainda não terminou.'),
  });

  return {
    items,
    busy,
    failed: items.some(({ error }) => error !== null),
    add,
    remove,
    retry(key: string) {
      const one = items.find((item) => item.key === key);
      if (one?.file) void start(key, one.kind, one.file);
    },
    clear: () => setItems([]),
    /** The attachments in the shape of the contract. */
    sent,
  };
}

/** Releases the local previews that are shown no more. Each holds its whole file in memory. */
function useReleasedPreviews(items: readonly WrittenAttachment[]) {
  const shown = useRef<readonly string[]>([]);
  const showOnly = useEffectEvent((previews: readonly string[]) => {
    for (const one of shown.current) if (!previews.includes(one)) URL.revokeObjectURL(one);
    shown.current = previews;
  });
  useEffect(
    () => showOnly(items.flatMap(({ file, preview }) => (file && preview ? [preview] : []))),
    [items],
  );
  useEffect(() => () => showOnly([]), []);
}

/** Calls back when the uploaded files have changed. */
function useSentChange(sent: StoredAttachment[], onChange: (files: StoredAttachment[]) => void) {
  const storedPaths = useRef(pathsOf(sent));
  const emitChange = useEffectEvent(() => onChange(sent));
  const paths = pathsOf(sent);
  useEffect(() => {
    if (storedPaths.current === paths) return;
    storedPaths.current = paths;
    emitChange();
  }, [paths]);
}

type ChangeAttachment = (key: string, patch: Partial<WrittenAttachment>) => void;

/**
 * Looks up the uploaded files of a stored draft. The server deletes a file that nothing has used for
 * a day.
 */
function useStoredCheck(initial: WrittenAttachment[], change: ChangeAttachment) {
  const { t } = useTranslation();
  const checkStored = useEffectEvent(() => {
    for (const { key, path, preview } of initial) if (path && !preview) void find(key, path);
  });
  useEffect(() => checkStored(), []);
  async function find(key: string, path: string) {
    const gone = { path: null, error: t('Este arquivo não está mais guardado. Anexe de novo.') };
    try {
      const { data } = await call(uploads.status, { query: { path } });
      change(key, data.state === 'refused' ? gone : { preview: data.url });
    } catch (error) {
      // Without a connection the file may still be there.
      if (hasStatus(error, 404)) change(key, gone);
    }
  }
}

const pathsOf = (files: StoredAttachment[]) => files.map(({ path }) => path).join();
