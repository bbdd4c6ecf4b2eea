import { defaults, type Banner } from '@vitrine/contract/banners';
import { fonts, type Font } from '@vitrine/contract/site';

/** The editable fields of a banner. */
export type BannerForm = Omit<
  Banner,
  'id' | 'tenant_id' | 'order' | 'version' | 'url_video_state' | 'url_video_vertical_state'
>;

/** The fields of a banner that an admin edits. */
export function formOf(banner: Banner): BannerForm {
  const { id: _, tenant_id: __, order: ___, version: ____, ...rest } = banner;
  const { url_video_state: _____, url_video_vertical_state: ______, ...form } = rest;
  return form;
}

/** The texts whose face is chosen, by the names that their fields have (C section 3). */
export const fontFields = [
  { label: 'Chamada', font: 'font_headline', weight: 'weight_headline', size: 'size_headline' },
  { label: 'Título', font: 'font_title', weight: 'weight_title', size: 'size_title' },
  { label: 'Descrição', font: 'font_subtitle', weight: 'weight_subtitle', size: 'size_subtitle' },
  { label: 'Botão', font: 'font_button', weight: 'weight_text_button', size: 'size_text_button' },
] as const;

/** The weight of the font that is closest to the wanted one. */
export const nearestWeight = (font: Font, weight: number) =>
  fonts[font].toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0]!;

/**
 * A large title for a new banner. The specification's 16 px are the size of a line of text (C section
 * 3). An admin who makes a first banner does not look for its size under Fonts.
 */
export const largeTitle = (font: Font) => ({
  size_title: 60,
  weight_title: nearestWeight(font, 700),
});

/** A new banner begins with the school's font, weight 400 and size 16 (C section 3). */
export function newBanner(font: Font): BannerForm {
  return {
    category: '',
    title: '',
    subtitle: '',
    text_button: '',
    url_primary: null,
    url_image: null,
    url_image_vertical: null,
    headline_image: null,
    url_video: null,
    url_video_vertical: null,
    font_headline: font,
    weight_headline: defaults.weight,
    size_headline: defaults.size,
    font_title: font,
    weight_title: defaults.weight,
    size_title: defaults.size,
    font_subtitle: font,
    weight_subtitle: defaults.weight,
    size_subtitle: defaults.size,
    font_button: font,
    weight_text_button: defaults.weight,
    size_text_button: defaults.size,
  };
}

/** Sends null for the school's own font, so that the banner follows the school to its next font. */
export const followingFonts = (form: BannerForm, schools: string) =>
  Object.fromEntries(
    fontFields.map(({ font }) => [font, form[font] === schools ? null : form[font]]),
  ) as Record<(typeof fontFields)[number]['font'], Font | null>;

/** The draft as the page shows it. A new video shows after the save. */
export const asDraft = (tenantId: number, form: BannerForm, banner: Banner | null): Banner => ({
  id: 0,
  order: 0,
  version: 0,
  url_video_state: null,
  url_video_vertical_state: null,
  ...banner,
  ...form,
  tenant_id: tenantId,
});
