import { messages } from '@vitrine/contract/footer';
import { FileText, Shield } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft, type Draft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { SettingsPreview } from '../../kit/forms/settings-preview.ts';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useBoot, useSite } from '../../platform/site-context.ts';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { SocialInput, socialOf, previewedSocial, type SocialForm } from './footer-form.ts';
import { useSaveFooter, useToggleFooter } from './footer.queries.ts';
import { socialLinks } from './social-links.ts';
import { TermsButton } from './terms-button.tsx';
import { TermsDialog } from './terms-dialog.tsx';

/**
 * The panel Footer (A section 2): a switch that saves at once, two texts in dialogs, three URLs.
 */
export default function FooterPanel() {
  const { t } = useTranslation();
  const boot = useBoot();
  const settingsVersion = useSettingsVersion();
  const { footer } = useSite();
  const place = useEditPlace();
  const toggle = useToggleFooter();
  const saving = useSaveFooter();
  const draft = useDraft<SocialForm>({
    name: 'footer',
    saved: socialOf(boot.site.footer),
    schema: SocialInput,
    asSaved: socialOf,
    failure: messages.failed,
    save: (_values, { changes, version = settingsVersion() }) =>
      saving.mutateAsync({ body: { ...changes, version } }),
  });
  const { values, dirty } = draft;
  const previewed = useMemo(() => previewedSocial(values), [values]);
  const visible = Boolean(footer.footer_visible);
  useInView(visible);
  const opened = place.path[1];

  return (
    <DrawerPanel
      title={t('Footer')}
      description={t('O rodapé das páginas dos alunos: seus termos e suas redes.')}
      footer={<DraftBar draft={draft} />}
    >
      <SettingsPreview values={previewed} dirty={dirty} />
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <section>
          <SwitchSetting
            label={t('Ativar footer?')}
            hint={t('Aparece no fim de todas as páginas.')}
            value={visible}
            save={(footer_visible) => toggle.mutateAsync({ body: { footer_visible } })}
            failure={messages.failed}
          />
        </section>
        <LegalTexts onOpen={place.enter} />
        <SocialFields draft={draft} />
      </form>
      {(opened === 'termos' || opened === 'privacidade') && (
        <TermsDialog
          key={opened}
          column={opened === 'termos' ? 'use_terms' : 'privacy_terms'}
          title={opened === 'termos' ? t('Termos de uso') : t('Politicas de privacidade')}
          onClose={place.up}
        />
      )}
    </DrawerPanel>
  );
}

/** The buttons of the two legal texts. Each opens its dialog. */
function LegalTexts({ onOpen }: { onOpen: (dialog: 'termos' | 'privacidade') => void }) {
  const { t } = useTranslation();
  const { footer } = useSite();
  return (
    <PanelSection title={t('Textos')}>
      <div className="grid grid-cols-1 gap-2">
        <TermsButton
          icon={FileText}
          label={t('Termos de uso')}
          written={Boolean(footer.use_terms)}
          onClick={() => onOpen('termos')}
        />
        <TermsButton
          icon={Shield}
          label={t('Politicas de privacidade')}
          written={Boolean(footer.privacy_terms)}
          onClick={() => onOpen('privacidade')}
        />
      </div>
    </PanelSection>
  );
}

function SocialFields({ draft }: { draft: Draft<SocialForm> }) {
  const { t } = useTranslation();
  return (
    <PanelSection title={t('Redes sociais')} hint={t('Em branco, o ícone não aparece no rodapé.')}>
      <div className="grid grid-cols-1 gap-4">
        {socialLinks.map(({ column, network, label, example, icon: Icon }) => (
          <DraftField key={column} draft={draft} name={column}>
            {(field) => (
              <LinkField
                label={label}
                network={network}
                placeholder={`@${t('suaescola')}`}
                prefix={<Icon />}
                errorHelp={t('Por exemplo {{example}}', {
                  example: example.replace('suaescola', t('suaescola')),
                })}
                {...field}
              />
            )}
          </DraftField>
        ))}
      </div>
    </PanelSection>
  );
}

/** Scrolls the page behind to the footer that is being edited. */
function useInView(visible: boolean) {
  useEffect(() => {
    if (visible)
      document.querySelector('[data-section="footer"]')?.scrollIntoView({ block: 'end' });
  }, [visible]);
}
