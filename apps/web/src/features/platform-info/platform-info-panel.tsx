import { characterCount } from '@vitrine/contract/core';
import { limits, messages, PlatformInfoInput } from '@vitrine/contract/platform-info';
import type { SiteSettings } from '@vitrine/contract/site';
import * as z from 'zod/mini';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { SettingsPreview } from '../../kit/forms/settings-preview.ts';
import { useBoot } from '../../platform/site-context.ts';
import { CounterField } from '../../ui/counter-field.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { SearchResult, ShareCard } from './info-previews.tsx';
import { useSaveInfo } from './platform-info.queries.ts';

type InfoForm = Pick<SiteSettings, 'name' | 'description'>;
const formOf = ({ name, description }: InfoForm): InfoForm => ({ name, description });
const InfoInput = z.pick(PlatformInfoInput, { name: true, description: true });

/**
 * The panel Informações & SEO (A section 2): the school's name and description, for every place.
 */
export default function PlatformInfoPanel() {
  const { t } = useTranslation();
  const boot = useBoot();
  const settingsVersion = useSettingsVersion();
  const saving = useSaveInfo();
  const draft = useDraft<InfoForm>({
    name: 'platform-info',
    saved: formOf(boot.site.settings),
    schema: InfoInput,
    asSaved: formOf,
    failure: messages.failed,
    save: ({ name, description }, { version = settingsVersion() }) =>
      saving.mutateAsync({ body: { name, description, version } }),
  });
  const { values, dirty } = draft;
  const nameOver = characterCount(values.name.trim()) > limits.name;
  const descriptionOver = characterCount(values.description.trim()) > limits.description;

  return (
    <DrawerPanel
      title={t('Informações & SEO')}
      description={t('Como sua escola se chama no site, nas buscas e nos links compartilhados.')}
      footer={<DraftBar draft={draft} invalid={nameOver || descriptionOver} />}
    >
      <SettingsPreview values={values} dirty={dirty} />
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <section className="grid grid-cols-1 gap-4">
          <DraftField draft={draft} name="name">
            {(field) => (
              <CounterField
                label={t('Nome da plataforma')}
                required
                max={limits.name}
                {...field}
                error={nameOver ? t(messages.nameTooLong) : field.error}
              />
            )}
          </DraftField>
          <DraftField draft={draft} name="description">
            {(field) => (
              <CounterField
                label={t('Descrição')}
                multiline
                rows={4}
                max={limits.description}
                hint={t('Uma frase que faça clicar: o que se aprende, com quem, para quem.')}
                {...field}
                error={descriptionOver ? t(messages.descriptionTooLong) : field.error}
              />
            )}
          </DraftField>
        </section>
        <PanelSection title={t('Na busca')}>
          <SearchResult {...values} />
        </PanelSection>
        <PanelSection title={t('Ao compartilhar um link')}>
          <ShareCard {...values} />
        </PanelSection>
      </form>
    </DrawerPanel>
  );
}
