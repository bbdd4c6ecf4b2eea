import { limits, type MembersPreview } from '@vitrine/contract/imports';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChooseInvitation } from './choose-invitation.tsx';
import { ChooseProducts } from './choose-products.tsx';
import { fileTypes, type ImportFormProps } from './import-form.ts';
import { ImportReport } from './import-report.tsx';
import { useMembersImport } from './use-members-import.ts';

/** Imports people from a spreadsheet: first a preview, then the import. */
export function MembersForm({ brought, onMisplaced, onStarted }: ImportFormProps) {
  const { t } = useTranslation();
  const people = useMembersImport({ brought, onStarted });
  const { file, preview, previewUpload, upload, failed } = people;
  const chosenFile =
    file && preview ? { kind: 'chosen' as const, name: file.name, bytes: file.size } : null;
  const busy = upload.progress !== null;

  return (
    <form
      className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && people.canImport) upload.start(file);
      }}
    >
      <UploadBox
        label={t('Planilha de pessoas')}
        accept={fileTypes.members}
        maxBytes={limits.csv}
        limits={t('.csv ou .xlsx, até {{size}} MB', { size: limits.csv / 1_048_576 })}
        ratio={3}
        state={busy ? upload.state : (chosenFile ?? previewUpload.state)}
        onFile={people.chooseFile}
        onMisplaced={onMisplaced}
        onCancel={() => (busy ? upload.cancel() : people.chooseFile(null))}
        onRetry={previewUpload.retry}
        onRemove={() => people.chooseFile(null)}
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
          <ChooseColumns preview={preview} onChange={people.chooseColumns} />
          <Counts preview={preview} busy={previewUpload.progress !== null} />
          <ChooseProducts
            products={preview.products}
            chosen={people.products}
            onChange={people.chooseProducts}
          />
          <ChooseInvitation
            people={preview.counts.created}
            value={people.invitation}
            onChange={people.setInvitation}
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
              disabled={!people.canImport || previewUpload.progress !== null}
              busy={busy}
              busyLabel={t('Enviando')}
            >
              {t('Importar pessoas|Importar {{count}} pessoa|Importar {{count}} pessoas', {
                count: people.importCount,
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
    [created, t('nova|novas', { count: created })],
    [changed, t('com produtos novos')],
    [unchanged, t('sem mudança')],
    [refused, t('recusada|recusadas', { count: refused })],
  ] as const;
  return (
    <dl
      aria-busy={busy}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line transition-opacity aria-busy:opacity-60 sm:grid-cols-4"
    >
      {parts.map(([count, words]) => (
        <div key={words} className="flex flex-col-reverse bg-surface-1 px-4 py-3">
          <dt className="text-13 text-text-2">{words}</dt>
          <dd className="text-22 font-semibold text-text tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
