const community = /^\/comunidade\/(\d+)\/(\d+)$/;

/** Whether a link leads to a community of a school. */
export const isCommunityPath = (url: string) => community.test(url);
/** The community that a link leads to; null for any other link. */
export const communityIdOf = (url: string) => Number(community.exec(url)?.[2]) || null;

const base = 'https://school.invalid';

/**
 * A stored link has no scheme (A section 5): a path stays in the school, anything else opens by
 * https.
 */
export const hrefOf = (url: string) => (url.startsWith('/') ? url : `https://${url}`);

/** The side menu opens links with `custom-links=true` (C section 2). */
export function sideMenuHref(url: string) {
  // An old link may be no valid URL. The menu must render anyway.
  if (!URL.canParse(hrefOf(url), base)) return hrefOf(url);
  const href = new URL(hrefOf(url), base);
  href.searchParams.set('custom-links', 'true');
  return url.startsWith('/') ? href.pathname + href.search + href.hash : href.href;
}
