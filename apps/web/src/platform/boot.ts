import type { Session } from '@vitrine/contract/sessions';
import type { Site } from '@vitrine/contract/site';
import type { CustomLink } from '@vitrine/contract/custom-links';

/** What the server sent along with the page, so that nothing has to be asked for twice. */
export interface Boot {
  site: Site;
  /** Null for a visitor of an open showcase. */
  session: Session | null;
  links: CustomLink[];
  /** Answers of GET calls by their address: they fill the query cache before the first render. */
  answers: Record<string, unknown>;
}

let read: Boot | null = null;

export function boot(): Boot {
  read ??= JSON.parse(document.getElementById('boot')!.textContent!) as Boot;
  return read;
}

/** Tests put a school together by hand. */
export function bootWith(given: Boot) {
  read = given;
}

export const tenantId = () => boot().site.tenant.id;
