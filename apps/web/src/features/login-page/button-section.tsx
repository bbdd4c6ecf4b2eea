import { buttonLacks } from '@vitrine/contract/login-page';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import type { Draft } from '../../kit/forms/draft.ts';
import { LinkField } from '../../kit/links/link-field.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { LoginForm, SectionProps } from './login-form.ts';

type Field = 'title_cta_login' | 'link_cta_login';

interface ButtonSectionProps extends SectionProps {
  draft: Pick<Draft<LoginForm>, 'form' | 'errorOf' | 'resetInvalid'>;
}

/** The school's own button under the form. A missing value shows beside its field. */
export function ButtonSection({ values, set, draft }: ButtonSectionProps) {
  const { t } = useTranslation();
  const { form } = draft;
  const lacks: Partial<Record<Field, string[]>> = buttonLacks(values);
  /**
   * One blank field shows its error at once. Two blank fields show it after a visit or a submit.
   */
  const texts = (field: Field, other: Field) => {
    const been = form.getFieldState(field, form.formState).isTouched || form.formState.isSubmitted;
    const [error, errorHelp] = (been || !lacks[other]) && lacks[field] ? lacks[field] : [];
    return {
      error: error ? t(error) : draft.errorOf(field),
      errorHelp: errorHelp && t(errorHelp),
    };
  };
  return (
    <section aria-label={t('Botão personalizado')}>
      <SwitchField
        label={t('Botão personalizado')}
        hint={t('Leva quem ainda não é aluno à sua página de vendas.')}
        checked={values.cta_login}
        onCheckedChange={(cta_login) => {
          set('cta_login', cta_login);
          if (!cta_login) draft.resetInvalid({ title_cta_login: '', link_cta_login: '' });
        }}
      />
      {/* A section 4: the fields can be used only while the switch is on. */}
      <fieldset
        disabled={!values.cta_login}
        className="mt-4 grid min-w-0 gap-4 border-l-2 border-line-2 pl-4"
      >
        <TextField
          label={t('Título do botão')}
          required
          placeholder={t('Conheça os cursos')}
          {...texts('title_cta_login', 'link_cta_login')}
          {...form.register('title_cta_login')}
        />
        <DraftField draft={draft} name="link_cta_login">
          {(field) => (
            <LinkField
              label={t('URL do botão')}
              required
              placeholder={t('exemplo.com/cursos')}
              {...field}
              {...texts('link_cta_login', 'title_cta_login')}
            />
          )}
        </DraftField>
      </fieldset>
    </section>
  );
}
