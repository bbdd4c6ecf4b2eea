import { limits } from '@vitrine/contract/communities';
import { type Font, fontNames } from '@vitrine/contract/site';
import type { ReactNode } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import type { Draft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { Select } from '../../ui/select.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { BackgroundChoice, COVER_SHADOW, COVER_TEXT, CoverSample } from './legacy-cover.tsx';
import type { LegacyForm } from './legacy-draft.ts';

interface LegacyFieldsProps {
  draft: Draft<LegacyForm>;
  products: ReactNode;
}

/** The legacy form (A section 2). */
export function LegacyFields({ draft, products }: LegacyFieldsProps) {
  const { t } = useTranslation();
  const { values, set } = draft;
  return (
    <>
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <section className="grid grid-cols-1 gap-4">
          <DraftField draft={draft} name="title">
            {(field) => <CounterField label={t('Título')} required max={limits.title} {...field} />}
          </DraftField>
          <DraftField draft={draft} name="description">
            {(field) => (
              <CounterField
                label={t('Descrição')}
                multiline
                rows={3}
                max={limits.description}
                {...field}
              />
            )}
          </DraftField>
          {products}
        </section>
        <PanelSection title={t('Imagem de fundo')}>
          <BackgroundChoice
            value={values.background_color}
            onChange={(image) => set('background_color', image)}
          />
        </PanelSection>
        <CoverTexts draft={draft} />
        <SaleFields draft={draft} />
        <section className="grid grid-cols-1 gap-4">
          <SwitchField
            label={t('Ranking')}
            hint={t('Mostra ao lado da conversa quem tem mais pontos.')}
            checked={values.show_ranking}
            onCheckedChange={(on) => set('show_ranking', on)}
          />
          <SwitchField
            label={t('Continuar assistindo')}
            hint={t('Mostra ao lado da conversa onde cada aluno parou.')}
            checked={values.show_continue_watching}
            onCheckedChange={(on) => set('show_continue_watching', on)}
          />
        </section>
      </form>
    </>
  );
}

/** Colours and font of the texts on the cover. */
function CoverTexts({ draft: { values, set } }: Pick<LegacyFieldsProps, 'draft'>) {
  const { t } = useTranslation();
  return (
    <PanelSection
      title={t('Textos')}
      hint={t('As cores valem sobre a capa; a fonte, na comunidade inteira.')}
    >
      <div className="grid grid-cols-1 gap-4">
        <CoverSample values={values} />
        <ColorField
          label={t('Cor principal do texto')}
          value={values.primary_text_color || COVER_TEXT}
          onChange={(color) => set('primary_text_color', color)}
        />
        <ColorField
          label={t('Cor secundária do texto')}
          value={values.secondary_text_color || values.primary_text_color || COVER_TEXT}
          onChange={(color) => set('secondary_text_color', color)}
        />
        <ColorField
          label={t('Cor da sombra')}
          value={values.shadow_color || COVER_SHADOW}
          onChange={(color) => set('shadow_color', color)}
        />
        <Select
          label={t('Fonte')}
          value={values.font_family}
          options={[
            { value: '', label: t('A da escola') },
            ...fontNames.map((font) => ({ value: font, label: font })),
          ]}
          onValueChange={(font) => set('font_family', font as Font | '')}
        />
      </div>
    </PanelSection>
  );
}

/** The sales text for viewers without access, and its link. */
function SaleFields({ draft }: Pick<LegacyFieldsProps, 'draft'>) {
  const { t } = useTranslation();
  return (
    <PanelSection title={t('Venda')}>
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label={t('Texto do botão')}
          hint={t('Quem não tem acesso lê este texto acima do botão que abre o link.')}
          error={draft.errorOf('button_sales_text')}
          {...draft.form.register('button_sales_text')}
        />
        <DraftField draft={draft} name="sales_url">
          {(field) => (
            <LinkField
              label={t('Link de venda')}
              withoutScheme
              placeholder={t('loja.exemplo.com')}
              {...field}
            />
          )}
        </DraftField>
      </div>
    </PanelSection>
  );
}
