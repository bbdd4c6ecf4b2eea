import {
  imports,
  limits,
  type MembersChoices,
  type MembersPreview,
} from '@vitrine/contract/imports';
import { useRef, useState } from 'react';
import { sendForm } from '../../kit/uploads/file-upload.ts';
import { useUpload } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import { UploadBox } from '../../ui/upload-box.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChooseInvitation, type Invitation } from './choose-invitation.tsx';
import { ChooseProducts, type ProductChoices } from './choose-products.tsx';
import { ImportReport } from './import-report.tsx';

/** Imports people from a spreadsheet: first a preview, then the import. */
export function MembersForm({ onStarted }: { onStarted: (id: number) => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<MembersPreview | null>(null);
  const [columns, setColumns] = useState<MembersPreview['columns'] | null>(null);
  const [products, setProducts] = useState<ProductChoices>(new Map());
  const [invitation, setInvitation] = useState<Invitation>({ invite: 'now', per_day: 100 });
  const choices = (chosen: Partial<MembersChoices> = {}) =>
    JSON.stringify({
      ...(columns && { columns }),
      products: [...products].map(([title, product_id]) => ({ title, product_id })),
      ...chosen,
    });

  // The input of the next preview. A choice is sent before React has stored it.
  const pending = useRef('{}');
  const previewUpload = useUpload({
    send: (chosen: File, options) =>
      sendForm(imports.previewMembers, { file: chosen, choices: pending.current }, options),
    onDone: ({ data }) => setPreview(data),
  });
  const upload = useUpload({
    send: (chosen: File, options) =>
      sendForm(imports.members, { file: chosen, choices: choices(invitation) }, options),
    onDone: ({ data }) => onStarted(data.id),
  });

  function readAgain(chosen: Partial<MembersChoices>) {
    pending.current = choices(chosen);
    if (file) previewUpload.start(file);
  }
  function choose(chosen: File | null) {
    previewUpload.cancel();
    upload.cancel();
    setFile(chosen);
    setPreview(null);
    setColumns(null);
    setProducts(new Map());
    pending.current = '{}';
    if (chosen) previewUpload.start(chosen);
  }

  const importCount = preview ? preview.counts.created + preview.counts.changed : 0;
  const chosenFile =
    file && preview ? { kind: 'chosen' as const, name: file.name, bytes: file.size } : null;
  const busy = upload.part !== null;
  const state = busy ? upload.state : (chosenFile ?? previewUpload.state);
  const failed = [upload, previewUpload].find(({ state: { kind } }) => kind === 'error');
  // The counts of an earlier preview do not follow the choices whose preview failed.
  const canImport =
    preview !== null &&
    failed !== previewUpload &&
    preview.columns.email !== null &&
    importCount > 0;

  return (
    <form
      className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && canImport) upload.start(file);
      }}
    >
      <UploadBox
        label={t('Planilha de pessoas')}
        accept=".csv,.xlsx,text/csv"
        maxBytes={limits.csv}
        limits={t('.csv ou .xlsx, até {{size}} MB', { size: limits.csv / 1_048_576 })}
        ratio={3}
        state={state}
        onFile={choose}
        onCancel={() => (busy ? upload.cancel() : choose(null))}
        onRetry={previewUpload.retry}
        onRemove={() => choose(null)}
      />
      {!preview && (
        <p className="text-14 text-text-2">
          {t(
            'Envie a planilha como ela saiu da outra plataforma: nome, e-mail e produto são encontrados pelo título de cada coluna. Nada é importado antes de você conferir.',
          )}
        </p>
      )}
      {preview && (
        <>
          <ChooseColumns
            preview={preview}
            onChange={(next) => {
              setColumns(next);
              readAgain({ columns: next });
            }}
          />
          <Counts preview={preview} busy={previewUpload.part !== null} />
          <ChooseProducts
            products={preview.products}
            chosen={products}
            onChange={(next) => {
              setProducts(next);
              readAgain({
                products: [...next].map(([title, product_id]) => ({ title, product_id })),
              });
            }}
          />
          <ChooseInvitation
            people={preview.counts.created}
            value={invitation}
            onChange={setInvitation}
          />
          {failed?.state.kind === 'error' && (
            <div className="flex flex-wrap items-center gap-3">
              <InlineError className="min-w-0 flex-1 basis-64">{failed.state.text}</InlineError>
              <Button size="sm" onClick={failed.retry}>
                {t('Tentar de novo')}
              </Button>
            </div>
          )}
          <div>
            <Button
              type="submit"
              variant="primary"
              disabled={!canImport || previewUpload.part !== null}
              busy={busy}
              busyLabel={t('Enviando')}
            >
              {t('Importar pessoas|Importar {{count}} pessoa|Importar {{count}} pessoas', {
                count: importCount,
              })}
            </Button>
          </div>
          {preview.report.length > 0 && <ImportReport lines={preview.report} />}
        </>
      )}
    </form>
  );
}

/** The counts of the preview. */
function Counts({ preview, busy }: { preview: MembersPreview; busy: boolean }) {
  const { t } = useTranslation();
  const { created, changed, unchanged, refused } = preview.counts;
  const parts = [
    [created, t('novas')],
    [changed, t('com produtos novos')],
    [unchanged, t('sem mudança')],
    [refused, t('recusadas')],
  ] as const;
  return (
    <dl
      aria-busy={busy}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line transition-opacity aria-busy:opacity-60 sm:grid-cols-4"
    >
      {parts.map(([count, words]) => (
        <div key={words} className="flex flex-col-reverse bg-surface-1 px-4 py-3">
          <dt className="text-13 text-text-2">{words}</dt>
          <dd className="text-20 font-semibold text-text tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
