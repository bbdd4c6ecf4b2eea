import { limits } from '@vitrine/contract/login-page';
import type { Draft } from '../../kit/forms/draft.ts';
import { CropField } from '../../kit/images/crop-field.tsx';
import { imageLimits } from '../../kit/images/image-limits.ts';
import { previewDevice } from '../../kit/preview/preview.ts';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { percentText } from '../../ui/percent-text.ts';
import { Slider } from '../../ui/slider.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { LoginForm, SectionProps } from './login-form.ts';

interface ImagesSectionProps extends SectionProps, Pick<Draft<LoginForm>, 'errorOf'> {
  onProgressOf: (name: string) => ReportProgress;
}

/** The opacity of the overlay, an image for wide screens and one for phones. */
export function ImagesSection({ values, set, errorOf, onProgressOf }: ImagesSectionProps) {
  const { t, i18n } = useTranslation();
  const { login_banner, login_banner_vertical } = values;
  const borrowed = login_banner && !login_banner_vertical;
  return (
    <PanelSection title={t('Imagem de fundo')} hint={imageLimits(t, 'banner')}>
      <Slider
        className="mb-5"
        label={t('Opacidade')}
        hint={t('Quanto da cor de fundo cobre a imagem.')}
        min={0}
        max={100}
        step={limits.opacityStep}
        value={values.overlay_banner_login}
        format={(value) => percentText(value / 100, i18n.language)}
        onValueChange={(overlay_banner_login) => set('overlay_banner_login', overlay_banner_login)}
      />
      <div className="grid grid-cols-[minmax(0,236fr)_minmax(0,140fr)] items-start gap-4">
        <CropField
          label={t('Desktop')}
          limits="16:9"
          cropTitle={t('Recortar para o desktop')}
          use="banner"
          value={login_banner}
          error={errorOf('login_banner')}
          onChange={(path) => {
            set('login_banner', path);
            previewDevice.set('desktop');
          }}
          onUploadProgress={onProgressOf('login_banner')}
        />
        <div>
          <CropField
            label={t('Celular')}
            limits="9:16"
            cropTitle={t('Recortar para o celular')}
            use="banner_vertical"
            value={login_banner_vertical}
            error={errorOf('login_banner_vertical')}
            standIn={login_banner}
            onChange={(path) => {
              set('login_banner_vertical', path);
              previewDevice.set('phone');
            }}
            onUploadProgress={onProgressOf('login_banner_vertical')}
          />
          {borrowed && (
            <p className="mt-2 text-13 text-text-2">
              {t('Sem imagem própria, o celular mostra a do desktop.')}
            </p>
          )}
        </div>
      </div>
    </PanelSection>
  );
}
