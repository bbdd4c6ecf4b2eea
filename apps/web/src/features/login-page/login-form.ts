import { buttonLacks, loginColumns, redirectLacks } from '@vitrine/contract/login-page';
import type { LoginPage } from '@vitrine/contract/site';
import * as z from 'zod/mini';
import type { Draft } from '../../kit/forms/draft.ts';

/** The values that 'Salvar' sends: fields, and the switches that fields depend on. */
export interface LoginForm {
  login_theme: number;
  login_theme_placement: LoginPage['login_theme_placement'];
  login_text: string;
  overlay_banner_login: number;
  login_banner: string | null;
  login_banner_vertical: string | null;
  cta_login: boolean;
  title_cta_login: string;
  link_cta_login: string;
  enable_redirect_login: boolean;
  redirect_url: string | null;
}

/** The fields of the saved login page. */
export const formOf = (login: LoginPage): LoginForm => ({
  login_theme: login.login_theme,
  login_theme_placement: login.login_theme_placement,
  login_text: login.login_text,
  overlay_banner_login: login.overlay_banner_login,
  login_banner: login.login_banner,
  login_banner_vertical: login.login_banner_vertical,
  cta_login: Boolean(login.cta_login),
  title_cta_login: login.title_cta_login ?? '',
  link_cta_login: login.link_cta_login ?? '',
  enable_redirect_login: Boolean(login.enable_redirect_login),
  redirect_url: login.redirect_url,
});

const { magic_link_enabled: _savedAtOnce, ...columns } = loginColumns;

/** The contract's shape, and the rules between its fields. */
export const LoginFormInput = z.object(columns).check((form) => {
  const lacks = { ...buttonLacks(form.value), ...redirectLacks(form.value) };
  for (const [field, [message = '']] of Object.entries(lacks))
    form.issues.push({ code: 'custom', message, path: [field], input: form.value });
});

/** With the redirect off, the page is sent as null. The form remembers the choice (A section 4). */
export function sentOf(values: LoginForm, changes: Partial<LoginForm>): Partial<LoginForm> {
  if (!('enable_redirect_login' in changes) && !('redirect_url' in changes)) return changes;
  const { enable_redirect_login, redirect_url } = values;
  return {
    ...changes,
    enable_redirect_login,
    redirect_url: enable_redirect_login ? redirect_url : null,
  };
}

/** The props of every section of the panel: the form's values, and how to change them. */
export interface SectionProps {
  values: LoginForm;
  set: Draft<LoginForm>['set'];
}
