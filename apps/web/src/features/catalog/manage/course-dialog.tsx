import { CourseInput } from '@vitrine/contract/catalog';
import { hrefOf } from '@vitrine/contract/pages';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { useDraft } from '../../../kit/forms/draft.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { ProductPicker } from '../../../kit/forms/product-picker.tsx';
import { useAddOnce } from '../../../kit/queries/add-once.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useAddCourse, useChangeCourse } from './courses.queries.ts';

interface CourseDialogProps {
  open: boolean;
  onClose: () => void;
}

interface NewCourse {
  title: string;
  product_ids: number[];
}

const newCourse = z.pick(CourseInput, { title: true, product_ids: true });

/** Adds a course by its name. Its page opens at once for the rest. */
export function CourseDialog({ open, onClose }: CourseDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddCourse();
  const change = useChangeCourse();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const addedId = useRef<number>(undefined);
  const draft = useDraft<NewCourse>({
    name: 'course.new',
    saved: { title: '', product_ids: [] },
    schema: newCourse,
    failure: 'Não foi possível criar o curso',
    async save(body) {
      const { data } = await addOnce({ body });
      addedId.current = data.id;
    },
  });

  return (
    <FormDialog
      open={open}
      onClose={() => {
        onClose();
        if (addedId.current) void navigate(hrefOf('manageCourse', { id: addedId.current }));
      }}
      title={t('Novo curso')}
      saveLabel={t('Criar curso')}
      draft={draft}
    >
      <TextField
        label={t('Título')}
        required
        error={draft.errorOf('title')}
        {...draft.form.register('title')}
      />
      <ProductPicker
        value={draft.values.product_ids}
        hint={t('Quem tem um destes produtos vê o curso. Pode ficar para depois.')}
        error={draft.errorOf('product_ids')}
        onChange={(ids) => draft.set('product_ids', ids)}
      />
    </FormDialog>
  );
}
