import { messages, TOAST_MS } from '@vitrine/contract/appearance';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '../../ui/translation.ts';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { useSite } from '../../platform/site-context.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveSwitch } from './appearance.queries.ts';
import { PanelSection } from '../../ui/panel-section.tsx';

interface ShowcaseSectionProps {
  register: UseFormRegisterReturn;
  error: string | undefined;
}

/** Open showcase (C 2): both switches are saved at once, the URL with the form. */
export function ShowcaseSection({ register, error }: ShowcaseSectionProps) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const save = useSaveSwitch();
  return (
    <PanelSection title={t('Vitrine aberta')}>
      <div className="grid gap-4">
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
            <TextField
              label={t('Para onde leva um card bloqueado')}
              hint={t('Em branco, leva à página de login.')}
              inputMode="url"
              autoCapitalize="none"
              placeholder="https://loja.exemplo.com"
              error={error}
              {...register}
            />
          </div>
        )}
      </div>
    </PanelSection>
  );
}
