import { imports, limits } from '@vitrine/contract/imports';
import { useState } from 'react';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { useUpload } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { UploadBox } from '../../ui/upload-box.tsx';
import { fileTypes, type ImportFormProps } from './import-form.ts';
import { useSendImport } from './send-import.ts';

/** Chooses the file and the products of the course. The upload starts with the button. */
export function CourseForm({ brought, onMisplaced, onStarted }: ImportFormProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState(brought);
  const [productIds, setProductIds] = useState<number[]>([]);
  const send = useSendImport(imports.course);
  const upload = useUpload({
    send: (chosen, options) => send(chosen, { product_ids: productIds }, options),
    onDone: ({ data }) => onStarted(data.id),
  });
  const isReady = file && upload.state.kind === 'empty';

  return (
    <form
      className="grid max-w-160 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) upload.start(file);
      }}
    >
      <UploadBox
        label={t('Arquivo do curso')}
        accept={fileTypes.course}
        maxBytes={limits.cartridge}
        limits={t('.imscc ou .zip, até {{size}} MB', { size: limits.cartridge / 1_048_576 })}
        ratio={3}
        state={isReady ? { kind: 'chosen', name: file.name, bytes: file.size } : upload.state}
        onFile={(chosen) => {
          upload.cancel();
          setFile(chosen);
        }}
        onMisplaced={onMisplaced}
        onCancel={upload.cancel}
        onRetry={upload.retry}
        onRemove={() => {
          upload.cancel();
          setFile(null);
        }}
      />
      <ProductPicker
        label={t('Produtos que abrem o curso')}
        hint={t('Pode ficar para depois: sem produtos, só a equipe vê o curso.')}
        value={productIds}
        onChange={setProductIds}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={!file}
          busy={upload.progress !== null}
          busyLabel={t('Enviando')}
        >
          {t('Importar curso')}
        </Button>
      </div>
    </form>
  );
}
