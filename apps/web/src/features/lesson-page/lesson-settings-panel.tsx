import { messages } from '@vitrine/contract/lesson-page';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useLessonPage, useToggleComments } from './lesson-page.queries.ts';
import { TemplateChoice } from './template-choice.tsx';

/**
 * Ajustes gerais (B section 2): the template of all lessons, and comments on or off. Saved at once.
 */
export default function LessonSettingsPanel() {
  const { t } = useTranslation();
  const settings = useLessonPage();
  const comments = useToggleComments();
  return (
    <DrawerPanel
      title={t('Ajustes gerais')}
      description={t('Vale para todas as aulas, na hora em que você escolhe.')}
    >
      {settings.isPending && <Skeleton shape="row" count={3} />}
      {settings.isLoadingError && <QueryError query={settings} title={t(messages.loadFailed)} />}
      {settings.data && (
        <div className={panelSections}>
          <PanelSection title={t('Template')}>
            <TemplateChoice saved={settings.data.data.theme_classes} />
          </PanelSection>
          <PanelSection title={t('Comentários')}>
            <SwitchSetting
              label={t('Permitir comentários')}
              hint={t('Desligado, os alunos leem os comentários que há e não escrevem outros.')}
              value={Boolean(settings.data.data.comment)}
              save={(comment) => comments.mutateAsync({ body: { comment } })}
              failure={messages.commentsFailed}
            />
          </PanelSection>
        </div>
      )}
    </DrawerPanel>
  );
}
