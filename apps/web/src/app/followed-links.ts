/** A link of a page. Other links of the page may lead to the same place. */
interface FollowedLink {
  href: string | null;
  /** Its place among the links to the same address. */
  index: number;
}

/** The link of each page of this tab that led the viewer away. */
const followed = new Map<string, FollowedLink>();

/** Keeps the link of `page` that has the focus, while the viewer leaves the page. */
export function keepFollowedLink(page: string) {
  const href = document.activeElement?.getAttribute('href') ?? null;
  const index = linksTo(href).findIndex((link) => link === document.activeElement);
  if (index < 0) followed.delete(page);
  else followed.set(page, { href, index });
}

/**
 * Gives the focus back to the link that led away from `page`, as browsers do with pages of their own.
 * The focus stays where the viewer or the page has put it.
 *
 * @returns whether there is nothing more to do: false while the link has not come.
 */
export function focusFollowedLink(page: string) {
  const link = followed.get(page);
  const focus = document.activeElement ?? document.body;
  if (!link || (focus !== document.body && focus.tagName !== 'MAIN')) return true;
  const target = linksTo(link.href)[link.index];
  target?.focus({ preventScroll: true });
  return !!target;
}

const linksTo = (href: string | null) =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  );
