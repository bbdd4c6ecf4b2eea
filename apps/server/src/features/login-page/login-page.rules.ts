import { pages } from '@vitrine/contract/pages';
import { buttonLacks, messages } from '@vitrine/contract/login-page';
import type { PlatformSettings } from '@vitrine/contract/site';
import { invalid } from '../../platform/app-error.ts';

/**
 * A visible button has title and link; an enabled redirect leads to a page of this school (A
 * section 5). Each is checked only for a patch that changes it, so old rows block no other save.
 */
export function checkLoginPage(after: PlatformSettings, patch: object) {
  const changes = (...columns: (keyof PlatformSettings)[]) =>
    columns.some((column) => column in patch);
  if (changes('cta_login', 'title_cta_login', 'link_cta_login')) checkButton(after);
  if (changes('enable_redirect_login', 'redirect_url')) checkRedirect(after);
}

function checkButton(after: PlatformSettings) {
  const lacks = buttonLacks(after);
  if (Object.keys(lacks).length) throw invalid(lacks);
}

function checkRedirect({ enable_redirect_login, redirect_url }: PlatformSettings) {
  if (enable_redirect_login && !redirect_url)
    throw invalid({ redirect_url: [messages.redirectRequired] });
  if (redirect_url && !homes.includes(redirect_url))
    throw invalid({ redirect_url: [messages.redirectUnknown] });
}

/** The pages that a sign-in may lead to. A community's address is refused while there are none. */
const homes = [pages.homepage.path];
