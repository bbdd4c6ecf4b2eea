import { buttonLacks, messages, redirectLacks } from '@vitrine/contract/login-page';
import { hrefOf, pageAt, pages } from '@vitrine/contract/pages';
import type { PlatformSettings } from '@vitrine/contract/site';
import { invalid } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/**
 * A visible button has title and link; an enabled redirect leads to a page of this school (A
 * section 5). Each is checked only for a patch that changes it, so old rows block no other save.
 */
export async function checkLoginPage(
  after: PlatformSettings,
  patch: object,
  tx: TenantTransaction,
) {
  const changes = (...columns: (keyof PlatformSettings)[]) =>
    columns.some((column) => column in patch);
  const errors: Record<string, string[]> = {
    ...(changes('cta_login', 'title_cta_login', 'link_cta_login') && buttonLacks(after)),
    ...(changes('enable_redirect_login', 'redirect_url') && (await redirectErrors(after, tx))),
  };
  if (Object.keys(errors).length) throw invalid(errors);
}

async function redirectErrors(after: PlatformSettings, tx: TenantTransaction) {
  const { redirect_url } = after;
  if (redirect_url && !(await isPageOf(tx, redirect_url)))
    return { redirect_url: [messages.redirectUnknown] };
  return redirectLacks(after);
}

/** The pages that a sign-in may lead to: home, and the communities of this school. */
async function isPageOf({ db, tenantId }: TenantTransaction, url: string) {
  if (url === pages.homepage.path) return true;
  const id = Number(pageAt(url)?.params['id']);
  if (url !== hrefOf('community', { tenant: tenantId, id })) return false;
  const row = await db
    .selectFrom('communities')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
