import * as z from 'zod/mini';
import { dataOf, flagAnswer, route } from './core.ts';

/** The eight font families (C section 9), and the weights that each font has. */
export const fonts = {
  Poppins: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  Inter: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  Aboreto: [400],
  Roboto: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  'Open Sans': [300, 400, 500, 600, 700, 800],
  Lato: [100, 300, 400, 700, 900],
  Montserrat: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  Oswald: [200, 300, 400, 500, 600, 700],
} as const;
/** A font that a school may choose. */
export type Font = keyof typeof fonts;
/** The names of the fonts. */
export const fontNames = Object.keys(fonts) as [Font, ...Font[]];

/** The text colour of primary buttons. `auto` picks the one with the better contrast. */
export const buttonTexts = ['auto', 'light', 'dark'] as const;
/** The choice for the text colour of primary buttons. */
export type ButtonText = (typeof buttonTexts)[number];

/** The appearance of every page of a school (C section 3). It is the same for all viewers. */
export const SiteSettings = z.object({
  tenant_id: z.int(),
  version: z.int(),
  name: z.string(),
  description: z.string(),
  primary_color: z.string(),
  text_color: z.string(),
  button_text_color: z.enum(buttonTexts),
  overlay_color: z.string(),
  overlay_intensity: z.int(),
  background_color_primary: z.string(),
  background_color_secondary: z.string(),
  shadow_size: z.int(),
  font_primary: z.enum(fontNames),
  logo_square: z.nullable(z.string()),
  logo_horizontal: z.nullable(z.string()),
  favicon: z.nullable(z.string()),
  background_image: z.nullable(z.string()),
  sidebar: flagAnswer,
  showcase: flagAnswer,
  showcase_url_redirect: z.nullable(z.string()),
  communities_active: flagAnswer,
  show_communities_page: flagAnswer,
  course_page_indicator: flagAnswer,
  module_page_indicator: flagAnswer,
});
export type SiteSettings = z.output<typeof SiteSettings>;

/** A section 3, Login page settings. */
export const LoginPage = z.object({
  login_theme: z.int(),
  login_theme_placement: z.enum(['left', 'center', 'right']),
  login_text: z.string(),
  overlay_banner_login: z.int(),
  login_banner: z.nullable(z.string()),
  login_banner_vertical: z.nullable(z.string()),
  cta_login: flagAnswer,
  title_cta_login: z.nullable(z.string()),
  link_cta_login: z.nullable(z.string()),
  magic_link_enabled: flagAnswer,
  enable_redirect_login: flagAnswer,
  redirect_url: z.nullable(z.string()),
});
export type LoginPage = z.output<typeof LoginPage>;

/** A section 3, Footer settings. */
export const Footer = z.object({
  footer_visible: flagAnswer,
  use_terms: z.string(),
  privacy_terms: z.string(),
  url_facebook: z.nullable(z.string()),
  url_instagram: z.nullable(z.string()),
  url_youtube: z.nullable(z.string()),
});
export type Footer = z.output<typeof Footer>;

/** All settings of the edit drawer's panels (C section 3). */
export const PlatformSettings = z.extend(SiteSettings, {
  ...LoginPage.shape,
  ...Footer.shape,
  banner_custom_transition_type: z.enum(['normal', 'fade']),
  banner_custom_autoplay: flagAnswer,
  banner_custom_autoplay_time: z.int(),
  theme_classes: z.int(),
  comment: flagAnswer,
  show_carrousel_continue_course: flagAnswer,
  show_carrousel_continue_module: flagAnswer,
  show_carrousel_continue_class: flagAnswer,
  show_carrousel_highlight: flagAnswer,
});
export type PlatformSettings = z.output<typeof PlatformSettings>;

/** The data that the login page and the shell of every page need (v1, settings). */
export const Site = z.object({
  tenant: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  settings: SiteSettings,
  login_page: LoginPage,
  footer: Footer,
});
export type Site = z.output<typeof Site>;

/** v1, settings. */
export const site = {
  show: route('GET', '/api/v1/site', { access: 'public', source: 'v1', answer: dataOf(Site) }),
};
