import { messages, TOAST_MS } from '@vitrine/contract/appearance';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import type { Draft } from '../../kit/forms/draft.ts';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { useSite } from '../../platform/site-context.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm } from './appearance-form.ts';
import { useSaveSwitch } from './appearance.queries.ts';

interface ShowcaseSectionProps {
  draft: Pick<Draft<AppearanceForm>, 'form' | 'errorOf' | 'resetInvalid'>;
}

/** Open showcase (C section 2): both switches are saved at once, the URL with the form. */
export function ShowcaseSection({ draft }: ShowcaseSectionProps) {
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
          save={async (showcase) => {
            await save.mutateAsync({ body: { showcase } });
            if (!showcase) draft.resetInvalid({ showcase_url_redirect: null });
          }}
          failure={messages.switchFailed}
          toastFor={TOAST_MS}
        />
        {Boolean(settings.showcase) && (
          <div className="border-l-2 border-line-2 pl-4">
            <DraftField draft={draft} name="showcase_url_redirect">
              {(field) => (
                <LinkField
                  label={t('Para onde leva um card bloqueado')}
                  hint={t('Em branco, leva à página de login.')}
                  placeholder={t('loja.exemplo.com')}
                  {...field}
                />
              )}
            </DraftField>
          </div>
        )}
      </div>
    </PanelSection>
  );
}
