import { CoursePatch, type Course } from '@vitrine/contract/catalog';
import { courseHref } from '@vitrine/contract/urls';
import { viewAsStudent, writeHeld } from '@vitrine/contract/view-as-student';
import { Eye } from 'lucide-react';
import * as z from 'zod/mini';
import { DraftField } from '../../../kit/forms/draft-field.tsx';
import { useDraft, type Draft } from '../../../kit/forms/draft.ts';
import { LinkField } from '../../../kit/links/link-field.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useChangeCourse } from './courses.queries.ts';
import { DetailsForm } from './details-form.tsx';

interface OfferDraft {
  upsell_text: string;
  upsell_link: string | null;
  offer: {
    price_text: string;
    button_text: string;
    button_url: string | null;
    learn: string[];
    includes: string[];
  };
}

const offerOnly = z.pick(CoursePatch, { upsell_text: true, upsell_link: true, offer: true });

/** The form of the course's offer, for viewers who do not hold it. */
export function CourseOffer({ course }: { course: Course }) {
  const { t } = useTranslation();
  const change = useChangeCourse();
  const draft = useDraft<OfferDraft>({
    name: `course.${course.id}.offer`,
    saved: formOf(course),
    schema: offerOnly,
    failure: 'Não foi possível salvar o curso',
    asSaved: formOf,
    save: (_, { changes, version = course.version }) =>
      change.mutateAsync({ params: { id: course.id }, body: { ...changes, version } }),
  });
  const { form, set, values } = draft;
  const points = (field: 'learn' | 'includes') => ({
    rows: 4,
    value: values.offer[field].join('\n'),
    error: draft.errorOf(`offer.${field}`),
    onChange: ({ target }: { target: { value: string } }) =>
      set(`offer.${field}`, target.value ? target.value.split('\n') : []),
  });

  return (
    <DetailsForm draft={draft} uploadProgress={null} aside={<OfferPageLink courseId={course.id} />}>
      <TextArea
        label={t('O que você vai aprender')}
        hint={t('Um item por linha.')}
        {...points('learn')}
      />
      <TextArea label={t('Vem junto')} hint={t('Um item por linha.')} {...points('includes')} />
      <TextField
        label={t('Texto de venda')}
        hint={t('Uma frase sobre o acesso, ao lado do cadeado.')}
        error={draft.errorOf('upsell_text')}
        {...form.register('upsell_text')}
      />
      <TextArea
        label={t('Preço')}
        hint={t('A primeira linha aparece grande, a segunda menor.')}
        rows={2}
        error={draft.errorOf('offer.price_text')}
        {...form.register('offer.price_text')}
      />
      <TextField
        label={t('Texto do botão')}
        placeholder={t('Quero ter acesso')}
        error={draft.errorOf('offer.button_text')}
        {...form.register('offer.button_text')}
      />
      <SalesLinks draft={draft} />
    </DetailsForm>
  );
}

/** Explains the page that the offer is for, and opens it as a student without the course. */
function OfferPageLink({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-14 text-text-2">
        {t(
          'É a página do curso para quem ainda não o tem: a descrição, o que se aprende, as aulas, uma aula de amostra, o preço e o botão.',
        )}
      </p>
      <a
        href={`${courseHref(courseId)}?${viewAsStudent}=${writeHeld([])}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass()}
      >
        <Eye size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Ver como quem não tem o curso')}
      </a>
    </div>
  );
}

function SalesLinks({ draft }: { draft: Draft<OfferDraft> }) {
  const { t } = useTranslation();
  return (
    <>
      <DraftField draft={draft} name="upsell_link">
        {(field) => (
          <LinkField
            label={t('Link de venda')}
            hint={t('Para onde vai quem quer comprar. Sem link, a página não tem botão.')}
            placeholder={t('loja.exemplo.com')}
            {...field}
          />
        )}
      </DraftField>
      <DraftField draft={draft} name="offer.button_url">
        {(field) => (
          <LinkField
            label={t('Outro link para o botão desta página')}
            hint={t('Sem ele, vale o link de venda.')}
            placeholder={t('loja.exemplo.com')}
            {...field}
          />
        )}
      </DraftField>
    </>
  );
}

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 */
const formOf = ({ upsell_text, upsell_link, offer }: Course): OfferDraft => ({
  upsell_text: upsell_text ?? '',
  upsell_link,
  offer,
});
