import {
  contentFlags,
  LegacyInput,
  limits,
  messages,
  type ContentFlag,
  type LegacyCommunity,
} from '@vitrine/contract/communities';
import { backgrounds } from '@vitrine/contract/community-backgrounds';
import { fonts, type Font } from '@vitrine/contract/site';
import { contrast } from '@vitrine/contract/theme';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../ui/translation.ts';
import { useDraft } from '../../kit/forms/draft.ts';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import {
  useAddLegacy,
  useAddPlans,
  useCommunityDetails,
  useRemovePlans,
  useSaveFlag,
  useSaveLegacy,
} from './communities.queries.ts';
import './legacy-form.css';
import { useCloseAfterSave } from './use-close-after-save.ts';

/** What an empty colour shows as (community-cover.css). */
const COVER_TEXT = '#ffffff';
const COVER_SHADOW = '#000000';
const LEAST_CONTRAST = 4.5;

interface LegacyForm {
  title: string;
  description: string;
  background_color: string;
  primary_text_color: string;
  secondary_text_color: string;
  shadow_color: string;
  font_family: Font | '';
  button_sales_text: string;
  sales_url: string;
  show_ranking: boolean;
  show_continue_watching: boolean;
  permissions_array: number[];
}

/** The products of an existing one are saved at once: those of a draft from before are no choice. */
const savedAtOnce = ['permissions_array'] as const;

const newLegacy: LegacyForm = {
  title: '',
  description: '',
  background_color: '',
  primary_text_color: '',
  secondary_text_color: '',
  shadow_color: '',
  font_family: '',
  button_sales_text: '',
  sales_url: '',
  show_ranking: true,
  show_continue_watching: true,
  permissions_array: [],
};

const formOf = (it: LegacyCommunity): LegacyForm => ({
  title: it.title,
  description: it.description,
  background_color: it.background_color,
  primary_text_color: it.primary_text_color,
  secondary_text_color: it.secondary_text_color,
  shadow_color: it.shadow_color,
  font_family: it.font_family as Font | '',
  button_sales_text: it.button_sales_text,
  sales_url: it.sales_url,
  show_ranking: Boolean(it.show_ranking),
  show_continue_watching: Boolean(it.show_continue_watching),
  permissions_array: it.plans_with_access.map(({ plan_id }) => plan_id),
});

export function NewLegacyCommunity() {
  const { t } = useTranslation();
  const add = useAddLegacy();
  const { close } = useCloseAfterSave();
  const draft = useDraft<LegacyForm>({
    name: 'community.legacy-new',
    saved: newLegacy,
    schema: LegacyInput,
    asSaved: formOf,
    failure: messages.createFailed,
    async save(values) {
      const answer = await add.mutateAsync({ body: values });
      close();
      return answer;
    },
  });
  return (
    <DrawerPanel title={t('Nova comunidade')} footer={<DraftBar draft={draft} />}>
      <LegacyFields
        draft={draft}
        products={
          <ProductPicker
            label={t('Produtos com acesso')}
            required
            value={draft.values.permissions_array}
            error={draft.errorOf('permissions_array')}
            onChange={(ids) => {
              draft.form.setValue('permissions_array', ids);
              draft.form.clearErrors('permissions_array');
            }}
          />
        }
      />
    </DrawerPanel>
  );
}

export function EditLegacyCommunity({ id }: { id: number }) {
  const { t } = useTranslation();
  const details = useCommunityDetails(id);
  if (details.data) return <EditLegacy key={id} community={details.data.data} />;
  return (
    <DrawerPanel title={t('Editar comunidade')}>
      {details.isError ? (
        <QueryError query={details} title={t('A comunidade não carregou')} />
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </DrawerPanel>
  );
}

function EditLegacy({ community }: { community: LegacyCommunity }) {
  const { t } = useTranslation();
  const { id } = community;
  const save = useSaveLegacy();
  const draft = useDraft<LegacyForm>({
    name: `community.legacy-${id}`,
    saved: formOf(community),
    schema: LegacyInput,
    asSaved: formOf,
    secrets: savedAtOnce,
    failure: messages.updateFailed,
    save: (values, { version = community.version }) =>
      save.mutateAsync({ body: { ...values, id, version } }),
  });
  return (
    <DrawerPanel title={t('Editar comunidade')} footer={<DraftBar draft={draft} />}>
      <LegacyFields draft={draft} products={<SavedProducts community={community} />} />
      <div className="mt-6 border-t border-line pt-6">
        <PanelSection
          title={t('O que os alunos publicam')}
          hint={t('Cada mudança vale na hora. A equipe publica tudo.')}
        >
          <div className="grid gap-4">
            {contentFlags.map((flag) => (
              <FlagSwitch key={flag} flag={flag} community={community} />
            ))}
          </div>
        </PanelSection>
      </div>
    </DrawerPanel>
  );
}

/** Added and removed at once; a removed one can be put back for a moment (behaviour 20). */
function SavedProducts({ community }: { community: LegacyCommunity }) {
  const { t } = useTranslation();
  const add = useAddPlans();
  const remove = useRemovePlans();
  const saved = community.plans_with_access.map(({ plan_id }) => plan_id);
  const send = (mutation: typeof add, ids: number[]) =>
    mutation.mutateAsync({ body: { community_id: community.id, permissions_array: ids } }).then(
      () => true,
      (error: Error) => {
        toast.error(error.message);
        return false;
      },
    );
  return (
    <ProductPicker
      label={t('Produtos com acesso')}
      required
      value={saved}
      onChange={(ids) => {
        const added = ids.filter((id) => !saved.includes(id));
        const removed = saved.filter((id) => !ids.includes(id));
        if (added.length) void send(add, added);
        if (removed.length && ids.length)
          void send(remove, removed).then((done) => {
            if (done) toast.undo(t('Produto retirado'), () => void send(add, removed));
          });
        else if (removed.length) toast.error(t(messages.noProduct));
      }}
    />
  );
}

const flagNames: Record<ContentFlag, string> = {
  publications: 'Publicações',
  comments: 'Comentários',
  likes: 'Curtidas',
  text: 'Textos',
  files: 'Arquivos',
  videos: 'Vídeos',
  images: 'Imagens',
  carousels: 'Carrosséis de imagens',
};

function FlagSwitch({ flag, community }: { flag: ContentFlag; community: LegacyCommunity }) {
  const { t } = useTranslation();
  const save = useSaveFlag(flag);
  return (
    <SwitchSetting
      label={t(flagNames[flag])}
      value={Boolean(community[flag])}
      save={(on) => save.mutateAsync({ body: { id: community.id, [flag]: on } })}
      failure={messages.actionFailed}
    />
  );
}

interface LegacyFieldsProps {
  draft: ReturnType<typeof useDraft<LegacyForm>>;
  products: React.ReactNode;
}

/** The legacy form (A 2). */
function LegacyFields({ draft, products }: LegacyFieldsProps) {
  const { t } = useTranslation();
  const { form, values, errorOf } = draft;
  const set = <Name extends keyof LegacyForm>(name: Name, value: LegacyForm[Name]) =>
    form.setValue(name, value as never, { shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <section className="grid gap-4">
          <Controller
            name="title"
            control={form.control}
            render={({ field }) => (
              <CounterField
                label={t('Título')}
                required
                max={limits.title}
                error={errorOf('title')}
                {...field}
              />
            )}
          />
          <Controller
            name="description"
            control={form.control}
            render={({ field }) => (
              <CounterField
                label={t('Descrição')}
                multiline
                rows={3}
                max={limits.description}
                error={errorOf('description')}
                {...field}
              />
            )}
          />
          {products}
        </section>
        <PanelSection title={t('Imagem de fundo')}>
          <BackgroundChoice
            value={values.background_color}
            onChange={(image) => set('background_color', image)}
          />
        </PanelSection>
        <PanelSection
          title={t('Textos')}
          hint={t('As cores valem sobre a capa; a fonte, na comunidade inteira.')}
        >
          <div className="grid gap-4">
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
                ...Object.keys(fonts).map((font) => ({ value: font, label: font })),
              ]}
              onValueChange={(font) => set('font_family', font as Font | '')}
            />
          </div>
        </PanelSection>
        <PanelSection title={t('Venda')}>
          <div className="grid gap-4">
            <TextField
              label={t('Texto do botão')}
              hint={t('Quem não tem acesso lê este texto acima do botão que abre o link.')}
              maxLength={limits.buttonText}
              error={errorOf('button_sales_text')}
              {...form.register('button_sales_text')}
            />
            <Controller
              name="sales_url"
              control={form.control}
              render={({ field }) => (
                <LinkField
                  label={t('Link de venda')}
                  withoutScheme
                  placeholder="loja.exemplo.com"
                  error={errorOf('sales_url')}
                  {...field}
                />
              )}
            />
          </div>
        </PanelSection>
        <section className="grid gap-4">
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

/** The title and the words of the cover as students will see them, and whether they can be read. */
function CoverSample({ values }: { values: LegacyForm }) {
  const { t } = useTranslation();
  const shadow = values.shadow_color || COVER_SHADOW;
  const primary = values.primary_text_color || COVER_TEXT;
  const secondary = values.secondary_text_color || primary;
  const hard = [primary, secondary].some((color) => contrast(color, shadow) < LEAST_CONTRAST);
  return (
    <>
      <div
        aria-hidden="true"
        className="legacy-sample"
        style={{
          backgroundImage: values.background_color
            ? `linear-gradient(to top, color-mix(in srgb, ${shadow} 72%, transparent), color-mix(in srgb, ${shadow} 32%, transparent)), url('${values.background_color}')`
            : undefined,
          backgroundColor: shadow,
          ...(values.font_family && { fontFamily: `'${values.font_family}', var(--font)` }),
        }}
      >
        <p className="truncate text-18 font-semibold" style={{ color: primary }}>
          {values.title || t('Título')}
        </p>
        <p className="truncate text-14" style={{ color: secondary }}>
          {values.description || t('Descrição')}
        </p>
      </div>
      {hard && <InlineWarning>{t('O texto fica difícil de ler sobre a sombra.')}</InlineWarning>}
    </>
  );
}

/** Seventeen pictures, or none: one radio group. */
function BackgroundChoice({
  value,
  onChange,
}: {
  value: string;
  onChange: (image: string) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="legacy-backgrounds">
      <legend className="sr-only">{t('Imagem de fundo')}</legend>
      <label className="legacy-background is-none">
        <input
          type="radio"
          name={name}
          checked={value === ''}
          onChange={() => onChange('')}
          className="sr-only"
        />
        {t('Nenhuma')}
      </label>
      {backgrounds.map(({ image, name: title }) => (
        <label
          key={image}
          className="legacy-background"
          style={{ backgroundImage: `url('${image}')` }}
        >
          <input
            type="radio"
            name={name}
            checked={value === image}
            onChange={() => onChange(image)}
            aria-label={title}
            className="sr-only"
          />
        </label>
      ))}
    </fieldset>
  );
}
