import { limits, type Channel } from '@vitrine/contract/communities';
import type { ReactNode } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { CropField } from '../../kit/images/crop-field.tsx';
import { imageLimits } from '../../kit/images/image-limits.ts';
import { LinkField } from '../../kit/links/link-field.tsx';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import type { ConfigDraft } from './config-draft.ts';
import { CoverColor } from './cover-color.tsx';

interface ConfigFieldsProps {
  draft: ConfigDraft;
  onUploadProgress: ReportProgress;
  /** Undefined for a new community. */
  channels?: readonly Pick<Channel, 'restricted'>[] | undefined;
}

/** The new form (A section 2): Configurações and Aparência. */
export function ConfigFields({ draft, onUploadProgress, channels = [] }: ConfigFieldsProps) {
  const { t } = useTranslation();
  const { form, values, set, errorOf } = draft;
  const restricted = channels.filter((channel) => channel.restricted).length;
  const closed = values.is_private ? channels.length : restricted;
  /** Students meet locked channels of a community that they may enter. */
  const hasLocked = !values.is_private && restricted > 0 && !values.hide_channels_groups;
  const dropInvalidOffer = () => draft.resetInvalid({ upsell_text: '', upsell_link: '' });
  return (
    <>
      <RestoreDraft draft={draft} />
      <form
        {...draft.formProps}
        className="divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0 *:open:pb-6"
      >
        <Accordion label={t('Configurações')} open>
          <div className="grid grid-cols-1 gap-5">
            <DraftField draft={draft} name="title">
              {(field) => (
                <CounterField
                  label={t('Nome da comunidade')}
                  required
                  max={limits.title}
                  {...field}
                />
              )}
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
            <SwitchField
              label={t('Comunidade privada')}
              hint={t('Só entra quem tem um dos produtos abaixo.')}
              checked={values.is_private}
              onCheckedChange={(on) => {
                set('is_private', on);
                if (on) return;
                dropInvalidOffer();
                form.clearErrors('product_ids');
              }}
            />
            {values.is_private && <PrivateFields draft={draft} />}
            <SwitchField
              label={t('Tornar invisível os canais sem acesso')}
              hint={closedChannelsHint(t, values.hide_channels_groups, closed)}
              checked={values.hide_channels_groups}
              onCheckedChange={(on) => {
                set('hide_channels_groups', on);
                if (on && !values.is_private) dropInvalidOffer();
              }}
            />
            {hasLocked && (
              <SwitchedFields>
                <OfferFields draft={draft} />
              </SwitchedFields>
            )}
            <SwitchField
              label={t('Ranking')}
              hint={t('Mostra ao lado da conversa quem tem mais pontos.')}
              checked={values.has_ranking}
              onCheckedChange={(on) => set('has_ranking', on)}
            />
            <SwitchField
              label={t('Continuar assistindo')}
              hint={t('Mostra ao lado da conversa onde cada aluno parou.')}
              checked={values.has_continue_watching}
              onCheckedChange={(on) => set('has_continue_watching', on)}
            />
          </div>
        </Accordion>
        <Accordion label={t('Aparência')} open>
          <div className="grid grid-cols-1 gap-5">
            <CropField
              label={t('Imagem de capa')}
              limits={imageLimits(t, 'community_cover')}
              cropTitle={t('Recortar a capa')}
              use="community_cover"
              value={values.cover_path}
              error={errorOf('cover_path')}
              onChange={(path) => set('cover_path', path)}
              onUploadProgress={onUploadProgress}
            />
            <CoverColor
              value={values.background_color}
              onChange={(color) => set('background_color', color)}
              error={errorOf('background_color')}
              title={values.cover_path ? null : values.title}
            />
          </div>
        </Accordion>
      </form>
    </>
  );
}

/** The fields that appear with the switch, and leave with it. */
function PrivateFields({ draft }: Pick<ConfigFieldsProps, 'draft'>) {
  const { t } = useTranslation();
  const { set, values, errorOf } = draft;
  return (
    <SwitchedFields>
      <ProductPicker
        label={t('Produtos com acesso')}
        required
        value={values.product_ids}
        error={errorOf('product_ids')}
        onChange={(ids) => set('product_ids', ids)}
      />
      <OfferFields draft={draft} required />
    </SwitchedFields>
  );
}

/** The fields that belong to the switch above them. */
const SwitchedFields = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-4 border-l-2 border-accent pl-4">{children}</div>
);

/** The way in for people who have no access. A private community needs it. */
function OfferFields({
  draft,
  required = false,
}: Pick<ConfigFieldsProps, 'draft'> & { required?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <DraftField draft={draft} name="upsell_text">
        {(field) => (
          <CounterField
            label={t('Texto de upsell')}
            hint={required ? undefined : t('Quem encontra um canal com cadeado lê isto.')}
            required={required}
            max={limits.upsellText}
            {...field}
          />
        )}
      </DraftField>
      <DraftField draft={draft} name="upsell_link">
        {(field) => (
          <LinkField
            label={t('Link de upsell')}
            required={required}
            placeholder={t('loja.exemplo.com')}
            {...field}
          />
        )}
      </DraftField>
    </>
  );
}

function closedChannelsHint(t: TFunction, areHidden: boolean, count: number) {
  if (areHidden) return t('Alunos sem acesso verão só os canais que podem abrir.');
  if (!count) return t('Alunos sem acesso verão os canais com cadeado.');
  return t(
    'Alunos sem acesso verão {{count}} canal com cadeado.|Alunos sem acesso verão {{count}} canais com cadeado.',
    { count },
  );
}
