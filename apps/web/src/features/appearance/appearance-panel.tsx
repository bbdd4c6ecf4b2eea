import { REDIRECT_HOME_MS, messages } from '@vitrine/contract/appearance';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { SettingsPreview } from '../../kit/forms/settings-preview.ts';
import { UndoButtons } from '../../kit/forms/undo-buttons.tsx';
import { useBackHome } from '../../kit/page/back-home.ts';
import { useCombinedProgress } from '../../kit/uploads/upload.ts';
import { useBoot } from '../../platform/site-context.ts';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { panelSections } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { AppearanceInput, formOf, type AppearanceForm } from './appearance-form.ts';
import { useSaveAppearance } from './appearance.queries.ts';
import { BackgroundSection } from './background-section.tsx';
import { ButtonsSection } from './buttons-section.tsx';
import { ColorSection } from './color-section.tsx';
import { FontSection } from './font-section.tsx';
import { IndicatorSection } from './indicator-section.tsx';
import { LiveStrip } from './live-strip.tsx';
import { LogoSection } from './logo-section.tsx';
import { ShowcaseSection } from './showcase-section.tsx';

/**
 * The panel Aparência, in the order of C section 2 (Visual identity). The page behind previews every
 * choice.
 */
export default function AppearancePanel() {
  const { t } = useTranslation();
  const boot = useBoot();
  const settingsVersion = useSettingsVersion();
  const saving = useSaveAppearance();
  const { progress, onProgressOf } = useCombinedProgress();
  const draft = useDraft<AppearanceForm>({
    name: 'appearance',
    saved: formOf(boot.site.settings),
    schema: AppearanceInput,
    asSaved: formOf,
    failure: messages.saveFailed,
    async save(_values, { changes, version = settingsVersion() }) {
      const answer = await saving.mutateAsync({ body: { ...changes, version } });
      backHome();
      return answer;
    },
  });
  const { values, saved, dirty } = draft;
  const backHome = useBackHome({ after: REDIRECT_HOME_MS, dirty, keeping: 'aparencia' });

  const section = {
    values,
    saved,
    errorOf: draft.errorOf,
    set: draft.set,
  };

  return (
    <DrawerPanel
      title={t('Aparência')}
      actions={<UndoButtons draft={draft} />}
      footer={<DraftBar draft={draft} uploadProgress={progress} />}
    >
      <SettingsPreview values={values} dirty={dirty} />
      <LiveStrip values={values} />
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <ColorSection {...section} />
        <ShowcaseSection draft={draft} />
        <IndicatorSection />
        <ButtonsSection {...section} />
        <LogoSection {...section} onProgressOf={onProgressOf} />
        <BackgroundSection {...section} onProgressOf={onProgressOf} />
        <FontSection {...section} />
      </form>
    </DrawerPanel>
  );
}
