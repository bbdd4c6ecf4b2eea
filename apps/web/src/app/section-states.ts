import { useTranslation } from 'react-i18next';
import { limits as linkLimits } from '@vitrine/contract/custom-links';
import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { useSite } from '../platform/boot.ts';

/** One line per section: how it stands now, so that the root reads the school without opening anything. */
export function useSectionStates(): Record<string, string | undefined> {
  const { t } = useTranslation();
  const links = useLinks();
  const { settings, footer } = useSite();
  return {
    aparencia: `${settings.primary_color.toUpperCase()}, ${settings.font_primary}`,
    header:
      links.data &&
      t('{{used}} de {{count}} links personalizados', {
        used: links.data.data.length,
        count: linkLimits.perSchool,
      }),
    footer: footer.footer_visible ? t('Ativo') : t('Desligado'),
    info: settings.name,
  };
}
