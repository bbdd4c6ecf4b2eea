import { imports, type MembersChoices, type MembersPreview } from '@vitrine/contract/imports';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sendForm } from '../../kit/uploads/file-upload.ts';
import { useUpload } from '../../kit/uploads/upload.ts';
import type { Invitation } from './choose-invitation.tsx';
import type { ProductChoices } from './choose-products.tsx';
import type { ImportFormProps } from './import-form.ts';
import { useSendImport } from './send-import.ts';

/**
 * An import of people: the chosen file, its preview, the choices and the upload. Each choice of
 * columns or products makes a new preview.
 */
export function useMembersImport({
  brought,
  onStarted,
}: Pick<ImportFormProps, 'brought' | 'onStarted'>) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<MembersPreview | null>(null);
  const [columns, setColumns] = useState<MembersPreview['columns'] | null>(null);
  const [products, setProducts] = useState<ProductChoices>(new Map());
  const [invitation, setInvitation] = useState<Invitation>({ invite: 'now', per_day: 100 });
  const choices = (chosen: Partial<MembersChoices> = {}) =>
    JSON.stringify({
      ...(columns && { columns }),
      products: choicesOf(products),
      ...chosen,
    });

  // The input of the next preview. A choice is sent before React has stored it.
  const pending = useRef('{}');
  const previewUpload = useUpload({
    send: (chosen: File, options) =>
      sendForm(imports.previewMembers, { file: chosen, choices: pending.current }, options),
    onDone: ({ data }) => setPreview(data),
  });
  const send = useSendImport(imports.members);
  const upload = useUpload({
    send: (chosen: File, options) => send(chosen, { choices: choices(invitation) }, options),
    onDone: ({ data }) => onStarted(data.id),
  });

  function readAgain(chosen: Partial<MembersChoices>) {
    pending.current = choices(chosen);
    if (file) previewUpload.start(file);
  }

  function chooseFile(chosen: File | null) {
    previewUpload.cancel();
    upload.cancel();
    setFile(chosen);
    setPreview(null);
    setColumns(null);
    setProducts(new Map());
    pending.current = '{}';
    if (chosen) previewUpload.start(chosen);
  }

  const takeBrought = useEffectEvent(() => brought && chooseFile(brought));
  useEffect(() => void takeBrought(), []);

  const importCount = preview ? preview.counts.created + preview.counts.changed : 0;
  const failed = [upload, previewUpload].find(({ state: { kind } }) => kind === 'error');
  return {
    file,
    preview,
    products,
    invitation,
    setInvitation,
    previewUpload,
    upload,
    /** The upload that failed, of the preview or of the import. */
    failed,
    importCount,
    // The counts of an earlier preview do not follow the choices whose preview failed.
    canImport:
      preview !== null &&
      failed !== previewUpload &&
      preview.columns.email !== null &&
      importCount > 0,

    chooseFile,
    chooseColumns(next: MembersPreview['columns']) {
      setColumns(next);
      readAgain({ columns: next });
    },
    chooseProducts(next: ProductChoices) {
      setProducts(next);
      readAgain({ products: choicesOf(next) });
    },
  };
}

const choicesOf = (products: ProductChoices) =>
  [...products].map(([title, product_id]) => ({ title, product_id }));
