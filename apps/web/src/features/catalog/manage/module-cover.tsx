import { catalog, ModulePatch, type Module } from '@vitrine/contract/catalog';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useDraft } from '../../../kit/forms/draft.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { coverPixels } from '../../../kit/images/image-limits.ts';
import { call } from '../../../platform/api.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useChangeModule } from './courses.queries.ts';

interface ModuleCoverProps {
  module: Module;
  onClose: () => void;
}

const coverOnly = z.pick(ModulePatch, { cover: true });

/** Sets the module's cover, for its cards and its page. */
export function ModuleCover({ module, onClose }: ModuleCoverProps) {
  const { t } = useTranslation();
  const change = useChangeModule();
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const draft = useDraft<{ cover: string | null }>({
    name: `module.${module.id}.cover`,
    saved: { cover: module.cover },
    async reread() {
      const { data } = await call(catalog.showCourse, { params: { id: module.course_id } });
      const now = data.modules.find(({ id }) => id === module.id);
      return now && { cover: now.cover };
    },
    schema: coverOnly,
    failure: 'Não foi possível salvar a capa',
    save: ({ cover }) => change.mutateAsync({ params: { id: module.id }, body: { cover } }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Capa de {{name}}', { name: module.title })}
      description={t('Aparece nos cards do módulo e no alto da página dele.')}
      draft={draft}
      uploadProgress={uploadProgress}
    >
      <ImageField
        label={t('Capa')}
        use="image"
        crop={coverPixels}
        value={draft.values.cover}
        error={draft.errorOf('cover')}
        onChange={(cover) => draft.set('cover', cover)}
        onUploadProgress={setUploadProgress}
      />
    </FormDialog>
  );
}
