import { recommended } from '@vitrine/contract/appearance';
import { contrast, themeOf } from '@vitrine/contract/theme';
import { ImageField } from '../../kit/images/image-field.tsx';
import { imageLimits } from '../../kit/images/image-limits.ts';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { useSite } from '../../platform/site-context.ts';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm, SectionProps } from './appearance-form.ts';
import { useLogoColors } from './logo-colors.ts';

interface LogoSectionProps extends SectionProps {
  onProgressOf: (name: string) => ReportProgress;
}

/** Square and horizontal logo and favicon, with a preview of where they appear. */
export function LogoSection({ values, set, errorOf, onProgressOf }: LogoSectionProps) {
  const { t } = useTranslation();
  const isLost = useIsLostOn(values.logo_horizontal, values.background_color_primary);
  const advice = (name: keyof typeof recommended) => recommended[name].join('x');
  return (
    <PanelSection
      title={t('Logos')}
      hint={`${t('Ao lado de cada uma, o tamanho recomendado em pixels.')} ${imageLimits(t, 'logo')}`}
    >
      <Previews values={values} />
      {isLost && (
        <div className="mt-3">
          <InlineWarning>
            {t(
              'Este logo quase não aparece sobre o fundo da escola. Use uma versão mais escura ou mais clara.',
            )}
          </InlineWarning>
        </div>
      )}
      <div className="mt-4 grid gap-4">
        <ImageField
          label={t('Horizontal')}
          limits={advice('logo_horizontal')}
          crop={[960, 520]}
          transparent
          use="logo"
          ratio={3}
          fit="contain"
          value={values.logo_horizontal}
          onChange={(logo_horizontal) => set('logo_horizontal', logo_horizontal)}
          error={errorOf('logo_horizontal')}
          onUploadProgress={onProgressOf('logo_horizontal')}
        />
        <div className="grid grid-cols-2 gap-4">
          <ImageField
            label={t('Quadrada')}
            limits={advice('logo_square')}
            crop={[400, 400]}
            transparent
            use="logo"
            ratio={1}
            fit="contain"
            value={values.logo_square}
            onChange={(logo_square) => set('logo_square', logo_square)}
            error={errorOf('logo_square')}
            onUploadProgress={onProgressOf('logo_square')}
          />
          <ImageField
            label={t('Favicon')}
            limits={advice('favicon')}
            crop={[256, 256]}
            transparent
            use="favicon"
            ratio={1}
            fit="contain"
            value={values.favicon}
            onChange={(favicon) => set('favicon', favicon)}
            error={errorOf('favicon')}
            onUploadProgress={onProgressOf('favicon')}
          />
        </div>
      </div>
    </PanelSection>
  );
}

/** Below this contrast a shape is hardly visible. WCAG requires 3:1 for essential graphics. */
const MIN_LOGO_CONTRAST = 1.6;

/** True where no colour of the logo contrasts with the background. */
function useIsLostOn(logo: string | null, ground: string) {
  const colors = useLogoColors(logo);
  return colors.length > 0 && colors.every((color) => contrast(color, ground) < MIN_LOGO_CONTRAST);
}

/** Previews of the browser's tab and the site's header. */
function Previews({ values }: { values: AppearanceForm }) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const icon = values.favicon ?? values.logo_square;
  return (
    <figure
      aria-label={t('Prévia da aba do navegador e do cabeçalho')}
      className="overflow-hidden rounded-card ring-1 ring-line-2 ring-inset"
    >
      <div className="flex min-h-9 items-end gap-1 bg-surface-3 px-3">
        <div className="flex min-h-7.5 max-w-48 min-w-0 items-center gap-2 rounded-t-control bg-surface-1 px-3 text-12 text-text">
          {icon ? (
            <img src={icon} alt="" className="size-4 shrink-0 object-contain" />
          ) : (
            <span className="size-3.5 shrink-0 rounded-full bg-text-3" />
          )}
          <span className="truncate">{settings.name}</span>
        </div>
      </div>
      <div
        className="flex min-h-14 items-center gap-3 bg-ground px-4 font-sans"
        style={themeOf(values)}
      >
        <SiteBrand values={values} />
      </div>
    </figure>
  );
}

/** The school's logo or name, as its header shows it. */
export function SiteBrand({ values }: { values: AppearanceForm }) {
  const { settings } = useSite();
  if (values.logo_horizontal)
    return <img src={values.logo_horizontal} alt="" className="h-10 max-w-40 object-contain" />;
  return (
    <>
      {values.logo_square ? (
        <img src={values.logo_square} alt="" className="size-7 rounded-control object-cover" />
      ) : (
        <span className="brand-mark shrink-0" />
      )}
      <span className="truncate text-16 font-semibold text-text">{settings.name}</span>
    </>
  );
}
