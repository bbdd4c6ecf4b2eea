import { imports, limits, type ImportKind } from '@vitrine/contract/imports';
import { useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { sendForm } from '../../kit/uploads/file-upload.ts';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { useUpload } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { UploadBox } from '../../ui/upload-box.tsx';

const kinds = {
  course: {
    label: 'Arquivo do curso',
    accept: '.imscc,.zip,application/zip',
    maxBytes: limits.cartridge,
    limits: '.imscc ou .zip, até {{size}} MB',
    submit: 'Importar curso',
  },
  members: {
    label: 'Planilha de pessoas',
    accept: '.csv,text/csv',
    maxBytes: limits.csv,
    limits: '.csv, até {{size}} MB',
    submit: 'Importar pessoas',
  },
} as const satisfies Record<ImportKind, object>;

interface ImportFormProps {
  kind: ImportKind;
  onStarted: (id: number) => void;
}

/** The file, and who gets the course that is in it; nothing goes out before one says so. */
export function ImportForm({ kind, onStarted }: ImportFormProps) {
  const { t } = useTranslation();
  const { label, accept, maxBytes, limits: limit, submit } = kinds[kind];
  const [file, setFile] = useState<File | null>(null);
  const [productIds, setProductIds] = useState<number[]>([]);
  const upload = useUpload({
    send: (chosen, options) =>
      kind === 'course'
        ? sendForm(imports.course, { file: chosen, product_ids: productIds }, options)
        : sendForm(imports.members, { file: chosen }, options),
    onDone: ({ data }) => onStarted(data.id),
  });
  const waiting = file && upload.state.kind === 'empty';

  return (
    <form
      className="grid max-w-160 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) upload.start(file);
      }}
    >
      <UploadBox
        label={t(label)}
        accept={accept}
        maxBytes={maxBytes}
        limits={t(limit, { size: maxBytes / 1_048_576 })}
        ratio={3}
        state={waiting ? { kind: 'chosen', name: file.name, bytes: file.size } : upload.state}
        onFile={(chosen) => {
          upload.cancel();
          setFile(chosen);
        }}
        onCancel={upload.cancel}
        onRetry={upload.retry}
        onRemove={() => {
          upload.cancel();
          setFile(null);
        }}
      />
      {kind === 'course' ? (
        <ProductPicker
          label={t('Produtos que abrem o curso')}
          hint={t('Pode ficar para depois: sem produtos, só a equipe vê o curso.')}
          value={productIds}
          onChange={setProductIds}
        />
      ) : (
        <p className="text-14 text-text-2">
          {t(
            'Uma pessoa por linha, nas colunas name, email e products: os nomes dos produtos, separados por ponto e vírgula. Quem já está na escola só recebe os produtos novos.',
          )}
        </p>
      )}
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={!file}
          busy={upload.part !== null}
          busyLabel={t('Enviando')}
        >
          {t(submit)}
        </Button>
      </div>
    </form>
  );
}
