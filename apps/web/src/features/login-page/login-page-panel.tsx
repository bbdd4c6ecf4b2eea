import { defaultText, messages } from '@vitrine/contract/login-page';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { SettingsPreview } from '../../kit/forms/settings-preview.ts';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { UndoButtons } from '../../kit/forms/undo-buttons.tsx';
import { useCombinedProgress } from '../../kit/uploads/upload.ts';
import { useBoot, useSite } from '../../platform/site-context.ts';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { ButtonSection } from './button-section.tsx';
import { ImagesSection } from './images-section.tsx';
import { formOf, LoginFormInput, sentOf, type LoginForm } from './login-form.ts';
import { useSaveLoginPage, useSaveMagicLink } from './login-page.queries.ts';
import { LoginPreview } from './login-preview.tsx';
import { RedirectSection } from './redirect-section.tsx';
import { TemplateSection } from './template-section.tsx';

/** The panel Página de login, in the order of A 2. The real page behind it previews each change. */
export default function LoginPagePanel() {
  const { t } = useTranslation();
  const boot = useBoot();
  const settingsVersion = useSettingsVersion();
  const { login_page } = useSite();
  const saving = useSaveLoginPage();
  const magicLink = useSaveMagicLink();
  const { progress, onProgressOf } = useCombinedProgress();
  const draft = useDraft<LoginForm>({
    name: 'login-page',
    saved: formOf(boot.site.login_page),
    schema: LoginFormInput,
    asSaved: formOf,
    failure: messages.failed,
    save: (values, { changes, version = settingsVersion() }) =>
      saving.mutateAsync({ body: { ...sentOf(values, changes), version } }),
  });
  const { form, values, dirty } = draft;

  const section = { values, set: draft.set };

  return (
    <DrawerPanel
      title={t('Página de login')}
      actions={<UndoButtons draft={draft} />}
      footer={<DraftBar draft={draft} uploadProgress={progress} />}
    >
      <SettingsPreview values={values} dirty={dirty} />
      <LoginPreview />
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <TemplateSection {...section} />
        <PanelSection title={t('Apresentação')}>
          <TextField
            label={t('Título')}
            placeholder={t(defaultText)}
            error={draft.errorOf('login_text')}
            {...form.register('login_text')}
          />
        </PanelSection>
        <ButtonSection {...section} draft={draft} />
        <section>
          <SwitchSetting
            label={t('Login por link mágico')}
            hint={t('Quem esqueceu a senha entra por um link que chega no e-mail.')}
            value={Boolean(login_page.magic_link_enabled)}
            save={(magic_link_enabled) => magicLink.mutateAsync({ body: { magic_link_enabled } })}
            failure={messages.failed}
          />
        </section>
        <ImagesSection {...section} errorOf={draft.errorOf} onProgressOf={onProgressOf} />
        <RedirectSection {...section} error={draft.errorOf('redirect_url')} />
      </form>
    </DrawerPanel>
  );
}
