import { messages, TOAST_MS } from '@vitrine/contract/appearance';
import { Controller, type Control } from 'react-hook-form';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { useSite } from '../../platform/site-context.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm } from './appearance-form.ts';
import { useSaveSwitch } from './appearance.queries.ts';

interface ShowcaseSectionProps {
  control: Control<AppearanceForm>;
  error: string | undefined;
}

/** Open showcase (C section 2): both switches are saved at once, the URL with the form. */
export function ShowcaseSection({ control, error }: ShowcaseSectionProps) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const save = useSaveSwitch();
  return (
    <PanelSection title={t('Vitrine aberta')}>
      <div className="grid grid-cols-1 gap-4">
        <SwitchSetting
          label={t('Menu lateral')}
          hint={t('O menu principal vai para a esquerda em telas largas.')}
          value={Boolean(settings.sidebar)}
          save={(sidebar) => save.mutateAsync({ body: { sidebar } })}
          failure={messages.switchFailed}
          toastFor={TOAST_MS}
        />
        <SwitchSetting
          label={t('Abrir para visitantes')}
          hint={t('Quem ainda não entrou vê a página inicial.')}
          value={Boolean(settings.showcase)}
          save={(showcase) => save.mutateAsync({ body: { showcase } })}
          failure={messages.switchFailed}
          toastFor={TOAST_MS}
        />
        {Boolean(settings.showcase) && (
          <div className="border-l-2 border-line-2 pl-4">
            <Controller
              name="showcase_url_redirect"
              control={control}
              render={({ field }) => (
                <LinkField
                  label={t('Para onde leva um card bloqueado')}
                  hint={t('Em branco, leva à página de login.')}
                  placeholder="loja.exemplo.com"
                  error={error}
                  {...field}
                />
              )}
            />
          </div>
        )}
      </div>
    </PanelSection>
  );
}
