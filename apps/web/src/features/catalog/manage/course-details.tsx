import { CoursePatch, type Course } from '@vitrine/contract/catalog';
import { useState } from 'react';
import { useDraft } from '../../../kit/forms/draft.ts';
import { ProductPicker } from '../../../kit/forms/product-picker.tsx';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { coverPixels } from '../../../kit/images/image-limits.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useChangeCourse } from './courses.queries.ts';
import { DetailsForm, RichTextField } from './details-form.tsx';

/** The form of the course's texts, products and state. */
export function CourseDetails({ course }: { course: Course }) {
  const { t } = useTranslation();
  const change = useChangeCourse();
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const draft = useDraft({
    name: `course.${course.id}`,
    saved: formOf(course),
    schema: CoursePatch,
    failure: 'Não foi possível salvar o curso',
    asSaved: formOf,
    save: (_, { changes, version = course.version }) =>
      change.mutateAsync({ params: { id: course.id }, body: { ...changes, version } }),
  });
  const { form, set, values } = draft;

  return (
    <DetailsForm
      draft={draft}
      uploadProgress={uploadProgress}
      aside={
        <ImageField
          label={t('Capa')}
          use="image"
          crop={coverPixels}
          value={values.cover}
          error={draft.errorOf('cover')}
          onChange={(path) => set('cover', path)}
          onUploadProgress={setUploadProgress}
        />
      }
    >
      <TextField
        label={t('Título')}
        required
        error={draft.errorOf('title')}
        {...form.register('title')}
      />
      <RichTextField
        label={t('Descrição')}
        value={values.description}
        error={draft.errorOf('description')}
        onChange={(html) => set('description', html)}
      />
      <ProductPicker
        id={COURSE_PRODUCTS}
        value={values.product_ids}
        hint={t('Quem tem um destes produtos vê o curso. Sem produtos, só a equipe o vê.')}
        error={draft.errorOf('product_ids')}
        onChange={(ids) => set('product_ids', ids)}
      />
    </DetailsForm>
  );
}

/** The field that the builder's notice leads to. */
export const COURSE_PRODUCTS = 'course-products';

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 */
const formOf = (course: Course) => ({
  title: course.title,
  description: course.description,
  cover: course.cover,
  product_ids: course.product_ids ?? [],
});
