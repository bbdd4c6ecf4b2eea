import { useTranslation } from '../ui/translation.ts';
import { limits as linkLimits } from '@vitrine/contract/custom-links';
import { templates } from '@vitrine/contract/lesson-page';
import { placements, themes } from '@vitrine/contract/login-page';
import { useBanners } from '../features/banners/banners.queries.ts';
import { useCarousels } from '../features/carousels/carousels.queries.ts';
import { useSnippets } from '../features/custom-html/custom-html.queries.ts';
import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { useLessonPage } from '../features/lesson-page/lesson-page.queries.ts';
import { useSite } from '../platform/boot.ts';

/** One line per section: how it stands now, so that the root reads the school without opening anything. */
export function useSectionStates(): Record<string, string | undefined> {
  const { t } = useTranslation();
  const links = useLinks();
  const banners = useBanners();
  const { carousels } = useCarousels();
  const snippets = useSnippets();
  const lesson = useLessonPage().data?.data;
  const unpublished = carousels?.filter(({ published }) => !published).length;
  const { settings, login_page, footer } = useSite();
  const theme = themes.find(({ id }) => id === login_page.login_theme);
  const template = templates.find(({ id }) => id === lesson?.theme_classes);
  const placement = placements.find(({ id }) => id === login_page.login_theme_placement);
  return {
    vitrine:
      carousels &&
      [
        t('{{count}} carrosséis', { count: carousels.length }),
        unpublished ? t('{{count}} não publicados', { count: unpublished }) : '',
      ]
        .filter(Boolean)
        .join(', '),
    aparencia: `${settings.primary_color.toUpperCase()}, ${settings.font_primary}`,
    banner:
      banners.data &&
      (banners.data[2].data.length
        ? t('{{count}} banners', { count: banners.data[2].data.length })
        : t('Nenhum banner')),
    login: theme && placement && `${t(theme.label)}, ${t(placement.label).toLowerCase()}`,
    aula:
      lesson &&
      template &&
      `${t(template.label)}, ${lesson.comment ? t('com comentários') : t('sem comentários')}`,
    header:
      links.data &&
      t('{{used}} de {{count}} links personalizados', {
        used: links.data.data.length,
        count: linkLimits.perSchool,
      }),
    footer: footer.footer_visible ? t('Ativo') : t('Desligado'),
    info: settings.name,
    html:
      snippets.data &&
      (snippets.data.length
        ? t('{{count}} trechos', { count: snippets.data.length })
        : t('Nenhum trecho')),
  };
}
