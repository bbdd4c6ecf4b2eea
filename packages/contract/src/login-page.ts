import * as z from 'zod/mini';
import { urlField } from './addresses.ts';
import { body, flag, route, saved } from './core.ts';
import { phoneWide } from './file-addresses.ts';
import { messages as common } from './messages.ts';
import { choice, image, plainText, patchOf, version, wholeNumber } from './settings-values.ts';
import { PlatformSettings, type LoginPage } from './site.ts';
import { imagePart } from './uploads.ts';

/** A section 9. Crops are in pixels, desktop and mobile. */
export const limits = {
  text: 191,
  button: 191,
  opacityStep: 10,
  zoom: [1, 50],
  crop: { login_banner: [1920, 1080], login_banner_vertical: [1080, 1920] },
} as const;

/** The title of a login page without one (A section 3). */
export const defaultText = 'Faça login';

/** A section 2. The labels keep the specification's spelling. */
export const themes = [
  { id: 1, label: 'Degradê' },
  { id: 2, label: 'Monocromático' },
  { id: 3, label: 'Glassmophirsm efeito-vidro' },
] as const;
/** The form's place on a wide screen (A section 2). */
export const placements = [
  { id: 'left', label: 'Esquerda' },
  { id: 'center', label: 'Centro' },
  { id: 'right', label: 'Direita' },
] as const;

/** A sections 5 and 8. */
export const messages = {
  saved: 'Configurações salvas com sucesso!',
  failed: 'Erro ao salvar as novas configurações da página de login',
  titleTooLong: 'O título deve ter no máximo 191 caracteres.',
  buttonTooLong: 'O título do botão deve ter no máximo 191 caracteres.',
  untitledButton: 'Botão sem título',
  untitledButtonHelp: 'Adicione um titulo para o botão personalizado',
  buttonWithoutLink: 'Botão sem link',
  buttonWithoutLinkHelp: 'Adicione o link para o botão personalizado',
  redirectRequired: 'Selecione a página para onde o login leva.',
  redirectUnknown: 'Escolha a página inicial ou uma comunidade desta escola.',
} as const;

/**
 * The pages that a sign-in may lead to: home, or a community of this school (contract, Login page).
 */
const pages = /^(?:\/homepage|\/comunidade\/[1-9]\d{0,15}\/[1-9]\d{0,15})$/;
const redirect = z.pipe(
  z.nullable(
    z.string(messages.redirectUnknown).check(
      z.trim(),
      z.refine((text: string) => text === '' || pages.test(text), messages.redirectUnknown),
    ),
  ),
  z.transform((text) => text || null),
);

/** The columns that the panel Página de login sends (A section 3). */
export const loginColumns = {
  login_theme: choice(1, 2, 3),
  login_theme_placement: z.enum(['left', 'center', 'right'], common.invalid),
  login_text: z.pipe(
    plainText(limits.text, messages.titleTooLong),
    z.transform((text) => text || defaultText),
  ),
  overlay_banner_login: wholeNumber(0, 100, limits.opacityStep),
  login_banner: image,
  login_banner_vertical: image,
  cta_login: flag,
  title_cta_login: z.pipe(
    plainText(limits.button, messages.buttonTooLong),
    z.transform((text) => text || null),
  ),
  link_cta_login: urlField,
  magic_link_enabled: flag,
  enable_redirect_login: flag,
  redirect_url: redirect,
};

/**
 * The image behind the form, by screen width. If one image is missing, the other replaces it. The
 * page and the preload in its head share this rule.
 */
export function loginImages({ login_banner, login_banner_vertical }: LoginPage) {
  const banner = login_banner ?? login_banner_vertical;
  const tall = login_banner_vertical ?? login_banner;
  if (!banner || !tall) return [];
  return [
    { path: tall, media: '(width < 48rem)', sizes: login_banner_vertical ? phoneWide : '150vw' },
    { path: banner, media: '(width >= 48rem)', sizes: 'max(100vw, 178vh)' },
  ];
}

type Button = Pick<LoginPage, 'cta_login' | 'title_cta_login' | 'link_cta_login'>;

/** Lists the missing fields of a visible button (A section 5). */
export const buttonLacks = ({ cta_login, title_cta_login, link_cta_login }: Button) => ({
  ...(cta_login &&
    !title_cta_login?.trim() && {
      title_cta_login: [messages.untitledButton, messages.untitledButtonHelp],
    }),
  ...(cta_login &&
    !link_cta_login?.trim() && {
      link_cta_login: [messages.buttonWithoutLink, messages.buttonWithoutLinkHelp],
    }),
});

type Redirect = Pick<LoginPage, 'enable_redirect_login' | 'redirect_url'>;

/** Lists the missing page of an enabled redirect (contract, Login page). */
export const redirectLacks = ({ enable_redirect_login, redirect_url }: Redirect) => ({
  ...(enable_redirect_login && !redirect_url && { redirect_url: [messages.redirectRequired] }),
});

interface SentLoginPage {
  cta_login?: unknown;
  title_cta_login?: unknown;
  link_cta_login?: unknown;
  enable_redirect_login?: unknown;
  redirect_url?: unknown;
}

/** Blanks of this request only: a missing field keeps its value, and the server judges it. */
const blanksOf = (sent: SentLoginPage): Record<string, string[]> => {
  const valueOf = (field: keyof SentLoginPage) => (sent[field] === null ? null : 'kept');
  return {
    ...buttonLacks({
      cta_login: sent.cta_login === true,
      title_cta_login: valueOf('title_cta_login'),
      link_cta_login: valueOf('link_cta_login'),
    }),
    ...redirectLacks({
      enable_redirect_login: sent.enable_redirect_login === true,
      redirect_url: valueOf('redirect_url'),
    }),
  };
};

const LoginPageInput = body({ ...patchOf(loginColumns), version }).check(
  z.check<SentLoginPage>(
    ({ value, issues }) => {
      for (const [field, texts] of Object.entries(blanksOf(value)))
        for (const message of texts)
          issues.push({ code: 'custom', message, path: [field], input: value });
    },
    // Beside the errors of other fields, so that the answer names all of them.
    { when: () => true },
  ),
);

/** A section 7. 422 for a button with one blank field (contract, Login page). */
export const loginPage = {
  update: route('POST', '/api/auth/config/plataforma/loginPage/update', {
    access: 'admin',
    source: 'A',
    body: LoginPageInput,
    files: { login_banner: imagePart, login_banner_vertical: imagePart },
    answer: saved(PlatformSettings),
  }),
};
