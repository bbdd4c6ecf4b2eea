import { TOAST_MS } from '@vitrine/contract/appearance';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { useSite } from '../../platform/site-context.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCourseIndicator, useModuleIndicator } from './appearance.queries.ts';

/**
 * Page indicators (C section 2): saved at once. A failure shows the server's message (C section 8).
 */
export function IndicatorSection() {
  const { t } = useTranslation();
  const { settings } = useSite();
  const course = useCourseIndicator();
  const module = useModuleIndicator();
  return (
    <PanelSection
      title={t('Indicadores de página')}
      hint={t('Mostram ao aluno onde ele está e quanto já andou.')}
    >
      <div className="grid grid-cols-1 gap-4">
        <SwitchSetting
          label={t('Página do curso')}
          value={Boolean(settings.course_page_indicator)}
          save={(course_page_indicator) => course.mutateAsync({ body: { course_page_indicator } })}
          failure
          toastFor={TOAST_MS}
        />
        <SwitchSetting
          label={t('Página do módulo')}
          value={Boolean(settings.module_page_indicator)}
          save={(module_page_indicator) => module.mutateAsync({ body: { module_page_indicator } })}
          failure
          toastFor={TOAST_MS}
        />
      </div>
    </PanelSection>
  );
}
